import CSwiftRuntime
import IOCBase
import IOCModel

#if !canImport(ObjectiveC)
extension ProgramRecords {
    /// Returns true if the records say that `candidate` conforms to an existential's protocols; nil where they can't tell.
    ///
    /// They answer what a cast would, without having the runtime search all records for each new pair.
    func conforms(_ candidate: AnyClass, to existential: Any.Type) -> Bool? {
        if let known = soleConformers(of: existential) { return contains(candidate, among: known) }
        return conformerGroups(of: existential)?.allSatisfy { contains(candidate, among: $0) }
    }

    /// The definitions whose class conforms to an existential's protocols, in their order; nil where the records can't
    /// tell.
    /// - Parameter add: Adds the definitions of a class, by the address of its metadata, and of its subclasses.
    func conformers(of existential: Any.Type, _ add: (_ type: ObjectIdentifier, _ found: inout [Int]) -> Void)
        -> [Candidate]?
    {
        guard let groups = conformerGroups(of: existential) else { return nil }
        var result: [Int]?
        for group in groups {
            var found: [Int] = []
            for context in group.descriptors.keys {
                // A generic ancestor has no metadata of its own to look up by: fall back on asking each class.
                if ioc_context_is_generic(context) { return nil }
                guard let metadata = ioc_type_metadata(context) else { continue }
                // Sound: complete metadata of a class is what `Any.Type` holds.
                add(ObjectIdentifier(unsafeBitCast(metadata, to: Any.Type.self)), &found)
            }
            // A class stands there once for each ancestor that conforms by itself.
            if found.count > 1 { found = Set(found).ordered() }
            result = result.map { $0.filter(Set(found).contains) } ?? found
        }
        return result?.map { Candidate(definition: $0, isExact: false) }
    }

    /// Returns true if a class conforms to a protocol that is known by its descriptor.
    func conforms(_ candidate: AnyClass, toProtocol descriptor: UnsafeRawPointer) -> Bool {
        conformances[descriptor].map { contains(candidate, among: $0) } ?? false
    }

    /// Returns true if a class conforms to a protocol that is known by its qualified or simple name.
    func conforms(_ candidate: AnyClass, toProtocolNamed name: String) -> Bool? {
        var isOpen = false
        for (descriptor, known) in conformances.all where Self.isNamed(descriptor, name) {
            if contains(candidate, among: known) { return true }
            if known.areConditional { isOpen = true }
        }
        return isOpen ? nil : false
    }

    /// Returns true if one of some protocols has a qualified or simple name.
    func contains(_ descriptors: Set<UnsafeRawPointer>, named name: String) -> Bool {
        descriptors.contains { Self.isNamed($0, name) }
    }

    private static func isNamed(_ descriptor: UnsafeRawPointer, _ name: String) -> Bool {
        let qualified = ProgramClass.name(of: descriptor)
        return qualified == name || qualified.hasSuffix(".\(name)")
    }

    /// The qualified names of all protocols.
    func protocolNames() -> Set<String>? { Set(protocols.map(ProgramClass.name)) }

    /// The classes whose own declaration conforms to an existential's protocols, in no particular order.
    func classes(fitting existential: Any.Type) -> [ProgramClass] {
        guard let groups = conformerGroups(of: existential), let first = groups.first else { return [] }
        return first.descriptors.keys
            .filter { type in
                groups.dropFirst().allSatisfy { $0.descriptors[type] != nil }
            }
            .map(ProgramClass.init(context:))
    }

    /// The classes that conform to `any P` themselves; nil where it has more parts, or where the records can't tell.
    ///
    /// Apart from the lists of several, as a list would be an allocation for each class that is looked at.
    private func soleConformers(of existential: Any.Type) -> ClassConformances.Conformers? {
        guard let protocols = Self.protocols(of: existential), protocols.count == 1,
            let known = conformances[protocols[0]], !known.areConditional
        else { return nil }
        return known
    }

    /// For each protocol of `any P & Q` the classes that conform to it themselves.
    private func conformerGroups(of existential: Any.Type) -> [ClassConformances.Conformers]? {
        guard let protocols = Self.protocols(of: existential) else { return nil }
        let groups = protocols.map { conformances[$0] ?? ClassConformances.Conformers() }
        return groups.contains(where: \.areConditional) ? nil : groups
    }

    /// The descriptors of `any P & Q`; nil for other types, and where it asks for a superclass as well.
    private static func protocols(of existential: Any.Type) -> UnsafeBufferPointer<UnsafeRawPointer>? {
        // Sound: a metatype is the address of its metadata, and the kind says which layout it has.
        let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
        guard ioc_metadata_kind(metadata) == ioc_metadata_existential else { return nil }
        var count: UInt32 = 0
        var hasSuperclass = false
        let first = ioc_existential_protocols(metadata, &count, &hasSuperclass)
        return hasSuperclass ? nil : UnsafeBufferPointer(start: first, count: Int(count))
    }

    /// Returns true if a class or one of its ancestors is among those that conform themselves.
    private func contains(_ candidate: AnyClass, among known: ClassConformances.Conformers) -> Bool {
        conformance(of: candidate, among: known) != nil
    }

    /// The record by which a class, or one of its ancestors, conforms.
    private func conformance(
        of candidate: AnyClass, among known: ClassConformances.Conformers
    ) -> (type: AnyClass, descriptor: UnsafeRawPointer)? {
        var next: AnyClass? = candidate
        while let type = next {
            // Sound: a class's reference is the address of its metadata.
            let context = ioc_class_context(unsafeBitCast(type, to: UnsafeRawPointer.self))
            if let descriptor = context.flatMap({ known.descriptors[$0] }) {
                return (type, descriptor)
            }
            next = TypeIdentity.superclass(of: type)
        }
        return nil
    }

    /// A value type that is a component, with the way it is one, as an existential metatype holds the two.
    func conformance(ofValue type: Any.Type) -> (Any.Type, UnsafeRawPointer)? {
        // Sound: a metatype is the address of its metadata, which leads to the descriptor it was made from.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard let context = ioc_value_context(metadata), let descriptor = values[context] else { return nil }
        return (type, swift_getWitnessTable(descriptor, metadata, nil))
    }

    /// A class with the way it conforms to a protocol, as an existential metatype holds the two.
    /// - Parameter existential: `any P` of one protocol.
    /// - Returns: Nil where the class does not conform, or where the records can't tell.
    func metatype(of candidate: AnyClass, as existential: Any.Type) -> (AnyClass, UnsafeRawPointer)? {
        guard let known = soleConformers(of: existential),
            let (type, descriptor) = conformance(of: candidate, among: known)
        else { return nil }
        // Sound: the descriptor is that of a conformance of this very class to the protocol.
        return (candidate, swift_getWitnessTable(descriptor, unsafeBitCast(type, to: UnsafeRawPointer.self), nil))
    }
}
#endif
