import IOCBase
import IOCConfiguration
import IOCModel

/// Finds the component classes that a configuration selects.
///
/// 1. A prefix matches the start of a class's qualified or simple name. Classes that `exclude` matches in the same way
///    are left out, and so are classes that aren't components.
/// 2. A class that `classes` or an entry of `components` names is looked up by its qualified name, then by its simple
///    name. The name is a fault if there is no such class, or if the class is generic or isn't a component.
struct ComponentScan {
    private let configuration: ContextConfiguration
    private let catalogue: ProgramCatalogue
    /// The declared types of assemblies' definitions, and the return types of functions.
    private var promised: [TypeID]
    /// The components, in no particular order.
    private(set) var found: [ProgramComponent] = []
    /// The classes that `exclude` matches.
    private(set) var excluded: [AbsentComponent] = []
    /// The classes that a prefix matches but that aren't components.
    private var refused: Set<ProgramClass> = []
    private(set) var faults: [Fault] = []
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
        /// The indices of the patterns that have excluded a class.
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
                excluded.append(
                    AbsentComponent(
                        name: name.qualified, type: component.map { TypeIdentity.id($0.type) }, component: component,
                        reason: "excluded by '\(text)'", origin: origin, fix: { "take '\(text)' off \"exclude\"" }))
            } else if let component {
                found.append(component)
            } else {
                refused.insert(type)
                if type.isComponentPossible { continue }
                notices.append(Fault(type.refusal, at: configuration.origin(of: "prefixes[\(first)]")))
            }
        }
        promised += found.filter(\.isFunction).map { TypeIdentity.id($0.promised) }
        let records = catalogue.records
        for (index, prefix) in prefixes.enumerated() where !found.contains(where: { $0.name.matches(prefix) }) {
            let misses = nearMisses(ofPrefix: prefix)
            faults.append(
                Fault(.prefixWithoutMatch(prefix: prefix), at: configuration.origin(of: "prefixes[\(index)]")) {
                    $0.nearMisses = misses.isEmpty ? records.unlinkedModule(of: prefix) : misses
                    if !misses.isEmpty { return }
                    $0.suggestion = Suggestion.beginning(like: prefix, of: records.componentNames)
                })
        }
        let names = found.map(\.name.qualified)
        for (index, pattern) in patterns.enumerated() where !used.contains(index) {
            notices.append(
                Fault(.excludeWithoutMatch(pattern: pattern.text), at: pattern.origin) {
                    $0.suggestion = Suggestion.beginning(like: pattern.text, of: names)
                })
        }
    }

    /// Returns true for a class that a prefix matches and that probably lacks an annotation: it isn't a component, but
    /// could be one. It isn't an assembly either, and no definition or function creates it.
    func isForgotten(_ candidate: ProgramClass) -> Bool {
        refused.contains(candidate) && candidate.isComponentPossible && !isMadeElsewhere(candidate)
    }

    /// Returns true if a class is an assembly, or if a definition or a function creates its instances. Then it is
    /// correct that the class isn't a component.
    private func isMadeElsewhere(_ candidate: ProgramClass) -> Bool {
        guard let type = candidate.loadType() else { return false }
        return catalogue.records.conforms(type, to: (any Assembly).self) ?? (type is any Assembly.Type)
            || promised.contains { catalogue.fits(TypeIdentity.id(type), $0) }
    }

    /// The name prefixes, and the whole names, of classes to exclude.
    private var exclusions: [(text: String, isWhole: Bool, origin: Origin)] {
        configuration.exclude.enumerated().map { ($1, false, configuration.origin(of: "exclude[\($0)]")) }
            + configuration.excludedClasses.map { ($0, true, .code("ContextConfiguration(exclude:)")) }
    }

    private func nearMisses(ofPrefix prefix: String) -> [Fault.NearMiss] {
        let misses =
            excluded.filter { $0.component?.name.matches(prefix) ?? $0.name.hasPrefix(prefix) }.map(\.miss)
            + refused.filter { $0.name.matches(prefix) }.map { $0.nearMiss(prefixes: nil) }
        return Array(misses.ordered { $0.name < $1.name }.prefix(5))
    }

    // MARK: Names

    /// Returns the component with a name. If there is not exactly one, adds a fault and returns nil.
    mutating func component(named name: String, at place: @autoclosure () -> Origin) -> ProgramComponent? {
        catalogue.only(
            named: name, at: place(), &faults, as: ProgramComponent.of, unfit: \.refusal,
            unknown: .classUnknown(name: name), among: \.classNames)
    }
}

/// A component that is excluded from a context, for messages.
struct AbsentComponent: Sendable {
    let name: String
    /// Its declared type; nil for a class that isn't a component.
    let type: TypeID?
    /// The component type or function; nil for a definition of an assembly, and for a class that isn't a component.
    let component: ProgramComponent?
    /// The reason why it is excluded.
    let reason: String
    let origin: Origin
    /// Returns a remedy that would include the component.
    let fix: @Sendable () -> String

    var miss: Fault.NearMiss {
        let isNamed = component.map { $0.name.qualified != name } ?? false
        return Fault.NearMiss(
            name: component?.name.qualified ?? name, reason: (isNamed ? "'\(name)', but " : "") + reason,
            origin: origin.description, fix: fix())
    }

    func hasName(_ other: String) -> Bool {
        name == other || name.hasSuffix(".\(other)") || component?.record.hasName(other) ?? false
    }

    /// The settings that the component would read.
    var readers: [AbsentReader] {
        guard let component else { return [] }
        let points = component.creation.plan(of: component.promised)?.facts ?? []
        return points.filter { $0.shape == .setting }.compactMap(\.qualifier).map {
            AbsentReader(key: $0, component: component.name.simple, reason: reason)
        }
    }
}
