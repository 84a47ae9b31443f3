import IOCModel
public import Synchronization

/// The storage of a wrapped property's value.
///
/// A value in memory is called a payload. It is published once, by a releasing store, and readers acquire it, so a read
/// takes no lock. A value no larger than a reference is in the cell itself, in its room; any other value is in
/// allocated memory. An assigned value is published as a new payload. The former payload stays until the cell is
/// released, because another thread may be reading it. If the property can't retain its value, because the value
/// depends on the property's owner, there is no payload. Then each read resolves the value, from an ``InjectionLink``
/// if there is one.
@usableFromInline
class InjectionCell<Value>: AnyInjectionCell, @unchecked Sendable {
    // Sound: payloads never change after they are published, and are freed with the cell. A link is published once.
    // Only the thread that sets `hasRoom` to false writes to the room, before it publishes the room's address. If
    // another thread has published a value first, the writer empties the room again.

    /// The address of an ``InjectionLink`` that the cell retains; ``asks`` if each read asks the scope; 0 for neither.
    private let link = Atomic<UInt>(0)
    /// Provisional values that were removed when the property was bound. They are freed with the cell.
    private let discarded = Atomic<UnsafeMutableRawPointer?>(nil)

    private static var asks: UInt { 1 }

    @usableFromInline
    override init(qualifier: String?, fileID: StaticString, line: Int) {
        super.init(qualifier: qualifier, fileID: fileID, line: line)
    }

