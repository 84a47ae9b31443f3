import IOCBase
import IOCConfiguration
import IOCModel

/// The plan of a configuration: the components of the context, and the faults of their declarations and entries.
///
/// 1. The scan finds classes, and assemblies add their definitions.
/// 2. The configuration's entries override the traits of these components. If an entry has a `class`, it replaces the
///    scanned component of this class. So a class is registered twice only if two entries have it.
/// 3. Conditions on profiles and settings are decided first. Then each `whenMissing` is decided, after the components
///    that could provide its type. Components of parent contexts count unless the condition excludes them.
final class Plan {
    let configuration: ContextConfiguration
    let catalogue: ProgramCatalogue
    private let profiles: Set<String>
    private let settings: SettingStore
    /// The changes of a test.
    private let patch: ContextPatch
    private let parent: ApplicationContext?
    private var scan: ComponentScan
    /// The components of the context, sorted by name.
    private(set) var declarations: [Declaration] = []
    /// The excluded components, with the reasons.
    private(set) var absent: [AbsentComponent] = []
    /// Finds the reasons why a type or a name isn't a component of the context.
    private(set) lazy var finder = NearMissFinder(
        absent: absent, records: catalogue.records, assemblies: assemblies,
        prefixes: configuration.prefixes.isEmpty ? nil : configuration.origin(of: "prefixes"),
        own: configuration.prefixes.filter { $0.contains(".") } + scan.found.map(\.name.qualified))
    private let assemblies: [any Assembly.Type]
    private(set) var faults: [Fault] = []
    /// The faults of types in `dependsOn` that no component provides, by the index of the component with the
    /// `dependsOn`.
    private(set) var faultsOfEarlierTypes: [Int: [Fault]] = [:]
    private(set) var notices: [Fault] = []
    /// The decisions on components with conditions, sorted by name.
    private(set) var decisions: [ContextReport.Decision] = []

    /// - Parameter patch: The changes of a test.
    init(
        _ configuration: ContextConfiguration, _ catalogue: ProgramCatalogue, _ settings: SettingStore,
        _ composition: AssemblyComposition, patch: ContextPatch, parent: ApplicationContext?
    ) {
        let definitions = composition.declarations
        self.configuration = configuration
        self.catalogue = catalogue
        profiles = Set(configuration.activeProfiles)
        self.settings = settings
        self.patch = patch
        assemblies = composition.assemblies.map { type(of: $0) }
        self.parent = parent
        scan = ComponentScan(configuration, catalogue: catalogue, promised: definitions.map(\.type))
        if configuration.isEmpty, composition.assemblies.isEmpty {
            faults.append(Fault(.configurationEmpty, at: configuration.origin(of: "")))
        }
        faults += configuration.impossibleLimits
        let declared = declared(definitions)
        let unknown = unknownProfiles(declared)
        if configuration.failsOnUnreadSettings || configuration.argumentProfiles != nil {
            faults += unknown
        } else {
            notices = unknown
        }
        absent = scan.excluded
        decisions = scan.excluded.map {
            ContextReport.Decision(
                component: $0.name, isIn: false, reason: $0.reason, profiles: [], origin: $0.origin.description)
        }
        faults += faultsOfRemovals(declared)
        decideConditions(declared)
        nameEarlierTypes()
        faults += declarations.compactMap { Self.contradiction(in: $0.facts) }
        decisions = decisions.ordered { $0.component < $1.component }
        faults += scan.faults
        notices += scan.notices
    }

    func isForgotten(_ candidate: ProgramClass) -> Bool { scan.isForgotten(candidate) }

    /// Replaces the types in `dependsOn` with the names of the components of these types.
    private func nameEarlierTypes() {
        for index in declarations.indices where !declarations[index].description.earlierTypes.isEmpty {
            var description = declarations[index].description
            for type in description.earlierTypes {
                let earlier = declarations.map(\.facts).filter {
                    $0.name != description.name && catalogue.fits($0.type, type)
                }
                description.dependsOn += earlier.map(\.name)
                guard earlier.isEmpty else { continue }
                let type = TypeIdentity.type(type)
                faultsOfEarlierTypes[index, default: []].append(
                    Fault(
                        .dependsOnUnknown(component: description.name, on: TypeName.written(type)),
                        at: description.dependsOnOrigin
                    ) { [finder] in $0.nearMisses = finder.nearMisses(for: type) })
            }
            declarations[index] = Declaration(description)
        }
    }

