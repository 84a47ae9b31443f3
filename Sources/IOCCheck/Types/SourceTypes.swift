package import IOCModel
import IOCSource

/// Which definitions fit a type, as the sources tell it.
package struct SourceTypes: TypeFacts {
    private let graph: TypeGraph
    /// For each definition what its instances are; nil where only the compiler knows.
    private let promised: [WantedType?]
    /// The numbers of the classes that are components.
    private let components: Set<Int>
    private let wanted: [WantedType]
    private let known: [[Candidate]]
    private let passedOver: [Int: (reason: String, origin: Origin?)]

    /// - Parameters:
    ///   - declarations: The definitions.
    ///   - wanted: The types that are asked for; their numbers are the identities.
    ///   - passedOver: Why a class was left out, where a rule did it.
    init(
        graph: TypeGraph, declarations: [SourceDeclaration], wanted: [WantedType],
        passedOver: [Int: (reason: String, origin: Origin?)]
    ) {
        self.graph = graph
        self.wanted = wanted
        self.passedOver = passedOver
        let promised = declarations.map(\.promised)
        self.promised = promised
        components = Set(declarations.compactMap(\.number))
        var served: [TypeGraph.Key: [Int]] = [:]
        var others: [Int] = []
        for (index, promise) in promised.enumerated() {
            if case .nominal(.declared(let number, []))? = promise?.form, !graph.index.types[number].isProtocol {
                for key in graph.ancestors[number].union([.declared(number, [])]) {
                    served[key, default: []].append(index)
                }
            } else {
                others.append(index)
            }
        }
        known = wanted.map { type in
            var fitting: [Int]
            if case .nominal(let key) = type.form, key != .external("Sendable") {
                fitting = served[key] ?? []
                fitting += others.filter { graph.fits(promised[$0], type) == true }
                fitting.sort()
            } else {
                fitting = promised.indices.filter { graph.fits(promised[$0], type) == true }
            }
            return fitting.map { index in
                let isExact = promised[index]?.form == type.form && !graph.isProtocol(type.form)
                return Candidate(definition: index, isExact: isExact)
            }
        }
    }

    /// The type behind an identity.
    func type(_ id: TypeID) -> WantedType { wanted[Int(id.rawValue)] }

    package func candidates(for wanted: TypeID) -> [Candidate] { known[Int(wanted.rawValue)] }

    package func canServe(_ definition: Int, as wanted: TypeID) -> Bool {
        candidates(for: wanted).contains { $0.definition == definition }
            || graph.fits(promised[definition], type(wanted)) == nil
    }

    package func bindingNames(of type: TypeID) -> [String] { self.type(type).bindingNames }

    package func name(of type: TypeID) -> String { self.type(type).written }

    package func nearMisses(for wanted: TypeID) -> [Fault.NearMiss] {
        let type = type(wanted)
        var misses: [(rank: Int, miss: Fault.NearMiss)] = []
        for (number, declared) in graph.index.types.enumerated() where declared.isClass && !components.contains(number)
        {
            guard graph.fits(number, type) else { continue }
            let position = declared.main.declaration.position
            let place = Origin.source(graph.index.location(position, file: declared.main.file))
            let reason =
                passedOver[number]?.reason
                ?? (declared.isGeneric
                    ? "is generic"
                    : graph.isComponent(number)
                        ? "no prefix or class list names it" : "does not conform to IOCComponent")
            let isItself = type.form == .nominal(.declared(number, []))
            let rank = isItself ? 0 : passedOver[number] != nil ? 1 : 2
            misses.append((rank, Fault.NearMiss(name: declared.qualifiedName, reason: reason, origin: place)))
        }
        return misses.sorted { ($0.rank, $0.miss.name) < ($1.rank, $1.miss.name) }.prefix(8).map(\.miss)
    }
}
