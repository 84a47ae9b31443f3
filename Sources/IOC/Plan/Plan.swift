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
    private let configuration: ContextConfiguration
    private let catalogue: ProgramCatalogue
    private let profiles: Set<String>
    private let settings: SettingStore
    private let removals: [ContextPatch.Removal]
    private let parent: ApplicationContext?
    private var scan: ComponentScan
    /// By name.
    private(set) var declarations: [DefinitionDescription] = []
    /// Classes that were passed over, and why.
    private(set) var leftOut: [ComponentScan.LeftOut] = []
    /// Definitions of assemblies that their conditions leave out, by the types that they promise.
    private(set) var absentDefinitions: [(type: Any.Type, miss: Fault.NearMiss)] = []
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []
    /// By name.
    private(set) var decisions: [ContextReport.Decision] = []

    /// - Parameter removals: The components that a test leaves out.
    init(
        _ configuration: ContextConfiguration, _ catalogue: ProgramCatalogue, _ settings: SettingStore,
        _ composition: AssemblyComposition, removals: [ContextPatch.Removal], parent: ApplicationContext?
    ) {
        let definitions = composition.declarations
        self.configuration = configuration
        self.catalogue = catalogue
        profiles = Set(configuration.activeProfiles)
        self.settings = settings
        self.removals = removals
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
        leftOut = scan.leftOut
        decisions = scan.excluded.map { miss in
            let name = miss.type.qualifiedName
            return ContextReport.Decision(
                component: name, isIn: false, reason: miss.reason, profiles: [],
                origin: (miss.origin ?? .scannedClass(name: name)).description)
        }
        faults += faultsOfRemovals(declared)
        settle(declared)
        nameEarlierTypes()
        faults += declarations.compactMap(Self.contradiction)
        decisions = decisions.ordered { $0.component < $1.component }
        faults += scan.faults.all
        notices += scan.notices
    }

    /// Turns the types that components start after into the names of the components of these types.
    private func nameEarlierTypes() {
        for index in declarations.indices where !declarations[index].earlierTypes.isEmpty {
            let declaration = declarations[index]
            for type in declaration.earlierTypes {
                let earlier = declarations.filter { $0.name != declaration.name && catalogue.fits($0.type, type) }
                declarations[index].dependsOn += earlier.map(\.name)
                guard earlier.isEmpty else { continue }
                let name = TypeName.written(TypeIdentity.type(type))
                faults.append(
                    Fault(
                        .dependsOnUnknown(component: declaration.name, on: name), at: declaration.dependsOnOrigin,
                        suggestion: Suggestion.nearest(to: name, among: declarations.map(\.typeName))))
            }
        }
    }

    /// A fault in what a component says of itself, with its entry.
    private static func contradiction(in declaration: DefinitionDescription) -> Fault? {
        if let retry = declaration.retry, !retry.isPossible {
            return Fault(.retryImpossible(component: declaration.name, retry), at: declaration.place)
        }
        guard declaration.scope == .weakSingleton else { return nil }
        let type = TypeIdentity.type(declaration.type)
        guard !(type is AnyClass), !TypeIdentity.isExistential(type) else { return nil }
        return Fault(.scopeNeedsClass(name: declaration.name), at: declaration.place)
    }

    // MARK: Entries

    /// Scanned classes, definitions and the file's entries, before conditions are looked at; by name.
    private func declared(_ definitions: [DefinitionDescription]) -> [DefinitionDescription] {
        var declarations = scan.found.map { DefinitionDescription($0) }
        declarations += definitions
        if !configuration.components.isEmpty { apply(configuration.components, to: &declarations) }
        let names = declarations.map(\.name)
        return names.indices.ordered { names[$0] < names[$1] }.map { declarations[$0] }
    }

    /// Lays the file's entries over the declarations, and adds those that are for other classes.
    private func apply(
        _ entries: [String: ContextConfiguration.ComponentEntry], to declarations: inout [DefinitionDescription]
    ) {
        var replaced: Set<ProgramClass> = []
        var entered: [DefinitionDescription] = []
        var named = Dictionary(grouping: declarations.indices) { declarations[$0].name }
        var simplyNamed = Dictionary(grouping: declarations.indices) { declarations[$0].simpleName }
        for (name, entry) in entries.ordered(by: { $0.key < $1.key }) {
            let origin = configuration.origin(of: "components.\(name)")
            let place = entry.className == nil ? origin : configuration.origin(of: "components.\(name).class")
            let matches = entry.className == nil ? named[name] ?? simplyNamed[name] ?? [] : []
            if matches.count == 1 {
                declarations[matches[0]].apply(entry, named: nil, at: origin)
                continue
            }
            guard let component = scan.component(named: entry.className ?? name, at: place) else { continue }
            var declaration = DefinitionDescription(component)
            if entry.className != nil {
                replaced.insert(component.record)
                declaration.apply(entry, named: name, at: origin)
                entered.append(declaration)
            } else {
                named[declaration.name, default: []].append(declarations.count)
                simplyNamed[declaration.simpleName, default: []].append(declarations.count)
                declaration.apply(entry, named: nil, at: origin)
                declarations.append(declaration)
            }
        }
        if !replaced.isEmpty { declarations.removeAll { $0.component.map { replaced.contains($0.record) } ?? false } }
        declarations += entered
    }

    // MARK: Conditions

    /// Keeps the components whose conditions hold: profiles and settings first, then conditions on missing components, by name.
    private func settle(_ declared: [DefinitionDescription]) {
        var conditional: [DefinitionDescription] = []
        for declaration in declared {
            if removals.isEmpty, declaration.isPlain {
                declarations.append(declaration)
            } else if let reason = reasonAgainst(declaration) {
                leave(declaration, reason)
            } else if declaration.whenMissing.isEmpty {
                keep(declaration)
            } else {
                conditional.append(declaration)
            }
        }
        // Components without a condition are in order already.
        if conditional.isEmpty { return }
        let ancestors = sequence(first: parent, next: { $0?.parent }).prefix { $0 != nil }.flatMap { ancestor in
            ancestor?.core.registry.rule.definitions ?? []
        }
        for declaration in conditional {
            if let own = declarations.first(where: { isMade(declaration, needlessBy: $0.name, $0.type) }) {
                leave(declaration, "\(own.name) is there already")
            } else if let above = ancestors.first(where: {
                isMade(declaration, needlessBy: $0.name, $0.type, ofAncestor: true)
            }) {
                leave(declaration, "\(above.name) is there already, in a parent context")
            } else {
                keep(declaration)
            }
        }
        let names = declarations.map(\.name)
        declarations = names.indices.ordered { names[$0] < names[$1] }.map { declarations[$0] }
    }

    /// The reason why a test, or a component's profiles or settings, leave it out; nil if it is in.
    ///
    /// Every setting that a condition asks for counts as read, whichever condition decides.
    private func reasonAgainst(_ declaration: DefinitionDescription) -> String? {
        if let removal = removals.first(where: { means($0, declaration) }) {
            return "the test leaves it out, in \(removal.location)"
        }
        if declaration.isPlain { return nil }
        let answers = declaration.settings.map { condition in
            Result { try settings.reasonAgainst(condition.setting, equals: condition.equals) }
        }
        let required = declaration.profiles
        if !ProfileRule.holds(required, active: profiles) {
            let wanted = required.map { "'\($0)'" }.joined(separator: " or ")
            let remark = ProfileRule.remark(on: required).map { "; \($0)" } ?? ""
            let present = profiles.isEmpty ? "none is active" : "active: \(profiles.ordered().joined(separator: ", "))"
            return "its profile is \(wanted), and \(present)\(remark)"
        }
        for answer in answers {
            switch answer {
            case .success(nil): continue
            case .success(let reason): return reason
            case .failure(let error):
                if let failure = error as? SettingFailure { faults.append(failure.fault(at: declaration.place)) }
                return nil
            }
        }
        return nil
    }

    /// Returns true if another component provides what a component is only for where it is missing.
    /// - Parameters:
    ///   - other: The name of the other one.
    ///   - promised: The type that it promises.
    ///   - isAncestor: True if it is a parent context's.
    private func isMade(
        _ declaration: DefinitionDescription, needlessBy other: String, _ promised: TypeID,
        ofAncestor isAncestor: Bool = false
    ) -> Bool {
        declaration.whenMissing.contains { missing in
            guard missing.ancestors || !isAncestor else { return false }
            return switch missing.wanted {
            case .type(let type): catalogue.fits(promised, type)
            case .name(let name): other == name || catalogue.fit(of: promised, typeNamed: name) == true
            }
        }
    }

    /// The conditions of a component that hold, as a decision lists them; nil if it has none.
    private func conditions(of declaration: DefinitionDescription) -> String? {
        if declaration.isPlain { return nil }
        var reasons: [String] = []
        if let profile = declaration.profiles.first(where: { ProfileRule.holds([$0], active: profiles) }) {
            let isAbsence = profile.hasPrefix("!")
            let remark = ProfileRule.remark(on: [profile]).map { "; \($0)" } ?? ""
            reasons.append("the profile '\(profile.drop { $0 == "!" })' is \(isAbsence ? "not " : "")active\(remark)")
        }
        reasons += declaration.settings.map { settings.reasonFor($0.setting, equals: $0.equals) }
        let missing = declaration.whenMissing.map { missing in
            switch missing.wanted {
            case .type(let type): TypeName.simple(TypeIdentity.type(type))
            case .name(let name): name
            }
        }
        if !missing.isEmpty { reasons.append("nothing else provides \(missing.joined(separator: " or "))") }
        return reasons.joined(separator: ", ")
    }

    private func keep(_ declaration: DefinitionDescription) {
        declarations.append(declaration)
        if let reason = conditions(of: declaration) { decisions.append(decision(true, declaration, reason)) }
    }

    private func leave(_ declaration: DefinitionDescription, _ reason: String) {
        let (name, origin) = (declaration.name, declaration.place)
        if let component = declaration.component {
            leftOut.append(ComponentScan.LeftOut(type: component.record, reason: reason, origin: origin))
        } else {
            let miss = Fault.NearMiss(name: name, reason: reason, origin: origin.description)
            absentDefinitions.append((TypeIdentity.type(declaration.type), miss))
        }
        decisions.append(decision(false, declaration, reason))
        notices.append(Fault(.conditionNotMet(name: name, reason: reason), at: origin))
    }

    private func decision(
        _ isIn: Bool, _ declaration: DefinitionDescription, _ reason: String
    ) -> ContextReport.Decision {
        ContextReport.Decision(
            component: declaration.name, isIn: isIn, reason: reason, profiles: declaration.profiles,
            origin: declaration.origin)
    }
}