    /// Returns the fault of a component with an impossible retry, or of a value with a weak scope; nil if there is
    /// none.
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

    /// Returns the scanned classes and the definitions, changed by the configuration's entries and sorted by name.
    /// Conditions are not applied yet.
    private func declared(_ definitions: [DefinitionDescription]) -> [Declaration] {
        if configuration.components.isEmpty {
            return byName(
                scan.found.map { Declaration(DefinitionDescription($0)) } + definitions.map { Declaration($0) })
        }
        var descriptions = scan.found.map { DefinitionDescription($0) } + definitions
        apply(configuration.components, to: &descriptions)
        return byName(descriptions.map { Declaration($0) })
    }

    private func byName(_ declarations: [Declaration]) -> [Declaration] {
        let names = declarations.map { $0.facts.name }
        return names.indices.ordered { names[$0] < names[$1] }.map { declarations[$0] }
    }

    /// Applies the configuration's entries to the descriptions, and adds descriptions for entries of other classes.
    private func apply(
        _ entries: [String: ContextConfiguration.ComponentEntry], to descriptions: inout [DefinitionDescription]
    ) {
        var replaced: Set<ProgramClass> = []
        var entered: [DefinitionDescription] = []
        var named = Dictionary(grouping: descriptions.indices) { descriptions[$0].name }
        var simplyNamed = Dictionary(grouping: descriptions.indices) { descriptions[$0].simpleName }
        for (name, entry) in entries.ordered(by: { $0.key < $1.key }) {
            let origin = configuration.origin(of: "components.\(name)")
            let place = entry.className == nil ? origin : configuration.origin(of: "components.\(name).class")
            let matches = entry.className == nil ? named[name] ?? simplyNamed[name] ?? [] : []
            if matches.count == 1 {
                descriptions[matches[0]].apply(entry, named: nil, at: origin)
                continue
            }
            guard let component = scan.component(named: entry.className ?? name, at: place) else { continue }
            var description = DefinitionDescription(component)
            if entry.className != nil {
                replaced.insert(component.record)
                description.apply(entry, named: name, at: origin)
                entered.append(description)
            } else {
                named[description.name, default: []].append(descriptions.count)
                simplyNamed[description.simpleName, default: []].append(descriptions.count)
                description.apply(entry, named: nil, at: origin)
                descriptions.append(description)
            }
        }
        if !replaced.isEmpty { descriptions.removeAll { $0.component.map { replaced.contains($0.record) } ?? false } }
        descriptions += entered
    }

    // MARK: Conditions

    /// Keeps the components whose conditions hold. Conditions on profiles and settings are decided first, then
    /// conditions on missing components.
    private func decideConditions(_ declared: [Declaration]) {
        var conditional: [Declaration] = []
        for declaration in declared {
            if let absence = reasonAgainst(declaration) {
                exclude(declaration, absence.reason, do: absence.fix)
            } else if declaration.description.whenMissing.isEmpty {
                include(declaration)
            } else {
                conditional.append(declaration)
            }
        }
        // Without a `whenMissing`, the components are sorted already.
        if conditional.isEmpty { return }
        let ancestors = sequence(first: parent, next: { $0?.parent }).prefix { $0 != nil }.flatMap { ancestor in
            ancestor?.core.rule.definitions ?? []
        }
        for declaration in inOrderOfConditions(conditional) {
            if let own = declarations.first(where: { isProvided(declaration, by: $0.facts) }) {
                exclude(declaration, "\(own.facts.name) is there already")
            } else if let above = ancestors.first(where: { isProvided(declaration, by: $0, ofAncestor: true) }) {
                exclude(declaration, "\(above.name) is there already, in a parent context")
            } else {
                include(declaration)
            }
        }
        declarations = byName(declarations)
    }

