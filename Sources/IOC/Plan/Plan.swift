import IOCBase
import IOCConfiguration
import IOCModel

/// The plan of a configuration: the components of the context, and the faults in what the configuration says of them.
///
/// 1. The scan finds classes; assemblies add what they define.
/// 2. The file's entries are laid over them: one that names a class takes the place of the class's own registration, so
///    that a class is not there twice unasked.
/// 3. Profiles and settings decide who is in, then `whenMissing`, once, by name; components of parent contexts count there.
final class Plan {
    let configuration: ContextConfiguration
    let catalogue: ProgramCatalogue
    private let conditions: Conditions
    private let removals: Removals
    private let ancestors: () -> [DefinitionFacts]
    private let scan: ComponentScan
    /// By name.
    var declarations: [Declaration] = []
    /// Classes that were passed over, and why.
    private(set) var leftOut: [ComponentScan.LeftOut] = []
    /// Definitions of assemblies that their conditions leave out, by the types that they promise.
    private(set) var absentDefinitions: [(type: Any.Type, miss: Fault.NearMiss)] = []
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []
    /// By name.
    private(set) var decisions: [ContextReport.Decision] = []

    /// - Parameters:
    ///   - removals: The components that a test leaves out.
    ///   - ancestors: The components of the parent contexts. They are read only if a component has a `whenMissing` condition.
    init(
        _ configuration: ContextConfiguration, _ catalogue: ProgramCatalogue, _ conditions: Conditions,
        definitions: [Declaration], hasAssemblies: Bool, removals: [ContextPatch.Removal] = [],
        ancestors: @escaping () -> [DefinitionFacts] = { [] }
    ) {
        self.removals = Removals(removals, catalogue.records)
        self.ancestors = ancestors
        self.configuration = configuration
        self.catalogue = catalogue
        self.conditions = conditions
        scan = ComponentScan(configuration, catalogue: catalogue, promised: definitions.map(\.facts.type))
        if configuration.isEmpty, !hasAssemblies {
            faults.append(Fault(.configurationEmpty, at: configuration.origin(of: "")))
        }
        faults += configuration.impossibleLimits
        let declared = declared(definitions)
        let unknown = unknownProfiles(declared, active: conditions.profiles)
        if configuration.failsOnUnreadSettings || configuration.argumentProfiles != nil {
            faults += unknown
        } else {
            notices = unknown
        }
        leftOut = scan.leftOut
        decisions = scan.excluded.map { miss in
            let name = catalogue.name(of: miss.number).qualified
            return ContextReport.Decision(
                component: name, isIn: false, reason: miss.reason.description, profiles: [],
                origin: (miss.origin ?? .scannedClass(name: name)).description)
        }
        faults += self.removals.faults(among: declared)
        declarations = settled(declared)
        nameEarlierTypes()
        faults += declarations.compactMap { Self.contradiction(in: $0.facts) }
        decisions = decisions.ordered { $0.component < $1.component }
        faults += scan.faults
        notices += scan.notices
    }

    /// Turns the types that components start after into the names of the components of these types.
    private func nameEarlierTypes() {
        for index in declarations.indices {
            for type in declarations[index].earlierTypes {
                let earlier = declarations.map(\.facts).filter {
                    $0.name != declarations[index].facts.name
                        && TypeFit.fits(TypeIdentity.type($0.type), TypeIdentity.type(type), records: catalogue.records)
                }
                declarations[index].facts.dependsOn += earlier.map(\.name)
                guard earlier.isEmpty else { continue }
                let name = TypeName.written(TypeIdentity.type(type))
                faults.append(
                    Fault(
                        .dependsOnUnknown(component: declarations[index].facts.name, type: name),
                        at: declarations[index].dependsOnOrigin,
                        suggestion: Suggestion.nearest(to: name, among: declarations.map(\.facts.typeName))))
            }
        }
    }

