import IOCBase
import IOCConfiguration
import IOCModel

extension Plan {
    /// Returns the faults of names, of the start order, and of bindings.
    func namingFaults(_ names: NameIndex) -> [Fault] {
        blanks() + duplicates(names) + startOrder(names) + bindings(names)
    }

    /// Definitions whose name is empty.
    private func blanks() -> [Fault] {
        var faults = FaultList()
        for facts in declarations.map(\.facts) where facts.hasBlankName {
            faults.add(.nameBlank(typeName: facts.typeName), at: facts.origin)
        }
        return faults.all
    }

    /// Definitions that claim one name.
    private func duplicates(_ names: NameIndex) -> [Fault] {
        var faults = FaultList()
        for group in names.duplicates where !declarations[group[0]].facts.name.isEmpty {
            faults.add(.nameRepeated(name: declarations[group[0]].facts.name)) { fault in
                fault.namedCandidates = group.map { Fault.NamedCandidate(declarations[$0].facts) }
            }
        }
        return faults.all
    }

    /// Names to start after that nobody has, and components that wait for each other.
    private func startOrder(_ names: NameIndex) -> [Fault] {
        guard declarations.contains(where: { !$0.facts.dependsOn.isEmpty }) else { return [] }
        var faults = FaultList()
        var successors = [[Int]](repeating: [], count: declarations.count)
        for (index, declaration) in declarations.enumerated() {
            for name in declaration.facts.dependsOn {
                if case .found(let target) = names.match(name) {
                    successors[index].append(target)
                    continue
                }
                faults.add(
                    .dependsOnUnknown(component: declaration.facts.name, name: name), at: declaration.dependsOnOrigin
                ) { fault in
                    fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                }
            }
        }
        let walk = GraphWalk(successors: successors)
        for group in walk.groups where walk.isCycle(group) {
            let cycle = walk.cycle(in: group)
            let steps = cycle.map {
                Fault.CycleStep(component: declarations[$0].facts.name, property: "dependsOn")
            }
            faults.add(.dependsOnCycle(steps), at: declarations[cycle[0]].dependsOnOrigin)
        }
        return faults.all
    }

    private func bindings(_ names: NameIndex) -> [Fault] {
        var faults = FaultList()
        lazy var typeNames = catalogue.typeNames
        for (type, name) in configuration.bindings.ordered(by: { $0.key < $1.key }) {
            let place = configuration.origin(of: "bindings.\(type)")
            if !catalogue.isType(named: type) {
                faults.add(.bindingTypeUnknown(type: type), at: place) { fault in
                    fault.suggestion = Suggestion.nearest(to: type, among: typeNames)
                }
                continue
            }
            guard case .found(let index) = names.match(name) else {
                faults.add(.bindingTargetUnknown(type: type, name: name), at: place) { fault in
                    fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                    fault.nearMisses = declarations.map(\.facts)
                        .filter { catalogue.fits($0.type, typeNamed: type) }.prefix(8)
                        .map { Fault.NearMiss(name: $0.name, because: .other("is a \(type)"), at: $0.origin) }
                }
                continue
            }
            let target = declarations[index]
            if catalogue.fit(of: target.facts.type, typeNamed: type) != false { continue }
            faults.add(.bindingTargetDoesNotFit(type: type, name: name, found: target.facts.typeName), at: place)
        }
        return faults.all
    }
}
