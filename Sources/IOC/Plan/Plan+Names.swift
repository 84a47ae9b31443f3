import IOCBase
import IOCConfiguration
import IOCModel

/// The checks of names: component names, names in `dependsOn`, and bindings.
extension Plan {
    /// Returns the faults of names, of the start order, and of bindings.
    /// - Parameter replaced: The components that a test replaces.
    func namingFaults(_ rule: CandidateRule, replaced: Set<Int>) -> [Fault] {
        var faults: [Fault] = []
        for facts in rule.definitions where facts.name.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            faults.append(Fault(.nameBlank(typeName: facts.typeName), at: facts.origin))
        }
        faults += faultsOfEarlierTypes.ordered { $0.key < $1.key }.flatMap { replaced.contains($0) ? [] : $1 }
        return faults + duplicates(rule) + startOrder(rule) + bindings(rule)
    }

    /// Returns the faults of definitions with the same name.
    private func duplicates(_ rule: CandidateRule) -> [Fault] {
        rule.names.duplicates.filter { !rule.definitions[$0[0]].name.isEmpty }.map { group in
            let same = group.ordered { rule.definitions[$0].typeName < rule.definitions[$1].typeName }
            let candidates = same.map { index in
                var candidate = Fault.NamedCandidate(rule.definitions[index])
                // Classes that are private to different files may have the same name, so the fault also names their
                // files.
                if case .scannedClass(let name) = candidate.origin,
                    let place = declarations[index].description.component?.sourcePlace
                {
                    candidate.origin = .scannedClass(name: "\(name), \(place)")
                }
                return candidate
            }
            return Fault(.nameRepeated(name: rule.definitions[same[0]].name)) { $0.candidates = candidates }
        }
    }

    /// Returns the faults of names in `dependsOn` that no component has, and of cycles of `dependsOn`.
    private func startOrder(_ rule: CandidateRule) -> [Fault] {
        let names = rule.names
        guard rule.definitions.contains(where: { !$0.dependsOn.isEmpty }) else { return [] }
        var faults: [Fault] = []
        var successors = [[Int]](repeating: [], count: declarations.count)
        for (index, declaration) in declarations.enumerated() {
            for name in rule.definitions[index].dependsOn {
                if case .found(let target) = names.match(name) {
                    successors[index].append(target)
                    continue
                }
                let kind = Fault.Kind.dependsOnUnknown(component: declaration.facts.name, on: "'\(name)'")
                faults.append(
                    Fault(kind, at: declaration.description.dependsOnOrigin) { [finder] in
                        $0.suggestion = Suggestion.nearest(to: name, among: names.all)
                        $0.nearMisses = finder.nearMisses(named: name)
                    })
            }
        }
        for cycle in GraphWalk(successors: successors).cycles {
            let steps = cycle.map { (component: declarations[$0].facts.name, property: "dependsOn") }
            faults.append(Fault(.dependsOnCycle(steps), at: declarations[cycle[0]].description.dependsOnOrigin))
        }
        return faults
    }

    private func bindings(_ rule: CandidateRule) -> [Fault] {
        configuration.bindings.ordered { $0.key < $1.key }.compactMap { type, name in
            let place = configuration.origin(of: "bindings.\(type)")
            guard catalogue.isType(named: type) else {
                return Fault(.bindingTypeUnknown(type: type), at: place) { [records = catalogue.records] in
                    $0.suggestion = Suggestion.nearest(to: type, among: records.typeNames)
                }
            }
            guard case .found(let index) = rule.names.match(name) else {
                let fitting = declarations.map(\.facts)
                    .filter { catalogue.fit(of: $0.type, typeNamed: type) == true }.prefix(8)
                    .map { Fault.NearMiss(name: $0.name, reason: "is of type \(type)", origin: $0.origin.description) }
                return Fault(.bindingTargetUnknown(type: type, name: name), at: place) { [finder] in
                    $0.suggestion = Suggestion.nearest(to: name, among: rule.names.all)
                    $0.nearMisses = finder.nearMisses(named: name) + fitting
                }
            }
            let target = rule.definitions[index]
            if catalogue.fit(of: target.type, typeNamed: type) != false { return nil }
            return Fault(.bindingTargetDoesNotFit(type: type, name: name, found: target.typeName), at: place)
        }
    }
}
