import IOCBase
import IOCModel
import IOCPlan

/// The classes of a program's records as somebody has asked for them, each described once.
///
/// The traits of a class are code, and read again each time; while they are the same, the description is the same value.
final class ComponentTable: Sendable {
    /// A component class.
    struct Component: Sendable {
        let type: any ManagedComponent.Type
        let recipe: Recipe
        let lacksReflection: Bool
    }

    /// The traits that a component class declares, with the declaration they amount to without a file.
    private final class Described: Sendable {
        let declaration: Declaration
        let traits: [ComponentTrait]
        /// True if the traits are its superclass's.
        let isInherited: Bool

        init(_ declaration: Declaration, _ traits: [ComponentTrait], isInherited: Bool) {
            self.declaration = declaration
            self.traits = traits
            self.isInherited = isInherited
        }
    }

    private let records: ProgramRecords
    private let asked: Guarded<[Component?]>
    private let described: Guarded<[Described?]>
    /// The classes of some prefixes, as far as somebody has asked for those.
    private let matching = Guarded<[[String]: [Int]]>([:])
    /// The limit of remembered lists of prefixes. A program has a few; generated ones could be any number.
    private static let mostPrefixes = 16

    private init(_ records: ProgramRecords) {
        self.records = records
        asked = Guarded(Array(repeating: nil, count: records.classes.count))
        described = Guarded(Array(repeating: nil, count: records.classes.count))
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
    func declaration(of type: any ManagedComponent.Type, _ number: Int) -> Declaration {
        let known = described.withLock { $0[number] }
        let traits = type.traits
        if let known, traits.isEmpty, known.traits.isEmpty { return known.declaration }
        let inherited = (type as? AnyClass).flatMap(_getSuperclass).flatMap(ComponentType.of)?.type.traits
        let isInherited = inherited.map { ComponentTrait.isInherited(traits, from: $0) } ?? false
        if let known, known.isInherited == isInherited, known.traits == traits { return known.declaration }
        let name = records.classes[number].name
        let facts = DefinitionFacts(
            name: name.qualified, simpleName: name.simple, type: TypeIdentity.id(type),
            typeNaming: .text(name.qualified), origin: .scannedClass(name: name.qualified))
        let declaration = Declaration(
            .component(number), facts, traits: traits, scope: .singleton, isInherited: isInherited)
        let fresh = Described(declaration, traits, isInherited: isInherited)
        described.withLock { $0[number] = fresh }
        return declaration
    }

    /// The classes whose qualified or simple name starts with one of the prefixes, by qualified name.
    func classes(matching prefixes: [String]) -> [Int] {
        if let known = matching.withLock({ $0[prefixes] }) { return known }
        let numbers = records.classes.indices.filter { prefixes.contains(where: records.classes[$0].name.matches) }
            .sorted { records.classes[$0].qualifiedName < records.classes[$1].qualifiedName }
        matching.withLock { matching in
            if matching.count == Self.mostPrefixes { matching.removeAll() }
            matching[prefixes] = numbers
        }
        return numbers
    }
}
