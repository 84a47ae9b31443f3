/// A value behind one reference, copied when a change would be seen by another holder.
package struct IndirectStorage<Value: Sendable>: Sendable {
    @usableFromInline
    final class Box: @unchecked Sendable {
        // Sound: changed only while one storage refers to it.
        @exclusivity(unchecked) @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable
    package init(_ value: Value) { box = Box(value) }

    @inlinable package var value: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Returns true if two storages are one reference.
    @inlinable
    package static func === (left: Self, right: Self) -> Bool { left.box === right.box }
}

extension Optional {
    /// The value of a storage that is made where there is none yet.
    /// - Parameter value: The value of a new storage.
    package subscript<Value>(orNew value: @autoclosure () -> Value) -> Value where Wrapped == IndirectStorage<Value> {
        get { self?.value ?? value() }
        _modify {
            var storage = take() ?? IndirectStorage(value())
            defer { self = storage }
            yield &storage.value
        }
    }
}

extension IndirectStorage: Equatable where Value: Equatable {
    package static func == (left: Self, right: Self) -> Bool { left === right || left.value == right.value }
}