extension Plan {
    private func means(_ removal: ContextPatch.Removal, _ declaration: DefinitionDescription) -> Bool {
        switch removal.target {
        case .type(let type): catalogue.fits(declaration.type, type)
        case .name(let name):
            declaration.name == name || declaration.simpleName == name || declaration.name.hasSuffix(".\(name)")
        }
    }

    /// A fault for each removal that means no component.
    private func faultsOfRemovals(_ declarations: [DefinitionDescription]) -> [Fault] {
        removals.filter { removal in !declarations.contains { means(removal, $0) } }.map { removal in
            let known = declarations.map { $0.facts() }
            return removal.target.missing(from: known, to: "leave out", at: .source(removal.location))
        }
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
    func namingFaults(_ rule: CandidateRule) -> [Fault] {
        var faults: [Fault] = []
        for facts in rule.definitions where facts.name.allSatisfy({ $0.isWhitespace }) {
            faults.append(Fault(.nameBlank(typeName: facts.typeName), at: facts.origin))
        }
        return faults + duplicates(rule) + startOrder(rule.names) + bindings(rule.names)
    }

    /// Definitions that claim one name.
    private func duplicates(_ rule: CandidateRule) -> [Fault] {
        rule.names.duplicates.filter { !declarations[$0[0]].name.isEmpty }.map { group in
            let same = group.map { rule.definitions[$0] }.ordered { $0.typeName < $1.typeName }
            var fault = Fault(.nameRepeated(name: same[0].name))
            fault.namedCandidates = same.map { Fault.NamedCandidate($0) }
            return fault
        }
    }

    /// Names in `dependsOn` that no component has, and components that wait for each other.
    private func startOrder(_ names: NameIndex) -> [Fault] {
        guard declarations.contains(where: { !$0.dependsOn.isEmpty }) else { return [] }
        var faults = FaultList()
        var successors = [[Int]](repeating: [], count: declarations.count)
        for (index, declaration) in declarations.enumerated() {
            for name in declaration.dependsOn {
                if case .found(let target) = names.match(name) {
                    successors[index].append(target)
                    continue
                }
                faults.add(
                    .dependsOnUnknown(component: declaration.name, on: "'\(name)'"),
                    at: declaration.dependsOnOrigin, suggestion: Suggestion.nearest(to: name, among: names.all))
            }
        }
        for cycle in GraphWalk(successors: successors).cycles {
            let steps = cycle.map { (component: declarations[$0].name, property: "dependsOn") }
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
                faults.add(
                    .bindingTypeUnknown(type: type), at: place,
                    suggestion: Suggestion.nearest(to: type, among: typeNames))
                continue
            }
            guard case .found(let index) = names.match(name) else {
                faults.add(.bindingTargetUnknown(type: type, name: name), at: place) { fault in
                    fault.suggestion = Suggestion.nearest(to: name, among: names.all)
                    fault.nearMisses = declarations.filter { catalogue.fit(of: $0.type, typeNamed: type) == true }
                        .prefix(8)
                        .map { Fault.NearMiss(name: $0.name, reason: "is of type \(type)", origin: $0.origin) }
                }
                continue
            }
            let target = declarations[index]
            if catalogue.fit(of: target.type, typeNamed: type) != false { continue }
            faults.add(.bindingTargetDoesNotFit(type: type, name: name, found: target.typeName), at: place)
        }
        return faults.all
    }
}

