import IOCBase
import IOCConfiguration
package import IOCModel

extension Plan {
    /// Returns the faults of names, of the start order, and of bindings.
    /// - Parameter unread: The reason why there may be more components than these; nil where there aren't.
    package func namingFindings(_ names: NameIndex, unread: String? = nil) -> [Finding] {
        let unread = unread ?? doubtAboutOthers ?? declarations.lazy.compactMap(\.traitDoubt).first
        return blanks() + duplicates(names) + startOrder(names, unread) + bindings(names, unread)
    }

    /// The reason why one of several components may be out.
    private func doubt(_ members: [Int]) -> String? { members.lazy.compactMap { self.declarations[$0].doubt }.first }

    /// Definitions whose name is empty.
    private func blanks() -> [Finding] {
        var findings = Findings()
        let declarations = declarations
        // By index, as each would be copied otherwise.
        for index in declarations.indices where declarations[index].facts.hasBlankName {
            let facts = declarations[index].facts
            findings.add(.nameBlank(typeName: facts.typeName), at: facts.origin, doubt: declarations[index].doubt)
        }
        return findings.all
    }

    /// Definitions that claim one name.
    private func duplicates(_ names: NameIndex) -> [Finding] {
        var findings = Findings()
        for group in names.duplicates where !declarations[group[0]].facts.name.isEmpty {
            findings.add(.nameRepeated(name: declarations[group[0]].facts.name), doubt: doubt(group)) { fault in
                fault.namedCandidates = group.map { Fault.NamedCandidate(declarations[$0].facts) }
            }
        }
        return findings.all
    }

    /// Names to start after that nobody has, and components that wait for each other.
    private func startOrder(_ names: NameIndex, _ unread: String?) -> [Finding] {
        guard Declaration.haveDependsOn(declarations) else { return [] }
        var findings = Findings()
        var successors = [[Int]](repeating: [], count: declarations.count)
        for (index, declaration) in declarations.enumerated() {
            for name in declaration.facts.dependsOn {
                if case .found(let target) = names.match(name) {
                    successors[index].append(target)
                    continue
                }
                findings.add(
                    .dependsOnUnknown(component: declaration.facts.name, name: name), at: declaration.dependsOnOrigin,
                    doubt: declaration.doubt ?? unread
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
            findings.add(.dependsOnCycle(steps), at: declarations[cycle[0]].dependsOnOrigin, doubt: doubt(cycle))
        }
        return findings.all
    }

    private func bindings(_ names: NameIndex, _ unread: String?) -> [Finding] {
        var findings = Findings()
        lazy var typeNames = catalogue.typeNames
        for (type, name) in configuration.bindings.ordered(by: { $0.key < $1.key }) {
            let place = configuration.origin(of: "bindings.\(type)")
            if catalogue.isType(named: type) == .no {
                findings.add(.bindingTypeUnknown(type: type), at: place) { fault in
                    fault.suggestion = Suggestion.nearest(to: type, among: typeNames)
                }
                continue
            }
            guard case .found(let index) = names.match(name) else {
                findings.add(.bindingTargetUnknown(type: type, name: name), at: place, doubt: unread) { fault in
                    fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                    fault.nearMisses = declarations.map(\.facts)
                        .filter { catalogue.fits($0.type, typeNamed: type) == .yes }.prefix(8)
                        .map { Fault.NearMiss(name: $0.name, because: .other("is a \(type)"), at: $0.origin) }
                }
                continue
            }
            let target = declarations[index]
            guard catalogue.fits(target.facts.type, typeNamed: type) == .no else { continue }
            findings.add(.bindingTargetDoesNotFit(type: type, name: name, found: target.facts.typeName), at: place)
        }
        return findings.all
    }
}
