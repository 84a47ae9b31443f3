extension Wiring.ParentSupply {
    /// The supply of a context to its children, with that of its own parent.
    ///
    /// A choice that its own point has to make is the context's to judge: a child gets what it gets, or its fault.
    /// - Parameter inherited: The supply of the context's parent.
    package init(
        of rule: CandidateRule, wiring: @autoclosure @escaping () -> Wiring, inherited: Wiring.ParentSupply = .none
    ) {
        self.init { wanted, qualifier in
            switch rule.choose(wanted, qualifier: qualifier) {
            case .missing, .unknownName: inherited.supplies(wanted, qualifier)
            default: true
            }
        }
        guard rule.hasShortLived || inherited.captive != nil else { return }
        captive = { point in
            var targets = rule.all(point.wanted, qualifier: point.qualifier)
            if !point.shape.isCollection, !targets.isEmpty {
                guard case .chosen(let target) = rule.choose(point.wanted, qualifier: point.qualifier) else {
                    return nil
                }
                targets = [target]
            }
            var search = wiring().captiveSearch(rule, inherited)
            for target in targets {
                if var path = search?.path(from: target) {
                    // The child's definitions have other numbers.
                    path.members = []
                    return path
                }
            }
            return targets.isEmpty || point.shape.isCollection ? inherited.captive?(point) : nil
        }
    }
}
