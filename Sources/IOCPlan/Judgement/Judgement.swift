package import IOCModel

/// Says of each fault of a wiring whether it holds however the open answers turn out: who is in after all, and who fits.
///
/// The wiring is that of all components that may be in. A fault that remains whichever of them is left out is an error, anything else a
/// note with its reason:
///
/// 1. Nothing is certain of a component that may be out, or of a name where somebody may be called so.
/// 2. A type that nobody provides may be provided by a component that may fit, or by one that nobody knows.
/// 3. An ambiguity may end where one of the candidates would win over all those that are certainly there.
/// 4. So may one where a binding may mean the type, of which nobody has read where it stands.
/// 5. What several components do together hangs on each of them, and on each choice between them.
package struct Judgement: Sendable {
    /// The components that may be in, and how to choose among them.
    private let rule: CandidateRule
    /// The known facts of their types, by which the rule chooses.
    private let types: any OpenTypes
    /// The choices where all of them are in.
    private let wiring: Wiring
    private let declarations: [Declaration]
    /// For each declaration its injection points.
    private let points: [[InjectionPointFacts]]
    /// The reason why there may be more components than these; nil where there aren't.
    private let unread: String?
    /// The reason why components that aren't known may have names and serve types of other modules.
    private let doubtAboutOthers: String?

    package init(
        rule: CandidateRule, types: any OpenTypes, wiring: Wiring, declarations: [Declaration],
        points: [[InjectionPointFacts]], unread: String?, doubtAboutOthers: String?
    ) {
        self.rule = rule
        self.types = types
        self.wiring = wiring
        self.declarations = declarations
        self.points = points
        self.unread = unread
        self.doubtAboutOthers = doubtAboutOthers
    }

    /// Every fault of the wiring, with its doubt, and what would be wrong without those that may be out.
    package var findings: [Finding] {
        wiring.found.map { Finding($0.fault, doubt: doubt(about: $0.fault, members: $0.members)) }
            + declarations.indices.flatMap(missed)
    }

    // MARK: Doubts

    private func doubt(about fault: Fault, members: [Int]) -> String? {
        if let doubt = members.lazy.compactMap({ declarations[$0].doubt }).first { return hangs(doubt) }
        if unread != nil, fault.point != nil { return unread }
        switch fault.code {
        case .dependencyMissing: return fault.point.flatMap { doubtThatMissing($0.wanted) }
        case .qualifierUnknown: return doubtThatUnknown(fault.point?.wanted)
        case .nameAmbiguous, .qualifierWrongType: return fault.point.flatMap(doubtOfName)
        case .dependencyAmbiguous, .primaryAmbiguous: return fault.point.flatMap { doubtThatAmbiguous($0.wanted) }
        default:
            // The choice between members may change.
            return members.lazy.compactMap(choiceDoubt).first
        }
    }

    /// The reason why somebody may provide a type after all of which the wiring has nobody.
    package func doubt(thatNobodyProvides wanted: TypeID, named name: String?) -> String? {
        unread ?? (name == nil ? doubtThatMissing(wanted) : doubtThatUnknown(wanted))
    }

    /// The reason why a component may be out.
    package func doubt(about definition: Int) -> String? { declarations[definition].doubt.map(hangs) }

    /// The reason why a name that a property gives, which several have or one of another type, may still do.
    private func doubtOfName(askedBy point: InjectionPointFacts) -> String? {
        switch rule.choose(point.wanted, qualifier: point.qualifier) {
        case .ambiguousName(_, let indices):
            return indices.lazy.compactMap { declarations[$0].doubt }.first.map(hangs)
        case .wrongType(_, let index):
            return declarations[index].doubt.map(hangs) ?? types.doubt(aboutType: point.wanted)
        default: return nil
        }
    }

    private func doubtThatUnknown(_ wanted: TypeID?) -> String? {
        declarations.lazy.compactMap(\.traitDoubt).first ?? doubtAboutOthers
            ?? wanted.flatMap { types.doubt(aboutType: $0) }
    }

    private func hangs(_ doubt: String) -> String { "it hangs on \(doubt)" }

    private func doubtThatMissing(_ wanted: TypeID) -> String? {
        types.doubt(aboutType: wanted) ?? openServers(of: wanted).first?.reason
    }

    private func openServers(of wanted: TypeID) -> [(definition: Int, reason: String)] {
        declarations.indices.compactMap { index in
            if case .open(let reason) = types.serves(index, as: wanted) { (index, reason) } else { nil }
        }
    }

    /// The reason why one of the candidates may win after all; nil where none can.
    ///
    /// A candidate may win where it would beat every rival that is certainly there.
    private func doubtThatAmbiguous(_ wanted: TypeID) -> String? {
        let fitting = rule.candidates(for: wanted)
        let certain = fitting.filter { declarations[$0.definition].doubt == nil }
        let open = openServers(of: wanted)
        let doubtful = fitting.filter { declarations[$0.definition].doubt != nil }
        // A primary one that nobody knows would win.
        if doubtAboutOthers != nil, let doubt = types.doubt(aboutType: wanted) { return doubt }
        if let doubt = doubtThatUnbound(wanted) { return doubt }
        let maybe = open.map { Candidate(definition: $0.definition, isExact: true) }
        for candidate in fitting + maybe {
            var rivals = certain.filter { $0.definition != candidate.definition }
            if candidate.isExact {
                rivals = rivals.filter(\.isExact)
            } else if rivals.contains(where: \.isExact) {
                continue
            }
            let facts = rivals.map { rule.definitions[$0.definition] }
            let own = declarations[candidate.definition]
            let mayBePrimary = own.facts.isPrimary || own.traitDoubt != nil
            let hasPrimary = facts.contains(where: \.isPrimary)
            guard
                facts.isEmpty
                    || !hasPrimary && (mayBePrimary || !own.facts.isFallback && facts.allSatisfy(\.isFallback))
            else { continue }
            return open.first?.reason ?? doubtful.first.flatMap { doubt(about: $0.definition) }
        }
        return nil
    }

    /// The reason why a binding may mean a type; nil where its whole name is known, or no binding ends like what is known of it.
    private func doubtThatUnbound(_ wanted: TypeID) -> String? {
        guard let doubt = types.doubt(aboutType: wanted), let name = types.bindingNames(of: wanted).first
        else { return nil }
        return rule.bindings.keys.contains { $0.hasSuffix(".\(name)") } ? doubt : nil
    }

    /// The reason why a component's properties may lead elsewhere.
    private func choiceDoubt(_ definition: Int) -> String? {
        for (edge, point) in zip(wiring.edges[definition], points[definition]) where edge.shape != .property {
            if let open = openServers(of: point.wanted).first { return open.reason }
            if point.qualifier == nil, let doubt = doubtThatUnbound(point.wanted) { return doubt }
            let candidates =
                point.qualifier == nil ? rule.candidates(for: point.wanted).map(\.definition) : Array(edge.targets)
            if let doubt = candidates.lazy.compactMap({ declarations[$0].doubt }).first { return hangs(doubt) }
        }
        return nil
    }

    // MARK: Without those that may be out

    /// The faults of a component's properties without those that may be out, where nothing is wrong with them.
    private func missed(_ definition: Int) -> [Finding] {
        guard declarations[definition].doubt == nil else { return [] }
        return zip(wiring.edges[definition], points[definition]).compactMap { edge, point in
            guard point.shape == .one || point.shape == .provider, point.isQualifierKnown, edge.targets.count == 1,
                let doubt = declarations[edge.targets[0]].doubt
            else { return nil }
            let certain = rule.candidates(for: point.wanted).filter { declarations[$0.definition].doubt == nil }
            let choice: Choice = point.qualifier.map { .unknownName($0) } ?? rule.choose(among: certain)
            guard let fault = rule.fault(of: choice, wanted: point.wanted, at: point) else { return nil }
            return Finding(fault, doubt: hangs(doubt))
        }
    }
}
