import IOC
import IOCModel
import IOCSource

/// Finds the component classes a configuration asks for, by the rules of the container's own scan.
struct SourceScan {
    let configuration: Configuration
    let graph: TypeGraph
    private(set) var found: [Int] = []
    /// Why a class that a prefix matches was passed over.
    private(set) var passedOver: [Int: (reason: String, origin: Origin?)] = [:]
    private(set) var faults: [Fault] = []
    /// What can't be told from these sources.
    private(set) var notes: [SourceDiagnostic] = []
    private var seen: Set<Int> = []

    init(_ configuration: Configuration, graph: TypeGraph) {
        self.configuration = configuration
        self.graph = graph
        scanPrefixes()
        for (index, name) in configuration.classes.enumerated() {
            if let number = component(named: name, at: configuration.origin(of: "classes[\(index)]")) { add(number) }
        }
        found.sort { graph.index.types[$0].qualifiedName < graph.index.types[$1].qualifiedName }
    }

    private mutating func add(_ number: Int) {
        if seen.insert(number).inserted { found.append(number) }
    }

    private mutating func scanPrefixes() {
        guard !configuration.prefixes.isEmpty else { return }
        var matches = [Int](repeating: 0, count: configuration.prefixes.count)
        for (number, type) in graph.index.types.enumerated() where type.isClass {
            guard configuration.prefixes.contains(where: type.matches) else { continue }
            if let exclusion = configuration.exclude.firstIndex(where: type.matches) {
                passedOver[number] = (
                    "excluded by '\(configuration.exclude[exclusion])'",
                    configuration.origin(of: "exclude[\(exclusion)]")
                )
                continue
            }
            if let kind = obstacle(number) {
                let reason = if case .classIsGeneric = kind { "is generic" } else { "does not conform to IOCComponent" }
                passedOver[number] = (reason, nil)
                continue
            }
            for (index, prefix) in configuration.prefixes.enumerated() where type.matches(prefix) {
                matches[index] += 1
            }
            add(number)
        }
        for (index, count) in matches.enumerated() where count == 0 {
            let prefix = configuration.prefixes[index]
            let place = configuration.origin(of: "prefixes[\(index)]")
            if isUnseen(prefix, at: place) { continue }
            var fault = Fault(.prefixWithoutMatch(prefix: prefix), at: place)
            fault.nearMisses = passedOver.filter { graph.index.types[$0.key].matches(prefix) }.map { number, miss in
                Fault.NearMiss(
                    name: graph.index.types[number].qualifiedName, reason: miss.reason,
                    origin: miss.origin ?? origin(of: number))
            }.sorted { $0.name < $1.name }.prefix(5).map { $0 }
            let components = graph.index.types.indices.filter { obstacle($0) == nil && graph.index.types[$0].isClass }
            fault.suggestion = Suggestion.beginning(
                like: prefix, of: components.map { graph.index.types[$0].qualifiedName })
            faults.append(fault)
        }
    }

    /// Where a class is declared.
    func origin(of number: Int) -> Origin { .source(location(of: number)) }

    /// Where a class is declared.
    func location(of number: Int) -> SourceLocation {
        let main = graph.index.types[number].main
        return graph.index.location(main.declaration.position, file: main.file)
    }

    /// The component class of a name; where there is none, the fault is noted.
    mutating func component(named name: String, at place: Origin) -> Int? {
        let matches = graph.classes(named: name)
        switch matches.count {
        case 0:
            if isUnseen(name, at: place) { return nil }
            var fault = Fault(.classUnknown(name: name), at: place)
            fault.suggestion = Suggestion.nearest(to: name, among: graph.classNames)
            faults.append(fault)
        case 1:
            guard let kind = obstacle(matches[0]) else { return matches[0] }
            if case .classDoesNotConform(let name) = kind, graph.hasUnseenSupertypes(matches[0]) {
                note(
                    place,
                    "whether \(name) conforms to IOCComponent can't be told: its supertypes are not in the sources")
            } else {
                faults.append(Fault(kind, at: place))
            }
        default:
            let names = matches.map { graph.index.types[$0].qualifiedName }.sorted()
            faults.append(Fault(.classAmbiguous(name: name, matches: names), at: place))
        }
        return nil
    }

    /// The classes of the assemblies that the configuration names; the faults of those names are noted.
    mutating func assemblies() -> [Int] {
        let classes = graph.index.types.indices.filter { graph.index.types[$0].isClass }
        var found: [Int] = []
        for (index, name) in configuration.assemblies.enumerated() {
            let place = configuration.origin(of: "assemblies[\(index)]")
            let matches = graph.classes(named: name)
            let names = matches.map { graph.index.types[$0].qualifiedName }.sorted()
            if matches.count > 1 {
                faults.append(Fault(.classAmbiguous(name: name, matches: names), at: place))
            } else if let match = matches.first {
                if graph.conforms(match, toContainerProtocol: "Assembly") {
                    found.append(match)
                } else if graph.hasUnseenSupertypes(match) {
                    note(
                        place, "whether \(names[0]) is an assembly can't be told: its supertypes are not in the sources"
                    )
                } else {
                    faults.append(Fault(.classIsNoAssembly(name: names[0]), at: place))
                }
            } else if !isUnseen(name, at: place) {
                var fault = Fault(.assemblyUnknown(name: name), at: place)
                let known = classes.filter { graph.conforms($0, toContainerProtocol: "Assembly") }
                fault.suggestion = Suggestion.nearest(
                    to: name,
                    among: known.flatMap { [graph.index.types[$0].qualifiedName, graph.index.types[$0].simpleName] }
                        .sorted())
                faults.append(fault)
            }
        }
        return found
    }

    private func obstacle(_ number: Int) -> Fault.Kind? {
        let type = graph.index.types[number]
        if type.isGeneric { return .classIsGeneric(name: type.qualifiedName) }
        return graph.isComponent(number) ? nil : .classDoesNotConform(name: type.qualifiedName)
    }

    /// Whether a name starts with a module that the sources import and that was not read.
    private mutating func isUnseen(_ name: String, at place: Origin) -> Bool {
        guard let dot = name.firstIndex(of: "."), graph.unseenModules.contains(String(name[..<dot])) else {
            return false
        }
        note(place, "'\(name)' is left alone: the sources of module \(name[..<dot]) were not given")
        return true
    }

    private mutating func note(_ place: Origin, _ text: String) {
        notes.append(.note(at: place.sourceLocation, text))
    }
}

extension Origin {
    /// The place as compilers print places; nil for what was said in code.
    var sourceLocation: SourceLocation? {
        switch self {
        case .source(let location): location
        case .file(let position):
            SourceLocation(file: position.path, line: position.line ?? 1, column: position.column ?? 1)
        case .scannedClass, .code: nil
        }
    }
}
