import IOCModel

/// Finds the component classes a configuration asks for.
///
/// 1. A prefix matches the start of a class's qualified or simple name; what `exclude` matches the same way is left out,
///    and so are, with a notice, generic classes and classes that are no components.
/// 2. A class that the list or a component's entry names is looked up by qualified name, then by simple name; one that
///    is not there, is generic or is no component is a fault.
struct ComponentScan {
    /// A component class of the program.
    struct Found {
        let type: any IOCComponent.Type
        let programClass: ProgramClass
    }

    /// A class that was passed over, for messages.
    struct LeftOut {
        let programClass: ProgramClass
        let reason: String
        let origin: Origin?
    }

    let configuration: Configuration
    let records: ProgramRecords
    private(set) var found: [Found] = []
    /// What `exclude` has left out.
    private(set) var excluded: [LeftOut] = []
    /// What a prefix matched in vain.
    private var refused: [LeftOut] = []
    var leftOut: [LeftOut] { excluded + refused }
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []
    private var seen: Set<UInt> = []

    init(_ configuration: Configuration, records: ProgramRecords) {
        self.configuration = configuration
        self.records = records
        scanPrefixes()
        for (index, name) in configuration.classes.enumerated() {
            if let component = component(named: name, at: configuration.origin(of: "classes[\(index)]")) {
                add(component)
            }
        }
        found.sort { $0.programClass.qualifiedName < $1.programClass.qualifiedName }
    }

    private mutating func add(_ component: Found) {
        if seen.insert(component.programClass.identity).inserted { found.append(component) }
    }

    // MARK: Prefixes

    private mutating func scanPrefixes() {
        guard !configuration.prefixes.isEmpty else { return }
        var matches = [Int](repeating: 0, count: configuration.prefixes.count)
        var exclusions = [Int](repeating: 0, count: configuration.exclude.count)
        for candidate in records.classes {
            guard let prefix = configuration.prefixes.firstIndex(where: candidate.matches) else { continue }
            if let exclusion = configuration.exclude.firstIndex(where: candidate.matches) {
                exclusions[exclusion] += 1
                excluded.append(
                    LeftOut(
                        programClass: candidate, reason: "excluded by '\(configuration.exclude[exclusion])'",
                        origin: configuration.origin(of: "exclude[\(exclusion)]")))
                continue
            }
            let place = configuration.origin(of: "prefixes[\(prefix)]")
            switch load(candidate) {
            case .component(let type):
                for (index, prefix) in configuration.prefixes.enumerated() where candidate.matches(prefix) {
                    matches[index] += 1
                }
                add(Found(type: type, programClass: candidate))
            case .fault(let fault):
                notices.append(Fault(fault, at: place))
                refused.append(LeftOut(programClass: candidate, reason: fault.passedOver, origin: place))
            }
        }
        for (index, count) in matches.enumerated() where count == 0 {
            var fault = Fault(
                .prefixWithoutMatch(prefix: configuration.prefixes[index]),
                at: configuration.origin(of: "prefixes[\(index)]"))
            fault.nearMisses = nearMisses(ofPrefix: configuration.prefixes[index])
            let components = records.classes.filter { !$0.isSystem && $0.load() is any IOCComponent.Type }
            fault.suggestion = Suggestion.beginning(
                like: configuration.prefixes[index], of: components.map(\.qualifiedName))
            faults.append(fault)
        }
        for (index, count) in exclusions.enumerated() where count == 0 {
            notices.append(
                Fault(
                    .excludeWithoutMatch(pattern: configuration.exclude[index]),
                    at: configuration.origin(of: "exclude[\(index)]")))
        }
    }

    private func nearMisses(ofPrefix prefix: String) -> [Fault.NearMiss] {
        leftOut.filter { $0.programClass.matches(prefix) }.sorted { $0.programClass < $1.programClass }.prefix(5).map {
            Fault.NearMiss(name: $0.programClass.qualifiedName, reason: $0.reason, origin: $0.origin)
        }
    }

    // MARK: Names

    /// The component class of a name; where there is none, the fault is noted.
    mutating func component(named name: String, at place: Origin) -> Found? {
        var fault: Fault
        switch lookUp(name) {
        case .found(let candidate):
            switch load(candidate) {
            case .component(let type): return Found(type: type, programClass: candidate)
            case .fault(let kind): fault = Fault(kind, at: place)
            }
        case .ambiguous(let matches):
            fault = Fault(.classAmbiguous(name: name, matches: matches), at: place)
        case .unknown:
            fault = Fault(.classUnknown(name: name), at: place)
            let components = records.classes.filter { !$0.isSystem }.flatMap { [$0.qualifiedName, $0.simpleName] }
            fault.suggestion = Suggestion.nearest(to: name, among: components)
        }
        faults.append(fault)
        return nil
    }

    private enum LookUp {
        case found(ProgramClass)
        case ambiguous([String])
        case unknown
    }

    private func lookUp(_ name: String) -> LookUp {
        let matches = records.names.classes(named: name)
        switch matches.count {
        case 0:
            guard let type = _typeByName(name) as? AnyClass else { return .unknown }
            return records.classes.first { $0.load() == type }.map(LookUp.found) ?? .unknown
        case 1: return .found(matches[0])
        default: return .ambiguous(matches.map(\.qualifiedName).sorted())
        }
    }

    private enum Loaded {
        case component(any IOCComponent.Type)
        case fault(Fault.Kind)
    }

    private func load(_ candidate: ProgramClass) -> Loaded {
        if let known = Self.memo.withLock({ $0[candidate.identity] }) { return .component(known) }
        let loaded = read(candidate)
        if case .component(let type) = loaded { Self.memo.withLock { $0[candidate.identity] = type } }
        return loaded
    }

    /// The component classes that were loaded before: what a class conforms to never changes.
    private static let memo = Guarded<[UInt: any IOCComponent.Type]>([:])

    private func read(_ candidate: ProgramClass) -> Loaded {
        let name = candidate.qualifiedName
        if candidate.isGeneric { return .fault(.classIsGeneric(name: name)) }
        guard let type = candidate.load() else { return .fault(.classIsPrivateName(name: name)) }
        // The records spare the runtime a search of all of them for every class that is no component.
        if records.conforms(type, to: (any IOCComponent).self) == false {
            return .fault(.classDoesNotConform(name: name))
        }
        guard let component = type as? any IOCComponent.Type else { return .fault(.classDoesNotConform(name: name)) }
        return .component(component)
    }
}

extension ProgramClass: Comparable {
    /// Whether the qualified or the simple name starts with `prefix`.
    func matches(_ prefix: String) -> Bool {
        simpleName.hasPrefix(prefix) || qualifiedName.hasPrefix(prefix)
    }

    static func == (left: ProgramClass, right: ProgramClass) -> Bool { left.identity == right.identity }

    static func < (left: ProgramClass, right: ProgramClass) -> Bool {
        (left.qualifiedName, left.identity) < (right.qualifiedName, right.identity)
    }

    /// Whether the class belongs to the toolchain rather than to somebody's program.
    var isSystem: Bool {
        ["Swift.", "Foundation", "_", "Dispatch.", "Synchronization.", "Testing.", "XCTest."].contains {
            qualifiedName.hasPrefix($0)
        }
    }
}

extension Fault.Kind {
    /// The reason, as a near miss gives it.
    fileprivate var passedOver: String {
        switch self {
        case .classIsGeneric: "is generic"
        case .classDoesNotConform: "does not conform to IOCComponent"
        default: "can't be loaded"
        }
    }
}