    /// Returns the components with a `whenMissing`, each after the components that could provide the type in it.
    ///
    /// Several components may have a `whenMissing` of a type that each of them provides. Then the first by name is
    /// kept. Any other cycle of conditions is a fault, because the outcome would depend on the component that is
    /// decided first.
    private func inOrderOfConditions(_ conditional: [Declaration]) -> [Declaration] {
        /// Returns the other components that provide the type in a component's `whenMissing`. Unless `competing` is
        /// true, types that the component provides itself don't count.
        func successors(_ index: Int, competing: Bool) -> [Int] {
            let declaration = conditional[index]
            return conditional.indices.filter { other in
                other != index
                    && declaration.description.whenMissing.contains { missing in
                        fits(conditional[other].facts, missing.wanted)
                            && (competing || !fits(declaration.facts, missing.wanted))
                    }
            }
        }
        let walk = GraphWalk(successors: conditional.indices.map { successors($0, competing: true) })
        for group in walk.groups where group.count > 1 {
            let strict = GraphWalk(
                successors: group.map { index in
                    successors(index, competing: false).compactMap(group.firstIndex)
                })
            guard let start = strict.successors.indices.first(where: { !strict.successors[$0].isEmpty }) else {
                continue
            }
            let cycle = walk.cycle(through: group[start]).map { conditional[$0].facts }
            faults.append(Fault(.conditionCycle(cycle.map(\.name)), at: cycle[0].origin))
        }
        return walk.order.map { conditional[$0] }
    }

    /// Returns the reason why a test, a profile or a setting excludes a component; nil if it is included so far.
    ///
    /// Every setting in a condition counts as read, even if another condition decides, unless a test excludes the
    /// component.
    private func reasonAgainst(_ declaration: Declaration) -> (reason: String, fix: @Sendable () -> String)? {
        if let removal = patch.removals.first(where: { matches($0, declaration.facts) }) {
            return (Fault.NearMiss.removed(in: removal.location), { "don't leave it out in the test" })
        }
        if declaration.description.isPlain { return nil }
        let answers = declaration.description.settings.map { condition in
            Result { try settings.reasonAgainst(condition.setting, equals: condition.equals) }
        }
        let required = declaration.description.profiles
        if !ProfileRule.holds(required, active: profiles) {
            let wanted = required.map { "'\($0)'" }.joined(separator: " or ")
            let remark = ProfileRule.remark(on: required).map { "; \($0)" } ?? ""
            let present = profiles.isEmpty ? "none is active" : "active: \(profiles.ordered().joined(separator: ", "))"
            let profile = required.first ?? ""
            let verb = profile.hasPrefix("!") ? "don't activate" : "activate"
            return (
                "its profile is \(wanted), and \(present)\(remark)",
                { "\(verb) the profile '\(ProfileRule.name(of: profile))'" }
            )
        }
        for (answer, condition) in zip(answers, declaration.description.settings) {
            switch answer {
            case .success(nil): continue
            case .success(let reason?): return (reason, { [settings] in settings.remedy(for: condition.setting) })
            case .failure(let error):
                if let error = error as? IOCError { faults += error.asked(at: declaration.facts.origin).faults }
                return nil
            }
        }
        return nil
    }

    /// Returns true if `other` provides the type in the component's `whenMissing`.
    /// - Parameter isAncestor: True if `other` belongs to a parent context.
    private func isProvided(
        _ declaration: Declaration, by other: DefinitionFacts, ofAncestor isAncestor: Bool = false
    ) -> Bool {
        declaration.description.whenMissing.contains { missing in
            guard missing.ancestors || !isAncestor else { return false }
            return fits(other, missing.wanted)
        }
    }

    /// Returns true if a component has the type or the name in a condition.
    private func fits(_ other: DefinitionFacts, _ wanted: ComponentTarget) -> Bool {
        // A definition with arguments serves no injection point.
        if other.needsArguments { return false }
        return switch wanted {
        case .type(let type): catalogue.fits(other.type, type)
        case .name(let name): other.name == name || catalogue.fit(of: other.type, typeNamed: name) == true
        }
    }

    /// Returns the conditions of an included component as text; nil if it has none.
    private func conditions(of declaration: Declaration) -> String? {
        if declaration.description.isPlain { return nil }
        let description = declaration.description
        var reasons: [String] = []
        if let profile = description.profiles.first(where: { ProfileRule.holds([$0], active: profiles) }) {
            let isAbsence = profile.hasPrefix("!")
            let remark = ProfileRule.remark(on: [profile]).map { "; \($0)" } ?? ""
            reasons.append("the profile '\(profile.drop { $0 == "!" })' is \(isAbsence ? "not " : "")active\(remark)")
        }
        reasons += description.settings.map { settings.reasonFor($0.setting, equals: $0.equals) }
        let missing = description.whenMissing.map { missing in
            switch missing.wanted {
            case .type(let type): TypeName.simple(TypeIdentity.type(type))
            case .name(let name): name
            }
        }
        if !missing.isEmpty { reasons.append("nothing else provides \(missing.joined(separator: " or "))") }
        return reasons.joined(separator: ", ")
    }