    /// A fault in what a component says of itself, with its entry.
    private static func contradiction(in facts: DefinitionFacts) -> Fault? {
        if let retry = facts.retry, !retry.isPossible {
            return Fault(.retryImpossible(component: facts.name, retry), at: facts.origin)
        }
        guard facts.scope.isWeak else { return nil }
        let type = TypeIdentity.type(facts.type)
        guard !(type is AnyClass), !TypeIdentity.isExistential(type) else { return nil }
        return Fault(.scopeNeedsClass(name: facts.name), at: facts.origin)
    }

    // MARK: Entries

    /// Scanned classes, definitions and the file's entries, before conditions are looked at.
    private func declared(_ definitions: [Declaration]) -> [Declaration] {
        var declarations: [Declaration] = []
        declarations.reserveCapacity(scan.found.count + definitions.count)
        for number in scan.found { declarations.append(catalogue.declaration(of: number)) }
        declarations += definitions
        var replaced: Set<Int> = []
        var entered: [Declaration] = []
        for (name, entry) in configuration.components.ordered(by: { $0.key < $1.key }) {
            let origin = configuration.origin(of: "components.\(name)")
            guard let className = entry.className else {
                overlay(entry, named: name, at: origin, on: &declarations)
                continue
            }
            let place = configuration.origin(of: "components.\(name).class")
            guard let number = scan.component(named: className, at: place) else { continue }
            replaced.insert(number)
            var declaration = catalogue.declaration(of: number)
            declaration.apply(entry, named: name, at: origin)
            entered.append(declaration)
        }
        if !replaced.isEmpty { declarations.removeAll { $0.number.map(replaced.contains) ?? false } }
        declarations += entered
        return Declaration.byName(declarations)
    }

    /// Lays an entry without a class over the component of that name.
    private func overlay(
        _ entry: ContextConfiguration.ComponentEntry, named name: String, at origin: Origin,
        on declarations: inout [Declaration]
    ) {
        let full = declarations.indices.filter { declarations[$0].facts.name == name }
        let matches = full.isEmpty ? declarations.indices.filter { declarations[$0].facts.simpleName == name } : full
        if matches.count == 1 {
            declarations[matches[0]].apply(entry, named: nil, at: origin)
        } else if let number = scan.component(named: name, at: origin) {
            var declaration = catalogue.declaration(of: number)
            declaration.apply(entry, named: nil, at: origin)
            declarations.append(declaration)
        }
    }

    // MARK: Conditions

    /// The components whose conditions may hold: profiles and settings first, then conditions on missing components, by name.
    private func settled(_ declarations: [Declaration]) -> [Declaration] {
        var result: [Declaration] = []
        result.reserveCapacity(declarations.count)
        var conditional: [Declaration] = []
        for declaration in declarations {
            if let reason = reasonAgainst(declaration) {
                leave(declaration, reason)
                continue
            }
            if declaration.isConditional {
                conditional.append(declaration)
            } else {
                keep(declaration)
                result.append(declaration)
            }
        }
        let ancestors = conditional.isEmpty ? [] : ancestors()
        for declaration in conditional {
            if let own = result.first(where: { declaration.isMadeNeedless(by: $0.facts, ofAncestor: false, catalogue) })
            {
                leave(declaration, "\(own.facts.name) is there already")
            } else if let above = ancestors.first(where: {
                declaration.isMadeNeedless(by: $0, ofAncestor: true, catalogue)
            }) {
                leave(declaration, "\(above.name) is there already, in a parent context")
            } else {
                keep(declaration)
                result.append(declaration)
            }
        }
        // Components without a condition are in order already.
        return conditional.isEmpty ? result : Declaration.byName(result)
    }

    /// The reason why a test, or a component's profiles or settings, leave it out; nil if it is in.
    private func reasonAgainst(_ declaration: Declaration) -> String? {
        if let place = removals.place(of: declaration.facts) { return "the test leaves it out, in \(place)" }
        do {
            return try conditions.reasonAgainst(declaration)
        } catch {
            if let failure = error as? SettingFailure { faults.append(failure.fault(at: declaration.facts.origin)) }
            return nil
        }
    }

