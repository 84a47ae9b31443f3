import IOCBase

/// The rule that chooses the component for an injection point or a lookup.
///
/// Within one context, in this order:
/// 1. The name, if the property has one. The component with the name must fit the type.
/// 2. The binding of the wanted type.
/// 3. Definitions of exactly the wanted class come before those of subclasses.
/// 4. The only candidate.
/// 5. The only primary candidate. Two primaries are a fault.
/// 6. The only candidate that is not a fallback.
/// 7. Otherwise the choice is ambiguous, and the message lists the candidates.
///
/// Without a name or a binding, a definition with arguments is not a candidate, because it can only be called. If a
/// name or a binding chooses it, that is a fault.
///
/// A context asks its parent if it has no candidate, or no component with the name. A collection takes the components
/// of the context and of its parent.
package struct CandidateRule: Sendable {
    package let definitions: [DefinitionFacts]
    package let names: NameIndex
    /// For the name of each bound type, the name of its component.
    package let bindings: [String: String]
    package let types: any TypeFacts
    /// True if some of the definitions take arguments.
    private let haveArguments: Bool
    /// True if there are components of a request or custom scope, which may be released before a singleton.
    package let hasShortLived: Bool

    package init(definitions: [DefinitionFacts], names: NameIndex, bindings: [String: String], types: any TypeFacts) {
        self.definitions = definitions
        self.names = names
        self.bindings = bindings
        self.types = types
        haveArguments = definitions.contains(where: \.needsArguments)
        hasShortLived = definitions.contains(where: \.scope.isCustom)
    }

    /// Chooses a component for a wanted type.
    /// - Parameter out: A definition that is excluded from the choice.
    package func choose(_ wanted: TypeID, qualifier: String? = nil, without out: Int? = nil) -> Choice {
        decide(wanted, qualifier, without: out).choice
    }

    /// Returns the choice, and the step that has decided it.
    private func decide(
        _ wanted: TypeID, _ qualifier: String?, without out: Int? = nil
    ) -> (choice: Choice, step: ChoiceStep) {
        let bound = bindings.isEmpty ? nil : types.bindingNames(of: wanted).lazy.compactMap { bindings[$0] }.first
        if let name = qualifier ?? bound {
            let choice = named(name, fitting: wanted)
            let isOut = out.map { choice == .chosen($0) } ?? false
            return (isOut ? .unknownName(name) : choice, qualifier == nil ? .binding : .name)
        }
        let all = candidates(for: wanted)
        return decide(among: out.map { out in all.filter { $0.definition != out } } ?? all)
    }

    /// Returns the choice among fitting definitions if neither a name nor a binding decides.
    private func decide(among all: [Candidate]) -> (choice: Choice, step: ChoiceStep) {
        if all.count == 1 { return (.chosen(all[0].definition), .only) }
        let exact = all.filter(\.isExact)
        let field = (exact.isEmpty ? all : exact).map(\.definition)
        if field.isEmpty { return (.missing, .none) }
        if field.count == 1 { return (.chosen(field[0]), .exactClass) }
        let primaries = field.filter { definitions[$0].isPrimary }
        if primaries.count == 1 { return (.chosen(primaries[0]), .primary) }
        if !primaries.isEmpty { return (.severalPrimaries(sorted(primaries)), .none) }
        let regular = field.filter { !definitions[$0].isFallback }
        if regular.count == 1 { return (.chosen(regular[0]), .notFallback) }
        return (.ambiguous(sorted(field)), .none)
    }

    /// Returns all definitions that fit, by order and then by name; with a qualifier, only the definitions that it
    /// names.
    package func all(_ wanted: TypeID, qualifier: String? = nil) -> [Int] {
        let candidates = qualifier == nil ? candidates(for: wanted) : types.candidates(for: wanted)
        let field = candidates.map(\.definition)
        guard let qualifier else { return sorted(field) }
        switch names.match(qualifier) {
        case .found(let index): return field.filter { $0 == index }
        case .ambiguous(let indices): return sorted(field.filter(indices.contains))
        case .unknown: return []
        }
    }

    /// Returns the definitions that fit and need no arguments.
    package func candidates(for wanted: TypeID) -> [Candidate] {
        let fitting = types.candidates(for: wanted)
        return haveArguments ? fitting.filter { !definitions[$0.definition].needsArguments } : fitting
    }

    private func named(_ name: String, fitting wanted: TypeID) -> Choice {
        switch names.match(name) {
        case .unknown: .unknownName(name)
        case .ambiguous(let indices): .ambiguousName(name, sorted(indices))
        case .found(let index):
            types.candidates(for: wanted).contains { $0.definition == index }
                ? .chosen(index) : .wrongType(name: name, index)
        }
    }

    func sorted(_ indices: [Int]) -> [Int] {
        indices.ordered { DefinitionFacts.precedes(definitions[$0], definitions[$1]) }
    }
}