    deinit {
        Payload<Value>.freeAll(payload.load(ordering: .acquiring), until: ownRoom)
        Payload<Value>.freeAll(discarded.load(ordering: .acquiring), until: ownRoom)
        if !hasRoom.load(ordering: .acquiring) {
            ownRoom.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
        retainedLink?.release()
    }

    private var retainedLink: Unmanaged<InjectionLink>? {
        let address = link.load(ordering: .acquiring)
        return address == Self.asks ? nil : UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }

    @inlinable
    final var value: Value {
        if let payload = payload.load(ordering: .acquiring) {
            return payload.assumingMemoryBound(to: Value.self).pointee
        }
        return resolvedOrStop()
    }

    var isFilled: Bool { payload.load(ordering: .acquiring) != nil || link.load(ordering: .acquiring) != 0 }

    @usableFromInline
    func assign(_ value: Value) {
        Payload<Value>.push(Payload.make(value), onto: payload)
    }

    // MARK: Resolving

    /// Returns the value. It is resolved now if it was not resolved before.
    final func resolved() throws -> Value {
        if let payload = payload.load(ordering: .acquiring) {
            return payload.assumingMemoryBound(to: Value.self).pointee
        }
        return try resolve()
    }

    /// Returns the value for a plain read, which can't throw. Stops the program if there is no value.
    @usableFromInline
    @inline(never)
    final func resolvedOrStop() -> Value {
        do {
            return try resolved()
        } catch {
            fatalError("\n\(error)\n")
        }
    }

    override func fill() throws { _ = try resolved() }

    /// Returns the value of a property without a payload.
    func resolve() throws -> Value {
        guard let heldBinding else { return try resolveUnbound() }
        // Sound: the cell retains each binding that it ever had.
        return try heldBinding._withUnsafeGuaranteedRef { try resolve(for: $0) }
    }

    private func resolve(for binding: InjectionBinding) throws -> Value {
        if link.load(ordering: .acquiring) != 0 { return try readLink(in: binding) }
        if let point = binding.point(at: index), isWired(point), let target = point.target {
            return try target._withUnsafeGuaranteedRef { site in
                let (instance, hold) = try resolve(site, point, binding)
                let value = try value(instance, of: site, point, binding)
                switch hold {
                case nil: return value
                case .retained: return fill(value)
                case let hold?: return store(value, [(ResolvedSite(site: site, object: instance, isNew: false), hold)])
                }
            }
        }
        return try inGate(of: binding) { core in
            let found = try find(in: core, for: binding)
            guard binding.keeps(found.met) else { return found.value }
            return store(
                found.value, found.parts.map { ($0, binding.hold($0.object, of: $0.site, isNew: $0.isNew)) })
        }
    }

    /// Returns an instance as a value of the property's type.
    private func value(
        _ instance: AnyObject, of site: CallSite, _ argument: ArgumentSite, _ binding: InjectionBinding
    ) throws -> Value {
        // Sound: the instance is of the class `Value`, so a `Value` is one reference, as an `AnyObject` is.
        if AnyValueBox.isInstance(instance, of: Value.self) { return unsafeBitCast(instance, to: Value.self) }
        return try Frame.ask(.reads, binding, in: binding.core, reading: argument) { _ in
            try site.cast(instance, to: Value.self)
        }.result
    }

    /// Stores a value by the rules of ownership, see ``InjectionBinding``.
    /// - Parameter held: The instances of the value, each with the way the property holds it.
    private func store(_ value: Value, _ held: [(ResolvedSite, InjectionHold)]) -> Value {
        if held.allSatisfy({ $0.1 == .retained }) { return fill(value) }
        if held.allSatisfy({ $0.1 == .asked }) {
            _ = link.compareExchange(expected: 0, desired: Self.asks, ordering: .acquiringAndReleasing)
            return value
        }
        let fresh = Unmanaged.passRetained(InjectionLink(held))
        let (isFirst, _) = link.compareExchange(
            expected: 0, desired: UInt(bitPattern: fresh.toOpaque()), ordering: .acquiringAndReleasing)
        if !isFirst { fresh.release() }
        return value
    }

    @inline(never)
    private func readLink(in binding: InjectionBinding) throws -> Value {
        // The end of the context or activation is checked first. Otherwise a read after the end would succeed as long
        // as something else retains the instance.
        if let fault = binding.endedFault { throw error(fault, of: binding) }
        guard let link = retainedLink?.takeUnretainedValue() else {
            return try inGate(of: binding) { try find(in: $0, for: binding).value }
        }
        let found: Value? = try inGate(of: binding) { core in
            try Frame.ask(.reads, binding, in: core, reading: argument) { _ in try link.value() }.result
        }
        if let found { return found }
        let cycle = binding.site.map(binding.core.cycle) ?? []
        throw error(binding.endedFault ?? Fault(.instanceGone(cycle)), of: binding)
    }

    private func error(_ fault: Fault, of binding: InjectionBinding) -> IOCError {
        binding.core.error(fault, at: facts(wanted: Value.self))
    }

    // MARK: Making the value

    /// Runs `body`. Neither the context nor the activation of the owner can be emptied meanwhile.
    final func inGate<Result>(of binding: InjectionBinding, _ body: (ContextCore) throws -> Result) throws -> Result {
        try binding.core.inGate {
            guard let activation = binding.activation else { return try body(binding.core) }
            return try activation.inGate {
                try body(binding.core)
            } orEnded: {
                try afterEnd(of: binding, body, activation.endedFault)
            }
        } orEnded: {
            try afterEnd(of: binding, body, Fault(.contextEnded))
        }
    }

    /// Returns a provider after the end of the context or the activation, because the provider looks up its component
    /// only when it is called. Throws for any other value.
    private func afterEnd<Result>(
        of binding: InjectionBinding, _ body: (ContextCore) throws -> Result, _ fault: Fault
    ) throws -> Result {
        switch InjectionForms.analyze(Value.self).shape {
        case .provider, .optionalProvider: return try body(binding.core)
        default: throw error(fault, of: binding)
        }
    }

    /// The property, with the source of its value.
    private var argument: ArgumentSite {
        if let point, isWired(point) { return point }
        return ArgumentSite(facts(wanted: Value.self), Value.self)
    }

    /// Returns true if the boot's decision is for the name that the property asks for.
    private func isWired(_ point: ArgumentSite) -> Bool { point.facts.isQualifierKnown || qualifier == nil }

    /// Finds the value: a dependency here, a setting in ``ValueCell``.
    /// - Parameter binding: The binding of the owner; nil if the container did not create the owner, or has not bound
    ///   it yet.
    /// - Returns: The value and its components. `met` is the depth of the outermost ``Frame`` whose unfinished instance
    ///   the lookup has returned; nil for none.
    func find(
        in core: ContextCore, for binding: InjectionBinding?
    ) throws -> (value: Value, parts: [ResolvedSite], met: Int?) {
        let argument = argument
        let (found, met) = try Frame.ask(.reads, binding, in: core, reading: argument) { _ in
            try core.value(of: argument.source, as: Value.self)
        }
        if found.parts.count == 1 { Frame.innermost?.pointee.note(found.parts[0].object) }
        return (found.value, found.parts, met)
    }

    // MARK: Properties without a binding

    /// Returns the value of a property in an object that the container did not create, or has not bound yet.
    @inline(never)
    private func resolveUnbound() throws -> Value {
        let core = try ContextCore.ambient(for: facts(wanted: Value.self))
        let (value, _, met) = try core.inGate(for: { facts(wanted: Value.self) }) { try find(in: core, for: nil) }
        if met != nil { return value }
        guard Frame.innermost == nil else { return fill(value) }
        // The container may be creating the object on another thread. If it binds the property, the property must not
        // keep this value.
        let stored = fill(value, isProvisional: true)
        if binding != nil { discardProvisional() }
        return stored
    }

    override func discardProvisional() {
        guard let former = payload.load(ordering: .sequentiallyConsistent), former != ownRoom,
            Payload<Value>.isProvisional(former),
            payload.compareExchange(expected: former, desired: nil, ordering: .sequentiallyConsistent).exchanged
        else { return }
        Payload<Value>.push(former, onto: discarded)
    }

    /// Publishes a value, unless another thread has published one.
    /// - Returns: The published value.
    private func fill(_ value: Value, isProvisional: Bool = false) -> Value {
        let fresh: UnsafeMutableRawPointer
        if !isProvisional, MemoryLayout<Value>.size <= MemoryLayout<UInt>.size,
            MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment,
            hasRoom.exchange(false, ordering: .acquiring)
        {
            fresh = ownRoom
            fresh.initializeMemory(as: Value.self, to: value)
        } else {
            fresh = Payload.make(value, isProvisional: isProvisional)
        }
        let (isFirst, current) = payload.compareExchange(
            expected: nil, desired: fresh, ordering: .sequentiallyConsistent)
        guard !isFirst, let current else { return value }
        if fresh == ownRoom {
            fresh.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            hasRoom.store(true, ordering: .releasing)
        } else {
            Payload<Value>.freeAll(fresh, until: ownRoom)
        }
        return current.assumingMemoryBound(to: Value.self).pointee
    }
}

/// The parts of a value that depends on the property's owner. Each read assembles the value from them.
final class InjectionLink: @unchecked Sendable {
    // Sound: nothing changes after `init` except weak references, which the runtime synchronizes.

