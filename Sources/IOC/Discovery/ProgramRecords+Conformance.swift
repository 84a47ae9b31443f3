import CSwiftRuntime
import IOCBase
import IOCModel

#if !canImport(ObjectiveC)
extension ProgramRecords {
    /// What the records say on whether `candidate` conforms to an existential's protocols; nil where they can't tell.
    ///
    /// They answer what a cast would, without having the runtime search all records for each new pair.
    func conforms(_ candidate: AnyClass, to existential: Any.Type) -> Bool? {
        guard let groups = conformerGroups(of: existential) else { return nil }
        return groups.allSatisfy { Self.contains(candidate, in: $0) }
    }

    /// The definitions whose class conforms to an existential's protocols, in their order; nil where the records can't
    /// tell.
    /// - Parameter lineage: For each class the definitions of it and of its subclasses.
    func conformers(
        of existential: Any.Type, in lineage: ListsByKey<ObjectIdentifier, Candidate>
    ) -> [Candidate]? {
        guard let groups = conformerGroups(of: existential) else { return nil }
        var result: Set<Int>?
        for types in groups.map(\.keys) {
            var found: Set<Int> = []
            for context in types where !ioc_context_is_generic(context) {
                guard let metadata = ioc_type_metadata(context) else { continue }
                // Sound: complete metadata of a class is what identifies it.
                let type = unsafeBitCast(metadata, to: Any.Type.self)
                for candidate in lineage[ObjectIdentifier(type)] { found.insert(candidate.definition) }
            }
            // A generic ancestor has no metadata of its own to look up by: fall back on asking each class.
            if types.contains(where: ioc_context_is_generic) { return nil }
            result = result?.intersection(found) ?? found
        }
        return result?.sorted().map { Candidate(definition: $0, isExact: false) }
    }

    /// Whether a class conforms to a protocol that is known by its descriptor.
    func conforms(_ candidate: AnyClass, toProtocol descriptor: UnsafeRawPointer) -> Bool {
        conformers[descriptor].map { Self.contains(candidate, in: $0) } ?? false
    }

    /// Whether a class conforms to a protocol that is known by its qualified or simple name.
    func conforms(_ candidate: AnyClass, toProtocolNamed name: String) -> Bool? {
        if conformers.contains(where: { Self.isNamed($0, name) && Self.contains(candidate, in: $1) }) { return true }
        return contains(conditional, named: name) ? nil : false
    }

    /// Whether one of some protocols has a qualified or simple name.
    func contains(_ descriptors: Set<UnsafeRawPointer>, named name: String) -> Bool {
        descriptors.contains { Self.isNamed($0, name) }
    }

    private static func isNamed(_ descriptor: UnsafeRawPointer, _ name: String) -> Bool {
        let qualified = ProgramClass.name(of: descriptor)
        return qualified == name || qualified.hasSuffix(".\(name)")
    }

    /// The qualified names of all protocols.
    func protocolNames() -> Set<String>? { Set(protocols.map(ProgramClass.name)) }

    /// The classes whose own declaration conforms to an existential's protocols.
    func classes(fitting existential: Any.Type) -> [ProgramClass] {
        guard let groups = conformerGroups(of: existential), let first = groups.first else { return [] }
        return groups.dropFirst().reduce(Set(first.keys)) { $0.intersection($1.keys) }.map(ProgramClass.init)
    }

    /// For each protocol of `any P & Q` the classes that conform to it themselves.
    private func conformerGroups(of existential: Any.Type) -> [[UnsafeRawPointer: UnsafeRawPointer]]? {
        // Sound: a metatype is the address of its metadata, and the kind says which layout it has.
        let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
        guard ioc_metadata_kind(metadata) == ioc_metadata_existential else { return nil }
        var count: UInt32 = 0
        var hasSuperclass = false
        let protocols = ioc_existential_protocols(metadata, &count, &hasSuperclass)
        let wanted = (0..<Int(count)).map { protocols[$0] }
        guard !hasSuperclass, count > 0, conditional.isDisjoint(with: wanted) else { return nil }
        return wanted.map { conformers[$0] ?? [:] }
    }

    /// Whether a class or one of its ancestors is among those that conform themselves.
    private static func contains(_ candidate: AnyClass, in types: [UnsafeRawPointer: UnsafeRawPointer]) -> Bool {
        conformance(of: candidate, in: types) != nil
    }

    /// What says that a class, or one of its ancestors, conforms.
    private static func conformance(
        of candidate: AnyClass, in types: [UnsafeRawPointer: UnsafeRawPointer]
    ) -> (type: AnyClass, descriptor: UnsafeRawPointer)? {
        sequence(first: candidate, next: { _getSuperclass($0) }).lazy.compactMap { type in
            context(of: type).flatMap { types[$0] }.map { (type, $0) }
        }.first
    }

    /// A class with the way it conforms to a protocol, as an existential metatype holds the two.
    /// - Parameter existential: `any P` of one protocol.
    /// - Returns: Nil where the class does not conform, or where the records can't tell.
    func metatype(of candidate: AnyClass, as existential: Any.Type) -> (AnyClass, UnsafeRawPointer)? {
        guard let groups = conformerGroups(of: existential), groups.count == 1,
            let (type, descriptor) = Self.conformance(of: candidate, in: groups[0])
        else { return nil }
        // Sound: the descriptor is that of a conformance of this very class to the protocol.
        return (candidate, swift_getWitnessTable(descriptor, unsafeBitCast(type, to: UnsafeRawPointer.self), nil))
    }

    private static func context(of type: AnyClass) -> UnsafeRawPointer? {
        // Sound: a class's reference is the address of its metadata.
        ioc_class_context(unsafeBitCast(type, to: UnsafeRawPointer.self))
    }
}
#endif
