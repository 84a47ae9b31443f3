package import IOCModel
package import IOCPlan
import IOCSource

/// The types of a graph's definitions, as the sources show them.
package struct SourceTypes: OpenTypes {
    private let catalogue: SourceCatalogue
    private var graph: TypeGraph { catalogue.graph }
    /// For each definition what its instances are; nil where only the compiler knows.
    private let promised: [WantedType?]
    /// The definitions' names.
    private let names: [String]
    private let served: [TypeGraph.Key: [Int]]
    /// The definitions that a look at a type's ancestors does not answer for.
    private let others: [Int]
    private let leftOut: [Int: ComponentScan.LeftOut]
    /// The reason why a class that was asked for may be a component all the same.
    private let doubtful: [(number: Int, reason: String)]
    private let unlisted: [SourceDefinition]
    /// True if there may be components of other modules.
    private let mayHaveOthers: Bool

    /// - Parameters:
    ///   - catalogue: The classes.
    ///   - plan: The components that a configuration makes of them.
    ///   - unlisted: The definitions of assemblies that the configuration does not name.
    init(_ catalogue: SourceCatalogue, _ plan: Plan, unlisted: [SourceDefinition] = []) {
        self.catalogue = catalogue
        self.unlisted = unlisted
        leftOut = Dictionary(plan.leftOut.map { ($0.number, $0) }) { first, _ in first }
        doubtful = plan.doubtful
        mayHaveOthers = plan.doubtAboutOthers != nil
        promised = plan.declarations.map { catalogue.types[$0.facts.type] }
        names = plan.declarations.map(\.facts.name)
        var served: [TypeGraph.Key: [Int]] = [:]
        var others: [Int] = []
        let graph = catalogue.graph
        for (index, promise) in promised.enumerated() {
            if case .nominal(.declared(let number, []))? = promise?.form {
                for key in graph.ancestors[number].union([.declared(number, [])]) {
                    served[key, default: []].append(index)
                }
            } else {
                others.append(index)
            }
        }
        self.served = served
        self.others = others
    }

    /// The type behind an identity, which some point asks for.
    private func type(_ id: TypeID) -> WantedType {
        catalogue.types[id] ?? WantedType(form: .other, written: "an unknown type", bindingNames: [])
    }

    package func candidates(for wanted: TypeID) -> [Candidate] {
        let type = type(wanted)
        let fitting: [Int]
        if case .nominal(let key) = type.form, key != .external("Sendable") {
            fitting = ((served[key] ?? []) + others.filter { graph.fits(promised[$0], type) == .yes }).sorted()
        } else {
            fitting = promised.indices.filter { graph.fits(promised[$0], type) == .yes }
        }
        return fitting.map { index in
            let isExact = promised[index]?.form == type.form && !graph.isProtocol(type.form)
            return Candidate(definition: index, isExact: isExact)
        }
    }

    package func canServe(_ definition: Int, as wanted: TypeID) -> Bool { serves(definition, as: wanted) != .no }

    package func serves(_ definition: Int, as wanted: TypeID) -> Answer {
        guard promised[definition] != nil else {
            return .open("whether \(names[definition]) is \(type(wanted).written) can't be told")
        }
        return graph.fits(promised[definition], type(wanted))
    }

    package func doubt(aboutType wanted: TypeID) -> String? {
        let type = type(wanted)
        if type.isUnseen { return "\(type.written) is not declared in the sources" }
        if let (_, reason) = doubtful.first(where: { graph.fits($0.number, type) != .no }) { return reason }
        if let value = graph.openValues.first(where: { graph.fits($0, type) != .no }) {
            return "whether \(graph.index.types[value].qualifiedName) is a component can't be told"
        }
        guard case .nominal(let key) = type.form, !graph.modules.mayHaveComponents.isEmpty else { return nil }
        if let foreign = graph.foreign.first(where: { $0.value.contains(key) })?.key {
            return "\(foreign), which may be a component, is not declared in the sources"
        }
        guard mayHaveOthers, case .declared(let number, _) = key else { return nil }
        return graph.modules.unseenComponents(mayKnow: graph.index.types[number].module)
            .map { "module \($0), whose sources were not given, may have one" }
    }

    package func bindingNames(of type: TypeID) -> [String] { self.type(type).bindingNames }

    package func name(of type: TypeID) -> String { self.type(type).written }

    package func isValue(_ type: TypeID) -> Bool {
        switch self.type(type).form {
        case .other: true
        case .nominal(.declared(let number, _)):
            !graph.index.types[number].isClass && !graph.index.types[number].isProtocol
        case .nominal(.external(let name)): TypeGraph.isKnown(name) && !StandardTypes.isProtocol(name)
        case .everything, .composition, .parameterized: false
        }
    }

    package func nearMisses(for wanted: TypeID) -> [Fault.NearMiss] {
        let type = type(wanted)
        let made = Set(promised.map { $0?.form })
        var misses: [(rank: Int, miss: Fault.NearMiss)] = []
        for (number, declared) in graph.index.types.enumerated() where graph.mayBeListed(number) {
            guard !made.contains(.nominal(.declared(number, []))), graph.fits(number, type) == .yes else { continue }
            let place = Origin.source(graph.location(of: number))
            let reason = leftOut[number]?.reason ?? catalogue.verdict(of: number).reasonAgainst
            let isItself = type.form == .nominal(.declared(number, []))
            let rank = isItself ? 0 : leftOut[number] != nil ? 1 : 2
            misses.append((rank, Fault.NearMiss(name: declared.qualifiedName, because: reason, at: place)))
        }
        // A definition that is there already serves best of all.
        misses += unlisted.filter { graph.fits($0.promised, type) == .yes }.map { definition in
            let assembly = graph.index.types[definition.assembly].qualifiedName
            let miss = Fault.NearMiss(
                name: "\(assembly).\(definition.key)", because: .isUnlisted(assembly: assembly),
                at: .source(definition.location))
            return (-1, miss)
        }
        return misses.sorted { ($0.rank, $0.miss.name) < ($1.rank, $1.miss.name) }.prefix(8).map(\.miss)
    }
}
