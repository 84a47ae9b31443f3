/// A value behind one reference, copied when a change would be seen by another holder.
struct IndirectStorage<Value: Sendable>: Sendable {
    private final class Box: @unchecked Sendable {
        // Sound: changed only while one storage refers to it.
        @exclusivity(unchecked) var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) { box = Box(value) }

    var value: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    /// Returns true if two storages are one reference.
    static func === (left: Self, right: Self) -> Bool { left.box === right.box }
}

extension IndirectStorage: Equatable where Value: Equatable {
    static func == (left: Self, right: Self) -> Bool { left === right || left.value == right.value }
}
