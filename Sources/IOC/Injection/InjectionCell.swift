import CSwiftRuntime
import IOCModel
public import Synchronization

/// What injection plans know of a wrapper's cell without knowing its type.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
    // Sound: the declaration never changes, `held` is written before the owner is published to other threads, and the
    // payload's memory is immutable once its address is there.

    /// The owner's binding, retained; nil in objects that the container did not build.
    fileprivate var held: Unmanaged<InjectionBinding>?
    private let fileID: UnsafePointer<UInt8>
    private let qualifierName: QualifierName?
    private let line: UInt32
    private var index: UInt16 = 0
    /// Whether somebody has taken `room`.
    fileprivate final let isRoomTaken = Atomic<Bool>(false)
    /// The value, with the address of the payload before it behind; nil while there is none.
    @usableFromInline final let payload = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Room for a first payload that is no larger: a reference, or a class-bound existential of one protocol.
    fileprivate final var room: (UInt, UInt) = (0, 0)

    @usableFromInline
    init(qualifier: QualifierName?, fileID: StaticString, line: Int) {
        self.qualifierName = qualifier
        // Sound: a literal that prints `#fileID` is a pointer to constant text that ends in a zero byte.
        self.fileID = fileID.hasPointerRepresentation ? fileID.utf8Start : Self.noFile
        self.line = UInt32(clamping: line)
    }

    private static var noFile: UnsafePointer<UInt8> { ("?" as StaticString).utf8Start }

    var qualifier: String? { qualifierName?.text }
    var location: SourceLocation { SourceLocation(file: String(cString: fileID), line: Int(line)) }

    deinit { held?.release() }

    /// The context and the plan of the owner; nil in objects that the container did not build.
    final var binding: InjectionBinding? { held?.takeUnretainedValue() }

    final func bind(_ binding: InjectionBinding, point: Int) {
        let known = held
        self.index = UInt16(clamping: point)
        // What boot has made is bound when it is made, and again when its turn comes.
        guard known?.toOpaque() != Unmanaged.passUnretained(binding).toOpaque() else { return }
        held = Unmanaged.passRetained(binding)
        known?.release()
    }

    /// The same declaration without a value, for what is stored in the value and must not hold its own cell.
    func detached() -> AnyInjectionCell {
        AnyInjectionCell(copying: self)
    }

    private init(copying other: AnyInjectionCell) {
        held = other.held?.retain()
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
@usableFromInline
final class QualifierName: Sendable {
    let text: String

    @usableFromInline
    init(_ text: String) { self.text = text }
}

/// The place where a wrapped property's value stands.
///
/// A value is published once, by a store that releases what readers acquire; a value that is assigned later is published
/// as a new payload, and the old one stays until the cell goes. So reading takes no lock. A first payload that is small
/// enough stands in the cell itself.
@usableFromInline
class InjectionCell<Value>: AnyInjectionCell, @unchecked Sendable {
    // Sound: payloads are immutable once published, and freed with the cell only; `room` is written by the one thread that
    // has taken it.

    @usableFromInline
    override init(qualifier: QualifierName?, fileID: StaticString, line: Int) {
        super.init(qualifier: qualifier, fileID: fileID, line: line)
    }

    deinit { freePayloads(from: payload.load(ordering: .acquiring)) }

    override func clear() {
        freePayloads(from: payload.exchange(nil, ordering: .acquiringAndReleasing))
        isRoomTaken.store(false, ordering: .releasing)
    }

    @inlinable
    final var value: Value {
        // Sound: a payload begins with its value. (A pointer to a structure of both would copy an existential twice.)
        if let payload = payload.load(ordering: .acquiring) {
            return payload.assumingMemoryBound(to: Value.self).pointee
        }
        return resolvedOrStop()
    }

    // MARK: Payloads
    // Written out instead of a generic structure, whose metadata would be looked up each time.

    private static func make(_ value: consuming Value, previous: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        let payload = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<UnsafeMutableRawPointer?>.size,
            alignment: max(MemoryLayout<Value>.alignment, MemoryLayout<UnsafeMutableRawPointer?>.alignment))
        payload.initializeMemory(as: Value.self, to: value)
        (payload + offset).initializeMemory(as: UnsafeMutableRawPointer?.self, to: previous)
        return payload
    }

    /// Where the address of the payload before stands.
    private static var offset: Int {
        let alignment = MemoryLayout<UnsafeMutableRawPointer?>.alignment
        return (MemoryLayout<Value>.size + alignment - 1) / alignment * alignment
    }

    private static func previous(of payload: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        (payload + offset).load(as: UnsafeMutableRawPointer?.self)
    }

    /// Frees a payload and those before it.
    private func freePayloads(from payload: UnsafeMutableRawPointer?) {
        guard var current = payload else { return }
        let room = roomAddress
        while current != room {
            let previous = Self.previous(of: current)
            Self.free(current)
            guard let previous else { return }
            current = previous
        }
        room.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }

    private static func free(_ payload: UnsafeMutableRawPointer) {
        payload.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        payload.deallocate()
    }

    private static var fitsRoom: Bool {
        MemoryLayout<Value>.size <= 2 * MemoryLayout<UInt>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
    }

    // Sound: a stored property of an object keeps its address as long as the object lives, and nobody reads it by name.
    private var roomAddress: UnsafeMutableRawPointer {
        withUnsafeMutablePointer(to: &room) { UnsafeMutableRawPointer($0) }
    }

    final var isFilled: Bool { payload.load(ordering: .acquiring) != nil }

    @usableFromInline
    final func assign(_ value: Value) {
        var previous = payload.load(ordering: .acquiring)
        let fresh = Self.make(value, previous: previous)
        while true {
            let (exchanged, current) = payload.compareExchange(
                expected: previous, desired: fresh, ordering: .acquiringAndReleasing)
            if exchanged { return }
            (fresh + Self.offset).storeBytes(of: current, as: UnsafeMutableRawPointer?.self)
            previous = current
        }
    }

    /// The value, resolved now if it was not before.
    final func resolved() throws -> Value {
        if let payload = payload.load(ordering: .acquiring) {
            return payload.assumingMemoryBound(to: Value.self).pointee
        }
        if let held {
            // Sound: the binding stays until the owner goes, whom the caller is reading.
            return try held._withUnsafeGuaranteedRef { try resolved(in: $0.core) }
        }
        return try resolved(in: ContextCore.ambient(for: facts(wanted: Value.self)))
    }

    @inline(__always)
    private func resolved(in core: ContextCore) throws -> Value {
        guard let frame = ConstructionFrame.innermost else { return fill(try made(in: core)) }
        return try resolved(in: core, inside: frame)
    }

    /// The value of a read inside a construction, which stays unless it may still fail and the owner not with it.
    @inline(never)
    private func resolved(in core: ContextCore, inside frame: ConstructionFrame.Pointer) throws -> Value {
        let (value, isFinal) = try ConstructionFrame.watch(frame) { try made(in: core) }
        let isOwnerUnfinished = binding?.definition.map(ConstructionFrame.isBuilding) ?? false
        return isFinal || isOwnerUnfinished ? fill(value) : value
    }

    @inline(__always)
    private func made(in core: ContextCore) throws -> Value {
        try core.inGate(for: { self.facts(wanted: Value.self) }) { try make(in: core) }
    }

    override func fill() throws { _ = try resolved() }

    /// Makes the value: a dependency, unless a subclass knows better.
    func make(in core: ContextCore) throws -> Value { try core.supply(Value.self, to: self) }

    /// Publishes a value unless another thread was first, and returns the one that stands.
    private func fill(_ value: Value) -> Value {
        if Self.fitsRoom, !isRoomTaken.exchange(true, ordering: .relaxed) {
            let fresh = roomAddress
            fresh.initializeMemory(as: Value.self, to: value)
            let (exchanged, current) = payload.compareExchange(
                expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
            guard !exchanged, let current else { return value }
            fresh.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            return current.assumingMemoryBound(to: Value.self).pointee
        }
        let fresh = Self.make(value, previous: nil)
        let (exchanged, current) = payload.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        guard !exchanged, let current else { return value }
        Self.free(fresh)
        return current.assumingMemoryBound(to: Value.self).pointee
    }

    override func heldObjects() -> [Unmanaged<AnyObject>] {
        var objects: [Unmanaged<AnyObject>] = []
        var next = payload.load(ordering: .acquiring)
        let room = roomAddress
        while let current = next {
            HeldObjects.collect(current.assumingMemoryBound(to: Value.self).pointee, into: &objects)
            next = current == room ? nil : Self.previous(of: current)
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