    private struct Part {
        let site: CallSite
        let hold: InjectionHold
        let retained: AnyObject?
        weak let other: AnyObject?
    }

    private let parts: [Part]

    init(_ parts: [(part: ResolvedSite, hold: InjectionHold)]) {
        self.parts = parts.map { part, hold in
            Part(
                site: part.site, hold: hold, retained: hold == .retained ? part.object : nil,
                other: hold == .weak ? part.object : nil)
        }
    }

    /// Returns the value, assembled from its parts; nil if a part was released.
    func value<Value>() throws -> Value? {
        var found: [ResolvedSite] = []
        for part in parts {
            if part.hold == .asked {
                found.append(try part.site.part())
            } else {
                guard let object = part.retained ?? part.other else { return nil }
                found.append(ResolvedSite(site: part.site, object: object, isNew: false))
            }
        }
        return InjectionForms.assembled(from: found)
    }
}

/// The header in front of a property's value in allocated memory.
private struct Header {
    /// The former payload, which is freed together with this one.
    var previous: UnsafeMutableRawPointer?
    /// True if the value was resolved outside of any ``Frame`` before the property was bound. Binding the property then
    /// removes the value.
    let isProvisional: Bool
}

/// The allocated memory of a property's value. It is written before its address is published, and freed with the cell.
enum Payload<Value> {
    private static var alignment: Int { max(MemoryLayout<Value>.alignment, MemoryLayout<Header>.alignment) }

    /// The number of bytes from the start of the memory to the value.
    private static var offset: Int { (MemoryLayout<Header>.size + alignment - 1) / alignment * alignment }

    /// Returns the address of a new value. The caller owns the memory.
    static func make(_ value: Value, isProvisional: Bool = false) -> UnsafeMutableRawPointer {
        let start = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
        start.initializeMemory(as: Header.self, to: Header(previous: nil, isProvisional: isProvisional))
        (start + offset).initializeMemory(as: Value.self, to: value)
        return start + offset
    }

    /// Adds a payload at the front of a list. The former payloads are freed together with it.
    static func push(_ payload: UnsafeMutableRawPointer, onto list: borrowing Atomic<UnsafeMutableRawPointer?>) {
        var previous = list.load(ordering: .acquiring)
        while true {
            header(of: payload).pointee.previous = previous
            let (exchanged, current) = list.compareExchange(
                expected: previous, desired: payload, ordering: .acquiringAndReleasing)
            if exchanged { return }
            previous = current
        }
    }

    static func isProvisional(_ payload: UnsafeMutableRawPointer) -> Bool { header(of: payload).pointee.isProvisional }

    /// Frees a payload and its former payloads.
    /// - Parameter room: The room of a cell. If it is in the list, it is the last payload, and is not freed.
    static func freeAll(_ payload: UnsafeMutableRawPointer?, until room: UnsafeMutableRawPointer) {
        var next = payload
        while let current = next, current != room {
            next = header(of: current).pointee.previous
            current.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            (current - offset).deallocate()
        }
    }

    private static func header(of payload: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Header> {
        (payload - offset).assumingMemoryBound(to: Header.self)
    }
}
