import IOCBase
import IOCModel

/// The classes of a program's records that were requested.
final class ComponentTable: Sendable {
    /// A component class.
    final class Component: Sendable {
        let type: any ManagedComponent.Type
        let recipe: Recipe
        let lacksReflection: Bool
        /// The known facts of it before its traits.
        fileprivate let facts: DefinitionFacts

        init(_ found: ComponentType, _ record: ProgramClass) {
            let name = record.name
            type = found.type
            recipe = .making(found, owner: name.simple)
            lacksReflection = record.lacksReflection
            facts = DefinitionFacts(
                name: name.qualified, simpleName: name.simple, type: TypeIdentity.id(found.type),
                writer: TypeName.writer, origin: .scannedClass(name: name.qualified))
        }
    }

    private let records: ProgramRecords
    /// By the class's number; empty before the first request.
    private let asked = Guarded<[Component?]>([])
    /// The classes of some prefixes, as far as they were requested.
    private let matching = Guarded<[(prefixes: [String], numbers: [Int])]>([])
    /// The limit of remembered lists of prefixes. A program has a few; generated ones could be any number.
    private static let mostPrefixes = 16

    private init(_ records: ProgramRecords) { self.records = records }

    /// The table of some records; those of one program share it.
    static func table(of records: ProgramRecords) -> ComponentTable {
        latest.withLock { latest in
            if let latest, latest.records.areSame(as: records) { return latest }
            let fresh = ComponentTable(records)
            latest = fresh
            return fresh
        }
    }

    private static let latest = Guarded<ComponentTable?>(nil)

    /// By the class's number the components that were requested.
    var known: [Component?] { asked.withLock { $0 } }

    /// The component class of a number; nil where it is none.
    func component(_ number: Int) -> Component? {
        if let component = asked.withLock({ $0.isEmpty ? nil : $0[number] }) { return component }
        guard let found = records.classes[number].loadType().flatMap(ComponentType.of) else { return nil }
        let component = Component(found, records.classes[number])
        asked.withLock { asked in
            if asked.isEmpty { asked = Array(repeating: nil, count: records.classes.count) }
            asked[number] = component
        }
        return component
    }

    /// A component class with its traits.
    func declaration(of component: Component, _ number: Int) -> Declaration {
        Declaration(
            .component(number), component.facts, traits: ComponentType.ownTraits(of: component.type),
            scope: .singleton)
    }

    /// The classes whose qualified or simple name starts with one of the prefixes, by qualified name.
    func classes(matching prefixes: [String]) -> [Int] {
        let known = matching.withLock { $0.first { $0.prefixes == prefixes }?.numbers }
        if let known { return known }
        let named = records.classes.indices.compactMap { number -> (number: Int, name: String)? in
            guard prefixes.contains(where: records.classes[number].mayMatch) else { return nil }
            let name = records.classes[number].name
            return prefixes.contains(where: name.matches) ? (number, name.qualified) : nil
        }
        // By index, as a closure of elements would get copies of two for each comparison.
        let numbers = named.indices.ordered { named[$0].name < named[$1].name }.map { named[$0].number }
        matching.withLock { matching in
            if matching.count == Self.mostPrefixes { matching.removeAll() }
            matching.append((prefixes, numbers))
        }
        return numbers
    }
}
