import CSwiftRuntime
import IOCModel
public import Synchronization

/// What injection plans know of a wrapper's cell without knowing its type.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
    // Sound: the declaration never changes, and `binding` is written before the owner is published to other threads.

    /// The context and the plan of the owner; nil in objects that the container did not build.
    private(set) var binding: InjectionBinding?
    private let fileID: UnsafePointer<UInt8>
    private let qualifierName: QualifierName?
    private let line: UInt32
    private var index: UInt32 = 0

    init(qualifier: QualifierName?, fileID: StaticString, line: Int) {
        self.qualifierName = qualifier
        // Sound: a literal that prints `#fileID` is a pointer to constant text that ends in a zero byte.
        self.fileID = fileID.hasPointerRepresentation ? fileID.utf8Start : Self.noFile
        self.line = UInt32(clamping: line)
    }

    private static var noFile: UnsafePointer<UInt8> { ("?" as StaticString).utf8Start }

    var qualifier: String? { qualifierName?.text }
    var location: SourceLocation { SourceLocation(file: String(cString: fileID), line: Int(line)) }

    func bind(_ binding: InjectionBinding, point: Int) {
        self.binding = binding
        self.index = UInt32(truncatingIfNeeded: point)
    }

    /// The same declaration without a value, for what is stored in the value and must not hold its own cell.
    func detached() -> AnyInjectionCell {
        AnyInjectionCell(copying: self)
    }

    private init(copying other: AnyInjectionCell) {
        binding = other.binding
        fileID = other.fileID
        qualifierName = other.qualifierName
        line = other.line
        index = other.index
    }

    /// The class instances that the value holds; nothing while there is none.
    func heldObjects() -> [Unmanaged<AnyObject>] { [] }

    /// Resolves the value unless that was done before.
    func fill() throws {}

    /// Forgets the value, when nobody can be reading it.
    func clear() {}

    /// The property as a message calls it.
    func facts(wanted: Any.Type) -> InjectionPointFacts {
        if let binding { return binding.plan.facts[Int(index)] }
        let form = InjectionForms.analyse(wanted)
        return InjectionPointFacts(
            owner: "", property: "the property at \(location)", location: location,
            wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: qualifier)
    }
}

/// The name a property asks for, in a box so that the many that ask for none pay one word.
final class QualifierName: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
}

/// The place where a wrapped property's value stands.
///
/// A value is published once, by a store that releases what readers acquire; a value that is assigned later is published
/// as a new payload, and the old one stays until the cell goes. So reading takes no lock.
@usableFromInline
class InjectionCell<Value>: AnyInjectionCell, @unchecked Sendable {
    // Sound: payloads are immutable once published, and freed with the cell only.

    @usableFromInline
    struct Payload {
        @usableFromInline let value: Value
        @usableFromInline let previous: UnsafeMutablePointer<Payload>?

        @usableFromInline
        init(value: Value, previous: UnsafeMutablePointer<Payload>?) {
            self.value = value
            self.previous = previous
        }
    }

    @usableFromInline final let payload = Atomic<UnsafeMutablePointer<Payload>?>(nil)

    deinit { clear() }

    override func clear() {
        var next = payload.exchange(nil, ordering: .acquiringAndReleasing)
        while let current = next {
            next = current.pointee.previous
            current.deinitialize(count: 1)
            current.deallocate()
        }
    }

    @inlinable
    final var value: Value {
        if let payload = payload.load(ordering: .acquiring) { return payload.pointee.value }
        return resolvedOrStop()
    }

    final var isFilled: Bool { payload.load(ordering: .acquiring) != nil }

    @usableFromInline
    final func assign(_ value: Value) {
        let fresh = UnsafeMutablePointer<Payload>.allocate(capacity: 1)
        var previous = payload.load(ordering: .acquiring)
        while true {
            fresh.initialize(to: Payload(value: value, previous: previous))
            let (exchanged, current) = payload.compareExchange(
                expected: previous, desired: fresh, ordering: .acquiringAndReleasing)
            if exchanged { return }
            fresh.deinitialize(count: 1)
            previous = current
        }
    }

    /// The value, resolved now if it was not before.
    final func resolved() throws -> Value {
        if let payload = payload.load(ordering: .acquiring) { return payload.pointee.value }
        let core = try binding?.core ?? ContextCore.ambient(for: facts(wanted: Value.self))
        let value = try core.inGate(for: { self.facts(wanted: Value.self) }) {
            try make(in: core)
        }
        return fill(value)
    }

    override func fill() throws { _ = try resolved() }

    /// Makes the value: a dependency, unless a subclass knows better.
    func make(in core: ContextCore) throws -> Value { try core.supply(Value.self, to: self) }

    /// Publishes a value unless another thread was first, and returns the one that stands.
    private func fill(_ value: Value) -> Value {
        let fresh = UnsafeMutablePointer<Payload>.allocate(capacity: 1)
        fresh.initialize(to: Payload(value: value, previous: nil))
        let (exchanged, current) = payload.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        guard !exchanged, let current else { return value }
        fresh.deinitialize(count: 1)
        fresh.deallocate()
        return current.pointee.value
    }

    override func heldObjects() -> [Unmanaged<AnyObject>] {
        var objects: [Unmanaged<AnyObject>] = []
        var next = payload.load(ordering: .acquiring)
        while let current = next {
            HeldObjects.collect(current.pointee.value, into: &objects)
            next = current.pointee.previous
        }
        return objects
    }

    /// The value of a plain read, which has no way to throw.
    @usableFromInline
    @inline(never)
    final func resolvedOrStop() -> Value {
        do {
            return try resolved()
        } catch {
            fatalError("\n\(error)\n")
        }
    }
}