extension CandidateRule {
    /// Returns the fault of a choice; nil if a component was chosen.
    package func fault(of choice: Choice, wanted: TypeID, at point: InjectionPointFacts? = nil) -> Fault? {
        var candidates: [Int] = []
        let kind: Fault.Kind
        switch choice {
        case .chosen: return nil
        case .missing: kind = .dependencyMissing
        case .ambiguous(let field): (kind, candidates) = (.dependencyAmbiguous, field)
        case .severalPrimaries(let field): (kind, candidates) = (.primaryAmbiguous, field)
        case .unknownName(let name): kind = .qualifierUnknown(name)
        case .ambiguousName(let name, let field): (kind, candidates) = (.nameAmbiguous(name), field)
        case .wrongType(let name, let found): kind = .qualifierWrongType(name: name, found: definitions[found].typeName)
        }
        return Fault(kind, asked: point) { [candidates] hints in
            hints.wanted = types.name(of: wanted)
            hints.wantsValue = types.isValue(wanted)
            hints.wantsForeign = types.isForeign(wanted)
            let fitting = sorted(types.candidates(for: wanted).map(\.definition)).map { definitions[$0] }
            if choice == .missing {
                hints.nearMisses =
                    fitting.filter(\.needsArguments).map(Self.callable) + types.nearMisses(for: wanted, named: nil)
                return
            }
            let listed = candidates.isEmpty ? Array(fitting.prefix(8)) : candidates.map { definitions[$0] }
            hints.candidates = listed.map { Fault.NamedCandidate($0) }
            guard case .unknownName(let name) = choice else { return }
            let words = fitting.isEmpty ? names.all : fitting.flatMap { [$0.name, $0.simpleName] }
            hints.suggestion = Suggestion.nearest(to: name, among: words)
            hints.nearMisses = types.nearMisses(for: wanted, named: name)
        }
    }

    /// Returns the near miss of a definition that would fit if it took no arguments.
    private static func callable(_ facts: DefinitionFacts) -> Fault.NearMiss {
        Fault.NearMiss(
            name: facts.name, reason: takesArguments, origin: facts.origin.description,
            fix: "call \(facts.name) on its assembly, with the arguments")
    }

    private static let takesArguments = "takes arguments, so it can only be called"
}

/// A definition that fits a wanted type.
package struct Candidate: Hashable, Sendable {
    package let definition: Int
    /// True if the definition's type is exactly the wanted one, not a subclass or a conforming type.
    package let isExact: Bool

    package init(definition: Int, isExact: Bool) {
        self.definition = definition
        self.isExact = isExact
    }
}

/// The result of the candidate rule.
package enum Choice: Equatable, Sendable {
    case chosen(Int)
    case missing
    case ambiguous([Int])
    case severalPrimaries([Int])
    case unknownName(String)
    case ambiguousName(String, [Int])
    case wrongType(name: String, Int)
}

/// The step of the candidate rule that has decided a choice.
enum ChoiceStep {
    case name
    case binding
    case exactClass
    case only
    case primary
    case notFallback
    /// No step has chosen a component.
    case none
}