extension Plan {
    /// The active profiles that nothing mentions: no component class, definition or entry, no file that is there for one, and
    /// not the code.
    private func unknownProfiles(_ declarations: [DefinitionDescription]) -> [Fault] {
        let variable = Origin.outside("the environment variable IOC_PROFILES")
        if let text = configuration.blankProfileList {
            return [Fault(.profileUnknown(inList: text), at: variable)]
        }
        guard !profiles.isEmpty else { return [] }
        var known = Set(configuration.knownProfiles)
        for declaration in declarations { known.formUnion(declaration.profiles.map(ProfileRule.name)) }
        for entry in configuration.components.values { known.formUnion((entry.profiles ?? []).map(ProfileRule.name)) }
        known.formUnion(profiles.filter(configuration.hasFile(for:)))
        guard !profiles.isSubset(of: known) else { return [] }
        // A class that this context leaves out mentions them, too.
        known.formUnion(catalogue.componentProfiles.map(ProfileRule.name))
        let names = known.ordered()
        var faults = FaultList()
        for profile in profiles.subtracting(known).ordered() {
            let index = configuration.profiles.firstIndex(of: profile)
            let place = index.map { configuration.origin(of: "profiles[\($0)]") } ?? variable
            let isArgument = configuration.argumentProfiles?.contains(profile) == true
            faults.add(
                .profileUnknown(profile, known: names), at: isArgument ? .outside("the argument --profile") : place,
                suggestion: Suggestion.nearest(to: profile, among: names))
        }
        return faults.all
    }
}
