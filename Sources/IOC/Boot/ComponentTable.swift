import IOCBase
import IOCModel
import IOCPlan

/// The classes of a program's records as somebody has asked for them, each described once.
///
/// The traits of a class are code, and read again each time; while they are the same, the description is the same value.
final class ComponentTable: Sendable {
    /// A component class.
    final class Component: Sendable {
        let type: any ManagedComponent.Type
        let recipe: Recipe
        let lacksReflection: Bool
        /// Its own traits; nil before somebody has asked.
        fileprivate let said = Guarded<Said?>(nil)

        init(type: any ManagedComponent.Type, recipe: Recipe, lacksReflection: Bool) {
            self.type = type
            self.recipe = recipe
            self.lacksReflection = lacksReflection
        }
    }

    /// The traits that a component class declares, with the declaration they amount to without a file.
    fileprivate enum Said: Sendable {
        case nothing(DefinitionFacts)
        case traits(Described)
    }

    /// A component class that has traits.
    fileprivate final class Described: Sendable {
        let declaration: Declaration
        let traits: [ComponentTrait]

        init(_ declaration: Declaration, _ traits: [ComponentTrait]) {
            self.declaration = declaration
            self.traits = traits
        }
    }

    private let records: ProgramRecords
    private let asked: Guarded<[Component?]>
    /// The classes of some prefixes, as far as somebody has asked for those.
    private let matching = Guarded<[(prefixes: [String], numbers: [Int])]>([])
    /// The limit of remembered lists of prefixes. A program has a few; generated ones could be any number.
    private static let mostPrefixes = 16

    private init(_ records: ProgramRecords) {
        self.records = records
        asked = Guarded(Array(repeating: nil, count: records.classes.count))
    }

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

    /// By the class's number the components that somebody has asked for.
    var known: [Component?] { asked.withLock { $0 } }

    /// The component class of a number; nil where it is none.
    func component(_ number: Int) -> Component? {
        if let component = asked.withLock({ $0[number] }) { return component }
        guard let found = records.classes[number].loadType().flatMap(ComponentType.of) else { return nil }
        let component = Component(
            type: found.type, recipe: .making(found, owner: records.classes[number].simpleName),
            lacksReflection: records.classes[number].lacksReflection)
        asked.withLock { $0[number] = component }
        return component
    }

    /// A component class with its traits.
    func declaration(of component: Component, _ number: Int) -> Declaration {
        let known = component.said.withLock { $0 }
        let traits = component.type.traits
        if traits.isEmpty {
            let facts: DefinitionFacts
            if case .nothing(let told) = known {
                facts = told
            } else {
                facts = self.facts(of: component, number)
                component.said.withLock { $0 = .nothing(facts) }
            }
            return Declaration(.component(number), facts, traits: [], scope: .singleton)
        }
        let own = ComponentTrait.own(traits, below: ComponentType.superclassTraits(of: component.type))
        if case .traits(let known) = known, known.traits == own { return known.declaration }
        let declaration = Declaration(
            .component(number), facts(of: component, number), traits: own, scope: .singleton)
        let fresh = Described(declaration, own)
        component.said.withLock { $0 = .traits(fresh) }
        return declaration
    }

    private func facts(of component: Component, _ number: Int) -> DefinitionFacts {
        let name = records.classes[number].name
        return DefinitionFacts(
            name: name.qualified, simpleName: name.simple, type: TypeIdentity.id(component.type),
            typeNaming: .text(name.qualified), origin: .scannedClass(name: name.qualified))
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
        let numbers = named.ordered { $0.name < $1.name }.map(\.number)
        matching.withLock { matching in
            if matching.count == Self.mostPrefixes { matching.removeAll() }
            matching.append((prefixes, numbers))
        }
        return numbers
    }
}