    private func keep(_ declaration: Declaration) {
        guard let reason = declaration.conditions(conditions, catalogue) else { return }
        decisions.append(decision(true, declaration, reason))
    }

    private func leave(_ declaration: Declaration, _ reason: String) {
        let (name, origin) = (declaration.facts.name, declaration.facts.origin)
        if let number = declaration.number {
            leftOut.append(ComponentScan.LeftOut(number: number, reason: .other(reason), origin: origin))
        } else {
            absentDefinitions.append(
                (
                    TypeIdentity.type(declaration.facts.type),
                    Fault.NearMiss(name: name, because: .other(reason), at: origin)
                ))
        }
        decisions.append(decision(false, declaration, reason))
        notices.append(Fault(.conditionNotMet(name: name, reason: reason), at: origin))
    }

    private func decision(_ isIn: Bool, _ declaration: Declaration, _ reason: String) -> ContextReport.Decision {
        ContextReport.Decision(
            component: declaration.facts.name, isIn: isIn, reason: reason, profiles: declaration.profiles,
            origin: declaration.facts.origin.description)
    }
}

extension ContextConfiguration {
    /// The time limits and numbers that code has set and that are impossible. Those of a file are checked when it is read.
    fileprivate var impossibleLimits: [Fault] {
        let limits = [
            ("constructionTimeout", constructionTimeout), ("startTimeout", startTimeout), ("stopTimeout", stopTimeout),
            ("drainTimeout", drainTimeout), ("healthTimeout", healthTimeout),
        ]
        var wrong = limits.filter { $1 < .zero }.map { ($0, "\($1)", "a duration that is not negative") }
        if let startupConcurrency, startupConcurrency < 1 {
            wrong.append(("startupConcurrency", "\(startupConcurrency)", "a number of at least 1"))
        }
        return wrong.map { key, value, allowed in
            Fault(.valueUnknown(key: key, value: value, allowed: [allowed]), at: .code("ContextConfiguration.\(key)"))
        }
    }
}

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

    /// Names in `dependsOn` that no component has, and components that wait for each other.
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
                        .map { Fault.NearMiss(name: $0.name, because: .other("is of type \(type)"), at: $0.origin) }
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

extension Plan {
    /// The active profiles that nothing mentions: no component class, definition or entry, no file that is there for one, and
    /// not the code.
    func unknownProfiles(_ declarations: [Declaration], active: Set<String>) -> [Fault] {
        let variable = Origin.outside("the environment variable IOC_PROFILES")
        if let text = configuration.blankProfileList {
            return [Fault(.profileUnknown(inList: text), at: variable)]
        }
        guard !active.isEmpty else { return [] }
        var known = Set(configuration.knownProfiles).union(declarations.flatMap(\.profileNames))
        for entry in configuration.components.values { known.formUnion((entry.profiles ?? []).map(ProfileRule.name)) }
        known.formUnion(active.filter(configuration.hasFile(for:)))
        guard !active.isSubset(of: known) else { return [] }
        // A class that this context leaves out mentions them, too.
        known.formUnion(catalogue.componentProfiles.map(ProfileRule.name))
        let names = known.ordered()
        var count = FaultCount()
        let faults = active.subtracting(known).ordered().compactMap { profile -> Fault? in
            guard count.admits(.profileUnknown(profile, known: names)) else { return nil }
            let index = configuration.profiles.firstIndex(of: profile)
            let place = index.map { configuration.origin(of: "profiles[\($0)]") } ?? variable
            let isArgument = configuration.argumentProfiles?.contains(profile) == true
            return Fault(
                .profileUnknown(profile, known: names), at: isArgument ? .outside("the argument --profile") : place,
                suggestion: Suggestion.nearest(to: profile, among: names))
        }
        return faults + count.rests
    }
}
