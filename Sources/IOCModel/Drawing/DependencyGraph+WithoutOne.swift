extension DependencyGraph.Dependency {
    /// The choice for an injection point, and that of the candidate rule if the chosen one is out.
    /// - Parameter hasParent: True if a parent context is asked if no candidate is left.
    package init(
        _ edge: Wiring.Edge, of point: InjectionPointFacts, rule: CandidateRule, hasParent: Bool = false
    ) {
        self.init(
            property: point.property, kind: DependencyGraph.Kind(rawValue: edge.shape.edgeKind),
            targets: Array(edge.targets), isInherited: edge.isInherited,
            isOpen: !edge.isCertain && !edge.shape.isCollection)
        location = point.location?.description
        wanted = rule.types.name(of: point.wanted)
        if !isInherited { reason = rule.reason(for: point) }
        guard edge.targets.count == 1, !point.shape.isCollection else { return }
        let choice = rule.choose(point.wanted, qualifier: point.qualifier, without: edge.targets[0])
        substitute =
            switch choice {
            case .chosen(let other): .component(other)
            case .missing where hasParent: nil
            case .missing where point.shape.mayBeEmpty: .nothing
            case .missing: .fault(.dependencyMissing)
            case .ambiguous: .fault(.dependencyAmbiguous)
            case .severalPrimaries: .fault(.primaryAmbiguous)
            case .unknownName: .fault(.qualifierUnknown)
            case .ambiguousName: .fault(.nameAmbiguous)
            case .wrongType: .fault(.qualifierWrongType)
            }
    }

    /// The same with other numbers for the components.
    package func renumbered(_ numbers: [Int]) -> Self {
        var result = self
        result.numbers = self.numbers.map { numbers[$0] }
        if case .component(let index) = substitute { result.substitute = .component(numbers[index]) }
        return result
    }
}
