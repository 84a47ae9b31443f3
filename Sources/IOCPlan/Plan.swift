import IOCBase
package import IOCConfiguration
package import IOCModel

/// The plan of a configuration for a catalogue's classes: the components there are, and the faults in what was said of
/// them.
///
/// 1. The scan finds classes; assemblies add what they define.
/// 2. The file's entries are laid over them: one that names a class takes the place of the class's own registration, so
///    that a class is not there twice unasked.
/// 3. Profiles and properties decide who is in, then `whenMissing`, once, by name; components of parent contexts count there.
package final class Plan {
    let configuration: ContextConfiguration
    let catalogue: any ClassCatalogue
    private let conditions: Conditions
    private let ancestors: () -> [AncestorComponent]
    private let scan: ComponentScan
    /// By name.
    package var declarations: [Declaration] = []
    /// Classes that were passed over, and why.
    package private(set) var leftOut: [ComponentScan.LeftOut] = []
    package private(set) var findings: [Finding] = []
    package private(set) var notices: [Fault] = []
    /// By name.
    package private(set) var decisions: [ConditionDecision] = []

    /// Classes that were asked for and may be no components.
    package var doubtful: [(number: Int, reason: String)] { scan.doubtful }

    /// The reason why there may be more components than these; nil where there aren't.
    package var doubtAboutOthers: String? {
        scan.findings.lazy.compactMap(\.doubt).first
            ?? configuration.prefixes.lazy.compactMap(catalogue.doubt(aboutPrefix:)).first
    }

    /// - Parameter ancestors: The components of the parent contexts; asked for where somebody is only for where a type is
    ///   missing.
    package init(
        _ configuration: ContextConfiguration, _ catalogue: any ClassCatalogue, _ conditions: Conditions,
        definitions: [Declaration], hasAssemblies: Bool, ancestors: @escaping () -> [AncestorComponent] = { [] }
    ) {
        self.ancestors = ancestors
        self.configuration = configuration
        self.catalogue = catalogue
        self.conditions = conditions
        scan = ComponentScan(configuration, catalogue: catalogue, promised: definitions.map(\.facts.type))
        if configuration.isEmpty, !hasAssemblies {
            findings.append(Finding(Fault(.configurationEmpty, at: configuration.origin(of: ""))))
        }
        let declared = declared(definitions)
        let unknown = unknownProfiles(declared, active: conditions.profiles)
        if configuration.failsOnUnreadProperties || configuration.refusesUnknownProfiles,
            !catalogue.mayCodeAskForProfiles
        {
            findings += unknown.map { Finding($0) }
        } else {
            notices = unknown
        }
        leftOut = scan.leftOut
        decisions = scan.excluded.map { miss in
            let name = catalogue.name(of: miss.number).qualified
            return ConditionDecision(
                name: name, isIn: false, reason: miss.reason.description,
                origin: miss.origin ?? .scannedClass(name: name))
        }
        declarations = settled(declared)
        decisions = decisions.ordered { $0.name < $1.name }
        findings += scan.findings
        notices += scan.notices
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
        return Declaration.areByName(declarations) ? declarations : Declaration.byName(declarations)
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

    /// The components whose conditions may hold: profiles and properties first, then conditions on missing components, by name.
    private func settled(_ declarations: [Declaration]) -> [Declaration] {
        // A component without a condition is in.
        if Declaration.arePlain(declarations) { return declarations }
        var result: [Declaration] = []
        result.reserveCapacity(declarations.count)
        var conditional: [Declaration] = []
        for var declaration in declarations {
            switch presence(of: declaration) {
            case .absent(let reason):
                leave(declaration, reason)
                continue
            case .open(let reason): declaration.hangs(on: reason)
            case .present: break
            }
            if declaration.isConditional {
                conditional.append(declaration)
            } else {
                keep(declaration)
                result.append(declaration)
            }
        }
        let ancestors = conditional.isEmpty ? [] : ancestors()
        for var declaration in conditional {
            var doubt: String?
            func isProvided(by other: DefinitionFacts, _ otherDoubt: String?, ofAncestor isAncestor: Bool) -> Bool {
                switch declaration.isMadeNeedless(by: other, ofAncestor: isAncestor, catalogue) {
                case .yes where otherDoubt == nil: return true
                case .no: return false
                case .yes, .open: doubt = doubt ?? "whether \(other.name) provides what it is to replace"
                }
                return false
            }
            if let own = result.first(where: { isProvided(by: $0.facts, $0.doubt, ofAncestor: false) }) {
                leave(declaration, "\(own.facts.name) is there already")
                continue
            }
            if let above = ancestors.first(where: { isProvided(by: $0.facts, $0.doubt, ofAncestor: true) }) {
                leave(declaration, "\(above.facts.name) is there already, in a parent context")
                continue
            }
            if let doubt { declaration.hangs(on: doubt) }
            keep(declaration)
            result.append(declaration)
        }
        // Components without a condition stand by name already.
        return conditional.isEmpty ? result : Declaration.byName(result)
    }

    private func presence(of declaration: Declaration) -> Conditions.Presence {
        do {
            return try conditions.presence(of: declaration)
        } catch {
            if let failure = error as? PropertyFailure {
                findings.append(Finding(failure.fault(at: declaration.facts.origin), doubt: declaration.doubt))
            }
            return .present
        }
    }

    private func keep(_ declaration: Declaration) {
        guard declaration.doubt == nil, let reason = declaration.conditions(conditions, catalogue) else { return }
        decisions.append(
            ConditionDecision(
                name: declaration.facts.name, isIn: true, reason: reason, profiles: declaration.profiles,
                origin: declaration.facts.origin))
    }

    private func leave(_ declaration: Declaration, _ reason: String) {
        let (name, origin) = (declaration.facts.name, declaration.facts.origin)
        if let number = declaration.number {
            leftOut.append(ComponentScan.LeftOut(number: number, reason: .other(reason), origin: origin))
        }
        decisions.append(
            ConditionDecision(name: name, isIn: false, reason: reason, profiles: declaration.profiles, origin: origin))
        notices.append(Fault(.conditionNotMet(name: name, reason: reason), at: origin))
    }
}

/// A component of a parent context, as the conditions of a child see it.
package struct AncestorComponent: Sendable {
    let facts: DefinitionFacts
    let doubt: String?

    /// - Parameter doubt: The reason why it may be out; nil where it is certainly there.
    package init(_ facts: DefinitionFacts, doubt: String? = nil) {
        self.facts = facts
        self.doubt = doubt
    }
}
