/// What the rule asks of whoever knows the types: a running program or a set of sources.
package protocol TypeFacts: Sendable {
    /// The definitions whose instances can serve as `wanted`, in the order of definitions.
    func candidates(for wanted: TypeID) -> [Candidate]
    /// Whether a definition that was asked for by name can serve as `wanted`, as far as that can be told without making
    /// an instance.
    func canServe(_ definition: Int, as wanted: TypeID) -> Bool
    /// The names a binding may call a type by: qualified and simple, without `any`.
    func bindingNames(of type: TypeID) -> [String]
    /// The type as a person would write it at an injection point.
    func name(of type: TypeID) -> String
    /// Whether a type is no class and no protocol, so that only a definition can provide it.
    func isValue(_ type: TypeID) -> Bool
    /// What would fit but is no component here, and why; asked for messages only.
    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss]
}

/// A definition that fits a wanted type.
package struct Candidate: Hashable, Sendable {
    package var definition: Int
    /// Whether the definition's type is exactly the wanted one, not a subclass or a conforming type.
    package var isExact: Bool

    package init(definition: Int, isExact: Bool) {
        self.definition = definition
        self.isExact = isExact
    }
}

/// What the candidate rule answers.
package enum Choice: Equatable {
    case chosen(Int)
    case missing
    case ambiguous([Int])
    case severalPrimaries([Int])
    case unknownName(String)
    case ambiguousName(String, [Int])
    case wrongType(name: String, Int)
}

/// The one place that decides which candidate an injection point or a lookup gets.
///
/// Within one context, in this order:
/// 1. The name, if the property gives one; what it names must fit the type.
/// 2. The binding of the wanted type.
/// 3. Definitions of exactly the wanted class come before those of subclasses.
/// 4. The only candidate.
/// 5. The only primary candidate; two primaries are a fault.
/// 6. The only candidate that is not a fallback.
/// 7. Otherwise the choice is ambiguous, and the message lists the candidates.
///
/// A definition with arguments is no candidate: it can only be called.
///
/// A child context asks its parent only where it has no candidate of its own.
package struct CandidateRule<Types: TypeFacts>: Sendable {
    package let definitions: [DefinitionFacts]
    package let names: NameIndex
    /// The name of the component that wins for a type, by the type's name.
    package let bindings: [String: String]
    package let types: Types
    /// Whether some of the definitions take arguments.
    private let haveArguments: Bool
    /// Whether something lives shorter than a singleton.
    package let hasShortLived: Bool

    package init(definitions: [DefinitionFacts], names: NameIndex, bindings: [String: String], types: Types) {
        self.definitions = definitions
        self.names = names
        self.bindings = bindings
        self.types = types
        haveArguments = definitions.contains(where: \.needsArguments)
        hasShortLived = definitions.contains(where: \.scope.isCustom)
    }

    package func choose(_ wanted: TypeID, qualifier: String? = nil) -> Choice {
        if let qualifier {
            return named(qualifier, fitting: wanted)
        }
        if !bindings.isEmpty, let bound = types.bindingNames(of: wanted).lazy.compactMap({ bindings[$0] }).first {
            return named(bound, fitting: wanted)
        }
        return choose(among: candidates(for: wanted))
    }

    /// What would be chosen if a definition were not there.
    package func choose(_ wanted: TypeID, qualifier: String? = nil, without out: Int) -> Choice {
        let bound = types.bindingNames(of: wanted).lazy.compactMap { bindings[$0] }.first
        if let name = qualifier ?? bound {
            let choice = named(name, fitting: wanted)
            return choice == .chosen(out) ? .unknownName(name) : choice
        }
        return choose(among: candidates(for: wanted).filter { $0.definition != out })
    }

    /// Which of several definitions that fit wins, where neither a name nor a binding says it.
    package func choose(among all: [Candidate]) -> Choice {
        if all.count == 1 { return .chosen(all[0].definition) }
        let exact = all.filter(\.isExact)
        let field = (exact.isEmpty ? all : exact).map(\.definition)
        switch field.count {
        case 0: return .missing
        case 1: return .chosen(field[0])
        default: break
        }
        let primaries = field.filter { definitions[$0].isPrimary }
        if primaries.count == 1 { return .chosen(primaries[0]) }
        if primaries.count > 1 { return .severalPrimaries(sorted(primaries)) }
        let regular = field.filter { !definitions[$0].isFallback }
        if regular.count == 1 { return .chosen(regular[0]) }
        return .ambiguous(sorted(field))
    }

    /// All definitions that fit, by order and then by name; a qualifier keeps those it names.
    package func all(_ wanted: TypeID, qualifier: String? = nil) -> [Int] {
        let candidates = qualifier == nil ? candidates(for: wanted) : types.candidates(for: wanted)
        if qualifier == nil, candidates.count == 1 { return [candidates[0].definition] }
        let field = candidates.map(\.definition)
        guard let qualifier else { return sorted(field) }
        switch names.match(qualifier) {
        case .found(let index): return field.filter { $0 == index }
        case .ambiguous(let indices): return sorted(field.filter(indices.contains))
        case .unknown: return []
        }
    }

    /// The definitions that a property or a lookup by type may get.
    package func candidates(for wanted: TypeID) -> [Candidate] {
        let fitting = types.candidates(for: wanted)
        return haveArguments ? fitting.filter { !definitions[$0.definition].needsArguments } : fitting
    }

    private func named(_ name: String, fitting wanted: TypeID) -> Choice {
        switch names.match(name) {
        case .unknown: .unknownName(name)
        case .ambiguous(let indices): .ambiguousName(name, sorted(indices))
        case .found(let index):
            types.canServe(index, as: wanted) ? .chosen(index) : .wrongType(name: name, index)
        }
    }

    func sorted(_ indices: [Int]) -> [Int] {
        indices.sorted { DefinitionFacts.precedes(definitions[$0], definitions[$1]) }
    }
}