/// The reason why an injection point gets its components.
package struct ChoiceReason: Sendable, Equatable, Encodable {
    /// A component that fits the type, and was not chosen.
    package struct Other: Sendable, Equatable, Encodable {
        package let component: String
        /// Why it was not chosen, such as "is not primary".
        package let lacks: String
    }

    /// The reason for the choice, as the end of a sentence that begins with "because".
    package let because: String
    /// The other candidates, by order and then by name.
    package let others: [Other]
}

extension CandidateRule {
    /// Returns the reason why an injection point gets its components; nil if it takes one component and none was
    /// chosen.
    func reason(for point: InjectionPointFacts) -> ChoiceReason? {
        let candidates = types.candidates(for: point.wanted)
        let fitting = sorted(candidates.map(\.definition))
        let exact = Set(candidates.filter(\.isExact).map(\.definition))
        func others(_ others: [Int], _ step: ChoiceStep) -> [ChoiceReason.Other] {
            others.map { other($0, step, point, exact) }
        }
        if point.shape.isCollection {
            let taken = Set(all(point.wanted, qualifier: point.qualifier))
            let because =
                point.qualifier.map { "it takes all that are called '\($0)'" }
                ?? "it takes all that fit, by order and then by name"
            return ChoiceReason(because: because, others: others(fitting.filter { !taken.contains($0) }, .name))
        }
        let (choice, step) = decide(point.wanted, point.qualifier)
        guard case .chosen(let chosen) = choice else { return nil }
        let because =
            switch step {
            case .name: "the property asks for the name '\(point.qualifier ?? "")'"
            case .binding: "a binding names it for \(types.name(of: point.wanted))"
            case .exactClass: "it alone is exactly the class, and others are subclasses"
            case .only: "nothing else fits"
            case .primary: "it is the only primary one"
            case .notFallback: "it is the only one that is no fallback"
            case .none: ""
            }
        return ChoiceReason(because: because, others: others(fitting.filter { $0 != chosen }, step))
    }

    /// Returns a candidate that was not chosen, with the reason.
    /// - Parameter exact: The candidates whose type is exactly the wanted one.
    private func other(
        _ index: Int, _ step: ChoiceStep, _ point: InjectionPointFacts, _ exact: Set<Int>
    ) -> ChoiceReason.Other {
        let definition = definitions[index]
        let lacks =
            switch step {
            case _ where definition.needsArguments: Self.takesArguments
            case .name: "is not called '\(point.qualifier ?? "")'"
            case .binding: "is not what the binding names"
            case .exactClass: "is a subclass"
            case _ where !exact.isEmpty && !exact.contains(index): "is a subclass"
            case .primary: "is not primary"
            case .notFallback: "is a fallback"
            case .only, .none: "fits"
            }
        return ChoiceReason.Other(component: definition.name, lacks: lacks)
    }
}

/// The facts about types for the candidate rule.
package protocol TypeFacts: Sendable {
    /// Returns the definitions whose instances can be used as `wanted`, in the order of definitions.
    func candidates(for wanted: TypeID) -> [Candidate]
    /// Returns the names that a binding may use for a type: qualified and simple, each without `any` and with it.
    func bindingNames(of type: TypeID) -> [String]
    /// Returns a type as written at an injection point.
    func name(of type: TypeID) -> String
    /// Returns true if a type is neither a class nor a protocol.
    func isValue(_ type: TypeID) -> Bool
    /// Returns true if a type is declared in a module that is not part of the program's own sources.
    func isForeign(_ type: TypeID) -> Bool
    /// Returns types that fit or have the name but aren't components of this context, each with the reason.
    func nearMisses(for wanted: TypeID?, named name: String?) -> [Fault.NearMiss]
}

extension Fault {
    /// Creates a fault of an injection point, with its wanted type.
    init(_ kind: Kind, asked point: InjectionPointFacts, wanted: TypeID, _ types: any TypeFacts) {
        self.init(kind, asked: point) { $0.wanted = types.name(of: wanted) }
    }
}
