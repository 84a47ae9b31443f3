/// What is wrong with the names of definitions, whoever found them.
package enum NamingRule {
    /// Definitions that claim one name.
    package static func duplicates(_ facts: [DefinitionFacts], _ names: NameIndex) -> [Fault] {
        names.duplicates.map { group in
            var fault = Fault(.duplicateName(name: facts[group[0]].name))
            fault.candidates = group.map { Fault.NamedCandidate(facts[$0]) }
            return fault
        }
    }

    /// Names to start after that nobody has, and components that wait for each other.
    package static func startOrder(_ facts: [DefinitionFacts], _ names: NameIndex) -> [Fault] {
        var faults: [Fault] = []
        var successors = [[Int]](repeating: [], count: facts.count)
        for (index, component) in facts.enumerated() {
            for name in component.dependsOn {
                if case .found(let target) = names.match(name) {
                    successors[index].append(target)
                } else {
                    var fault = Fault(.dependsOnUnknown(component: component.name, name: name), at: component.origin)
                    fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                    faults.append(fault)
                }
            }
        }
        let walk = GraphWalk(successors: successors)
        for group in walk.groups where walk.isCycle(group) {
            let steps = walk.cycle(in: group).map { Fault.CycleStep(component: facts[$0].name, property: "dependsOn") }
            faults.append(Fault(.dependsOnCycle(steps)))
        }
        return faults
    }
}
