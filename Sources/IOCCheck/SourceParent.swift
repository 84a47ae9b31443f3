import IOCConfiguration
import IOCModel
import IOCPlan

/// A checked context as its children see it.
struct SourceParent: Sendable {
    let judgement: Judgement
    let rule: CandidateRule
    let wiring: Wiring
    let points: [[InjectionPointFacts]]
    let forecast: PropertyForecast
    /// Its own parent, if it has one.
    let above: [SourceParent]

    /// Its components, and those of its own parents.
    var components: [AncestorComponent] {
        rule.definitions.enumerated().map { AncestorComponent($1, doubt: judgement.doubt(about: $0)) }
            + above.flatMap(\.components)
    }

    /// The supply of a child. Anything that only the compiler or a run could tell counts as given: ``doubt(about:)`` says so.
    func inheritance() -> Wiring.ParentSupply {
        let above = above.first?.inheritance() ?? .none
        var known = Wiring.ParentSupply(of: rule, wiring: wiring, points: { [points] in points[$0] }, inherited: above)
        let supplies = known.supplies
        known.supplies = { wanted, name in
            supplies(wanted, name) || judgement.doubt(thatNobodyProvides: wanted, named: name) != nil
        }
        return known
    }

    /// The reason why a child's injection point may get nothing here after all.
    func doubt(about point: InjectionPointFacts) -> String? {
        switch rule.choose(point.wanted, qualifier: point.qualifier) {
        case .missing, .unknownName:
            judgement.doubt(thatNobodyProvides: point.wanted, named: point.qualifier)
                ?? above.first?.doubt(about: point)
        case .chosen(let definition): judgement.doubt(about: definition)
        default: nil
        }
    }
}
