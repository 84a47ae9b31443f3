import IOCBase
import IOCConfiguration
import IOCModel

/// Finds the component classes that a configuration asks for.
///
/// 1. A prefix matches the start of a class's qualified or simple name; what `exclude` matches the same way is left out,
///    and so are generic classes and classes that are no components, with a notice for all but assemblies and the classes that
///    definitions make.
/// 2. A class that the list or a component's entry names is looked up by qualified name, then by simple name; one that
///    is not there, is generic or is no component is a fault.
struct ComponentScan {
    /// A class that was passed over, for messages.
    struct LeftOut: Sendable {
        let type: ProgramClass
        let reason: String
        let origin: Origin?
    }

    private let configuration: ContextConfiguration
    private let catalogue: ProgramCatalogue
    /// The types that definitions of assemblies promise, and functions.
    private var promised: [TypeID]
    /// In no order.
    private(set) var found: [ProgramComponent] = []
    /// The classes that `exclude` has left out.
    private(set) var excluded: [LeftOut] = []
    /// The classes that a prefix matched in vain.
    private var refused: [LeftOut] = []
    var leftOut: [LeftOut] { excluded + refused }
    private(set) var faults = FaultList()
    private(set) var notices: [Fault] = []

    init(_ configuration: ContextConfiguration, catalogue: ProgramCatalogue, promised: [TypeID] = []) {
        self.configuration = configuration
        self.promised = promised
        self.catalogue = catalogue
        if !configuration.prefixes.isEmpty { scanPrefixes() }
        var seen = configuration.classes.isEmpty ? [] : Set(found.map(\.record))
        for (index, name) in configuration.classes.enumerated() {
            var components = (configuration.classTypes[name] ?? []).compactMap(ProgramComponent.of)
            if components.isEmpty {
                let component = component(named: name, at: configuration.origin(of: "classes[\(index)]"))
                components = component.map { [$0] } ?? []
            }
            found += components.filter { seen.insert($0.record).inserted }
        }
    }

    // MARK: Prefixes

    private mutating func scanPrefixes() {
        let prefixes = configuration.prefixes
        let bytes = prefixes.map { Array($0.utf8) }
        let patterns = exclusions
        /// The patterns that have left a class out.
        var used: Set<Int> = []
        for type in catalogue.records.classes where bytes.contains(where: type.mayMatch) {
            let component = ProgramComponent.of(type)
            let name = component?.name ?? type.name
            guard let first = prefixes.firstIndex(where: name.matches) else { continue }
            let exclusion = patterns.firstIndex { text, isWhole, _ in
                guard isWhole else { return name.matches(text) }
                let types = component.flatMap { _ in configuration.excludedTypes[text] }
                return name.qualified == text
                    && types.map { $0.contains { $0 == component.map { TypeIdentity.id($0.type) } } } ?? true
            }
            if let exclusion {
                used.insert(exclusion)
                let (text, _, origin) = patterns[exclusion]
                excluded.append(LeftOut(type: type, reason: "excluded by '\(text)'", origin: origin))
            } else if let component {
                found.append(component)
            } else {
                let place = configuration.origin(of: "prefixes[\(first)]")
                refused.append(LeftOut(type: type, reason: type.reasonAgainst, origin: place))
            }
        }
        promised += found.filter(\.isFunction).map { TypeIdentity.id($0.promised) }
        notices = refused.filter { !isMadeElsewhere($0.type) }.map { Fault($0.type.refusal, at: $0.origin) }
        let scan = self
        for (index, prefix) in prefixes.enumerated() where !found.contains(where: { $0.name.matches(prefix) }) {
            faults.add(
                .prefixWithoutMatch(prefix: prefix, unlinked: catalogue.unlinkedModule(of: prefix)),
                at: configuration.origin(of: "prefixes[\(index)]")
            ) { fault in
                fault.nearMisses = scan.nearMisses(ofPrefix: prefix)
                fault.suggestion = Suggestion.beginning(like: prefix, of: scan.catalogue.componentNames)
            }
        }
        for (index, pattern) in patterns.enumerated() where !used.contains(index) {
            notices.append(Fault(.excludeWithoutMatch(pattern: pattern.text), at: pattern.origin))
        }
    }

    /// True if a class is an assembly, or one whose instances a definition or a function makes, so that not being a component is no mistake.
    private func isMadeElsewhere(_ candidate: ProgramClass) -> Bool {
        guard let type = candidate.loadType() else { return false }
        return catalogue.records.conforms(type, to: (any Assembly).self) ?? (type is any Assembly.Type)
            || promised.contains { catalogue.fits(TypeIdentity.id(type), $0) }
    }

    /// The beginnings of names, and whole names, of classes that are left out.
    private var exclusions: [(text: String, isWhole: Bool, origin: Origin)] {
        configuration.exclude.enumerated().map { ($1, false, configuration.origin(of: "exclude[\($0)]")) }
            + configuration.excludedClasses.map { ($0, true, .code("ContextConfiguration(exclude:)")) }
    }

    private func nearMisses(ofPrefix prefix: String) -> [Fault.NearMiss] {
        leftOut.map { ($0.type.name, $0) }.filter { $0.0.matches(prefix) }
            .ordered { $0.0.qualified < $1.0.qualified }.prefix(5).map { name, miss in
                Fault.NearMiss(name: name.qualified, reason: miss.reason, origin: miss.origin?.description)
            }
    }

    // MARK: Names

    /// The component of a name; where there is none, the fault is noted.
    mutating func component(named name: String, at place: @autoclosure () -> Origin) -> ProgramComponent? {
        catalogue.only(
            named: name, at: place(), &faults, as: ProgramComponent.of, unfit: \.refusal,
            unknown: { .classUnknown(name: name, unlinked: $0) }, among: catalogue.classNames)
    }
}

extension ComponentScan.LeftOut {
    /// The settings that the component would read.
    var readers: [AbsentReader] {
        guard let component = ProgramComponent.of(type) else { return [] }
        let points = component.creation.plan(of: component.promised)?.facts ?? []
        return points.filter { $0.shape == .setting }.compactMap(\.qualifier).map {
            AbsentReader(key: $0, component: component.name.simple, reason: reason)
        }
    }
}
