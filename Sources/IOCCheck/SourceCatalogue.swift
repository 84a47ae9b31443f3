import IOCConfiguration
import IOCModel
import IOCPlan
import IOCSource

/// A set of sources as a catalogue: what lies in none of them is open.
struct SourceCatalogue: ClassCatalogue {
    let graph: TypeGraph
    let types = WantedTypes()

    // MARK: Classes

    func name(of number: Int) -> ClassName {
        let type = graph.index.types[number]
        return ClassName(qualified: type.qualifiedName, simple: type.simpleName)
    }

    func classes(matching prefixes: [String]) -> [Int] {
        graph.index.types.indices.filter { number in
            graph.mayBeListed(number) && prefixes.contains(where: name(of: number).matches)
        }
        .sorted { name(of: $0).qualified < name(of: $1).qualified }
    }

    func classes(named name: String) -> [Int] { graph.names.classes(named: name) }

    func doubt(aboutName name: String) -> String? {
        let module = String(name.prefix { $0 != "." })
        return module != name && graph.index.modules.contains(module) ? nil : doubtAboutModules(module)
    }

    func doubt(aboutPrefix prefix: String) -> String? { doubt(aboutName: prefix) }

    /// The reason why there may be classes that aren't known.
    private func doubtAboutModules(_ module: String) -> String? {
        let unseen = graph.modules.mayHaveComponents
        return (unseen.contains(module) ? module : unseen.min()).map { "the sources of module \($0) were not given" }
    }

    var classNames: [String] { graph.classNames }

    func hasClasses(in name: String) -> Bool {
        graph.index.modules.contains(name)
            || graph.index.types.indices.contains { self.name(of: $0).outerNames.contains(name) }
    }

    private var components: [Int] {
        graph.index.types.indices.filter { graph.mayBeListed($0) && graph.isComponent($0) }
    }

    var componentNames: [String] {
        components.map { graph.index.types[$0] }.filter { !$0.isGeneric }.map(\.qualifiedName)
    }

    var componentProfiles: [String] {
        let reader = TraitReader(graph: graph, types: types)
        return components.flatMap { StatedTraits(reader.traits(of: $0).traits).entry.profiles ?? [] }
    }

    var mayCodeAskForProfiles: Bool { true }

    func isAssembly(_ number: Int) -> Answer { graph.conforms(number, toContainerProtocol: "Assembly") }

    var assemblyNames: [String] {
        graph.index.types.indices.filter { graph.index.types[$0].isClass && isAssembly($0) == .yes }
            .flatMap { [name(of: $0).qualified, name(of: $0).simple] }.sorted()
    }

    // MARK: Components

    func verdict(of number: Int) -> ComponentVerdict {
        let type = graph.index.types[number]
        if type.isGeneric { return .refused(.classIsGeneric(name: type.qualifiedName)) }
        switch graph.verdict(of: number) {
        case .yes: return .component
        case .no: return .refused(.classDoesNotConform(name: type.qualifiedName))
        case .open(let reason):
            return .open("whether \(type.qualifiedName) conforms to IOCComponent can't be told: \(reason)")
        }
    }

    func type(of number: Int) -> TypeID? {
        graph.index.types[number].isGeneric ? nil : types.id(of: promised(by: number))
    }

    /// The type of a class's instances.
    private func promised(by number: Int) -> WantedType {
        let type = graph.index.types[number]
        return WantedType(
            form: .nominal(.declared(number, [])), written: type.qualifiedName,
            bindingNames: [type.qualifiedName, type.simpleName])
    }

    func declaration(of number: Int) -> Declaration {
        let type = graph.index.types[number]
        let list = TraitReader(graph: graph, types: types).ownTraits(of: number)
        let facts = DefinitionFacts(
            name: type.qualifiedName, simpleName: type.simpleName, type: types.id(of: promised(by: number)),
            writer: TypeWriter(type.qualifiedName), origin: .source(graph.location(of: number)))
        let branch = type.branches.isEmpty ? nil : "'#if \(type.main.declaration.condition ?? "")'"
        return Declaration(
            .component(number), facts, traits: list.traits, scope: .singleton,
            doubt: type.condition.map { "'#if \($0)'" } ?? branch, traitDoubt: list.doubt)
    }

    /// The definitions of an assembly.
    func declaration(of definition: SourceDefinition, _ number: Int) -> Declaration {
        let names = definition.declaringType.map(name)
        let facts = DefinitionFacts(
            name: names?.qualified ?? "\(graph.index.types[definition.assembly].qualifiedName).\(definition.key)",
            simpleName: names?.simple ?? definition.key, type: types.id(of: definition.promised),
            writer: TypeWriter(definition.promised?.written ?? "an unknown type"),
            needsArguments: definition.needsArguments, origin: .source(definition.location))
        return Declaration(
            .definition(number), facts, traits: definition.traits.traits,
            scope: definition.scope.map { Scope($0) } ?? .objectGraph,
            doubt: definition.condition.map { "'#if \($0)'" },
            traitDoubt: definition.traits.doubt
                ?? (definition.isScopeUnread ? "a scope that is not written as a literal" : nil))
    }

    // MARK: Types

    func fits(_ type: TypeID, _ wanted: TypeID) -> Answer {
        guard let wanted = types[wanted] else { return .open("what is wanted can't be told") }
        return graph.fits(types[type], wanted)
    }

    func fits(_ type: TypeID, typeNamed name: String) -> Answer {
        guard let promised = types[type] else { return .open("what a definition makes can't be told") }
        if case .nominal(.declared(let number, _)) = promised.form, graph.index.types[number].isClass {
            return graph.fits(number, typeNamed: name)
        }
        return promised.bindingNames.contains(name) ? .yes : .open("only its instances tell")
    }

    func shortName(of type: TypeID) -> String { types[type]?.bindingNames.last ?? "it" }

    func isType(named name: String) -> Answer {
        if typeNames.contains(name) || TypeGraph.isKnown(name) { return .yes }
        return doubt(aboutName: name).map { .open($0) } ?? .no
    }

    var typeNames: [String] {
        graph.index.types.indices.filter { graph.mayBeListed($0) || graph.index.types[$0].isProtocol }
            .map { graph.index.types[$0] }.flatMap { [$0.qualifiedName, $0.simpleName] }.sorted()
    }
}