    private func include(_ declaration: Declaration) {
        declarations.append(declaration)
        if let reason = conditions(of: declaration) { decisions.append(decision(true, declaration, reason)) }
    }

    private func exclude(
        _ declaration: Declaration, _ reason: String,
        do fix: @escaping @Sendable () -> String = { "take its condition away" }
    ) {
        let (name, origin) = (declaration.facts.name, declaration.facts.origin)
        absent.append(
            AbsentComponent(
                name: name, type: declaration.facts.type, component: declaration.description.component, reason: reason,
                origin: origin, fix: fix))
        decisions.append(decision(false, declaration, reason))
        notices.append(Fault(.conditionNotMet(name: name, reason: reason), at: origin))
    }

    private func decision(_ isIn: Bool, _ declaration: Declaration, _ reason: String) -> ContextReport.Decision {
        ContextReport.Decision(
            component: declaration.facts.name, isIn: isIn, reason: reason,
            profiles: declaration.description.profiles, origin: declaration.facts.origin.description)
    }
}

extension Plan {
    private func matches(_ removal: ContextPatch.Removal, _ facts: DefinitionFacts) -> Bool {
        switch removal.target {
        case .type(let type): catalogue.fits(facts.type, type)
        case .name(let name): facts.name == name || facts.simpleName == name || facts.name.hasSuffix(".\(name)")
        }
    }

    /// Returns the faults of removals that match no component.
    private func faultsOfRemovals(_ declarations: [Declaration]) -> [Fault] {
        patch.removals.filter { removal in !declarations.contains { matches(removal, $0.facts) } }.map { removal in
            removal.target.missing(
                from: declarations.map(\.facts), to: "leave out", at: .source(removal.location)
            ) { [finder] type, name in finder.nearMisses(for: type.map(TypeIdentity.type), named: name) }
        }
    }
}

extension ContextConfiguration {
    /// The faults of time limits and numbers that code has set to impossible values. The values of a file are checked
    /// when the file is read.
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
    /// Returns the faults of active profiles that no component, definition, entry, profile file or `knownProfiles`
    /// mentions.
    private func unknownProfiles(_ declarations: [Declaration]) -> [Fault] {
        let variable = Origin.outside("the environment variable IOC_PROFILES")
        if let text = configuration.blankProfileList {
            return [Fault(.profileUnknown(inList: text), at: variable)]
        }
        guard !profiles.isEmpty else { return [] }
        var known = Set(configuration.knownProfiles)
        for declaration in declarations { known.formUnion(declaration.description.profiles.map(ProfileRule.name)) }
        for entry in configuration.components.values { known.formUnion((entry.profiles ?? []).map(ProfileRule.name)) }
        known.formUnion(profiles.filter(configuration.hasFile(for:)))
        guard !profiles.isSubset(of: known) else { return [] }
        // A class that is not part of this context may mention a profile as well.
        known.formUnion(catalogue.componentProfiles.map(ProfileRule.name))
        let names = known.ordered()
        return profiles.subtracting(known).ordered().compactMap { profile in
            let place = origin(ofProfile: profile) ?? variable
            if profile.hasPrefix("!") || profile.contains("${") {
                faults.append(Fault(.profileMalformed(profile), at: place))
                return nil
            }
            return Fault(.profileUnknown(profile, known: names), at: place) {
                $0.suggestion = Suggestion.nearest(to: profile, among: names)
            }
        }
    }

    private func origin(ofProfile profile: String) -> Origin? {
        if let change = patch.profiles.first(where: { $0.name == profile }) { return .source(change.location) }
        if configuration.argumentProfiles?.contains(profile) == true { return .outside("the argument --profile") }
        return configuration.profiles.firstIndex(of: profile).map { configuration.origin(of: "profiles[\($0)]") }
    }
}
