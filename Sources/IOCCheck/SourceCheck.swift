package import IOC
package import IOCModel
package import IOCSource

/// What a check of one configuration came to.
package struct CheckResult: Sendable {
    /// The components, by name; those that only some runs have are among them.
    package var definitions: [DefinitionFacts]
    /// For each component its injection points.
    package var points: [[InjectionPointFacts]]
    /// Where the points lead.
    package var wiring: Wiring
    /// All that is wrong whatever a run says, in the order in which the container would tell it.
    package var faults: [Fault]
    /// The faults as compilers print them.
    package var errors: [SourceDiagnostic]
    /// What a run may put right, and properties that nobody reads.
    package var warnings: [SourceDiagnostic]
    /// What was left alone, and why.
    package var notes: [SourceDiagnostic]
}

/// Checks configurations against sources.
///
/// The sources give the facts that a booting container takes from the running program; names, candidates and wiring are
/// then judged by the same code. Some facts only a run has, such as its properties. Components that hang on them are
/// tried in and out, and only what is wrong both times is an error.
package struct SourceCheck: Sendable {
    private let graph: TypeGraph

    /// A check of some modules.
    package init(_ modules: [ProjectIndex.Module]) {
        graph = TypeGraph(ProjectIndex(modules))
    }

    /// Checks one configuration.
    ///
    /// Placeholders that lead nowhere are warnings, unless the configuration says its environment: then a run has no other.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - profiles: The active profiles; nil where a run may add to those of the configuration.
    package func run(_ configuration: Configuration, profiles: Set<String>? = nil) -> CheckResult {
        var scan = SourceScan(configuration, graph: graph)
        let assemblies = AssemblyReader(scan.assemblies(), graph: graph)
        let forecast = PropertyForecast(configuration)
        var notes = assemblies.notes
        var faults = assemblies.faults + forecast.faults
        let reader = PointReader(graph: graph)
        var readsMore = !assemblies.unreadMembers.isEmpty
        let declarations = declared(configuration, &scan, assemblies, &notes).map { declaration in
            var declaration = declaration
            guard case .nominal(.declared(let number, let arguments))? = declaration.promised?.form,
                graph.index.types[number].isClass
            else {
                readsMore = readsMore || declaration.promised == nil
                return declaration
            }
            let reading = reader.read(number, arguments)
            (declaration.points, declaration.values) = (reading.points, reading.properties)
            notes += reading.notes
            readsMore = readsMore || reading.readsMore
            return declaration
        }
        var certain: [SourceDeclaration] = []
        var possible: [SourceDeclaration] = []
        var passedOver = scan.passedOver
        let active = profiles ?? Set(configuration.profiles)
        for declaration in declarations {
            switch declaration.presence(profiles: active, isExact: profiles != nil, forecast) {
            case .faulty(let fault):
                faults.append(fault)
                fallthrough
            case .present:
                certain.append(declaration)
                possible.append(declaration)
            case .absent(let reason):
                if let number = declaration.number { passedOver[number] = (reason, declaration.facts.origin) }
            case .open(let reason):
                possible.append(declaration)
                notes.append(
                    .note(
                        at: declaration.location,
                        "\(declaration.facts.name) hangs on \(reason): it is tried in and out"))
            }
        }
        func world(_ declarations: [SourceDeclaration]) -> World {
            World(settled(declarations), configuration: configuration, graph: graph, passedOver: passedOver)
        }
        let full = world(possible)
        let least = certain.count == possible.count ? full : world(certain)
        faults += scan.faults + processorFaults(full.declarations)
        if isEmpty(configuration) {
            faults.append(Fault(.nothingToDiscover, at: configuration.origin(of: "")))
        }
        let processor = declarations.first { graph.fits($0.promised, toContainerProtocol: "DefinitionPostProcessor") }
        let open =
            processor.map { "\($0.facts.name) may change every definition" }
            ?? assemblies.unreadMembers.first.map { "\($0) may be a definition of anything" }
        let verdict = Verdict(full: full, least: least, graph: graph, isOpen: open)
        let properties = PropertyVerdict(
            full: full, least: least, options: assemblies.definitions, forecast: forecast, graph: graph,
            isStrict: configuration.strict, readsMore: readsMore || processor != nil)
        faults = Fault.sorted(faults + verdict.faults + properties.faults)
        let warnings = Fault.sorted(properties.warnings)
        return CheckResult(
            definitions: full.facts, points: full.points, wiring: full.wiring, faults: faults,
            errors: faults.map { FaultDiagnostics.diagnostic($0, world: full) }.unique,
            warnings: warnings.map { FaultDiagnostics.diagnostic($0, world: full, severity: .warning) }.unique,
            notes: (scan.notes + notes + verdict.notes + properties.notes).unique.inSourceOrder())
    }

    /// Component classes that process definitions are made before anything that could be injected into them.
    private func processorFaults(_ declarations: [SourceDeclaration]) -> [Fault] {
        declarations.compactMap { declaration in
            guard declaration.number != nil, !declaration.points.isEmpty || !declaration.values.isEmpty,
                graph.fits(declaration.promised, toContainerProtocol: "DefinitionPostProcessor")
            else { return nil }
            return Fault(.processorNeedsInjection(name: declaration.facts.name), at: declaration.facts.origin)
        }
    }

    // MARK: Declarations

    private func declared(
        _ configuration: Configuration, _ scan: inout SourceScan, _ assemblies: AssemblyReader,
        _ notes: inout [SourceDiagnostic]
    ) -> [SourceDeclaration] {
        var declarations =
            scan.found.map { declaration($0, scan, &notes) }
            + assemblies.definitions.map { SourceDeclaration($0, graph: graph) }
        var replaced: Set<Int> = []
        var entered: [SourceDeclaration] = []
        for (name, entry) in configuration.components.sorted(by: { $0.key < $1.key }) {
            let origin = configuration.origin(of: "components.\(name)")
            guard let className = entry.className else {
                let full = declarations.indices.filter { declarations[$0].facts.name == name }
                let simple = declarations.indices.filter { declarations[$0].facts.simpleName == name }
                let matches = full.isEmpty ? simple : full
                if matches.count == 1 {
                    declarations[matches[0]].apply(entry, named: nil, at: origin)
                } else if let number = scan.component(named: name, at: origin) {
                    var added = declaration(number, scan, &notes)
                    added.apply(entry, named: nil, at: origin)
                    declarations.append(added)
                }
                continue
            }
            let place = configuration.origin(of: "components.\(name).class")
            guard let number = scan.component(named: className, at: place) else { continue }
            replaced.insert(number)
            var added = declaration(number, scan, &notes)
            added.apply(entry, named: name, at: origin)
            entered.append(added)
        }
        declarations.removeAll { $0.number.map(replaced.contains) ?? false }
        return (declarations + entered).sorted { $0.facts.name < $1.facts.name }
    }

    private func declaration(
        _ number: Int, _ scan: SourceScan, _ notes: inout [SourceDiagnostic]
    ) -> SourceDeclaration {
        let reader = TraitReader(graph: graph)
        let list = reader.traits(of: number)
        notes += list.unread.map { .note(at: $0, "these traits are no literals: what they say is left alone") }
        var inherited: TraitList?
        if case .declared(let superclass, _)? = graph.superclasses[number], graph.isComponent(superclass) {
            inherited = reader.traits(of: superclass)
        }
        return SourceDeclaration(
            number, graph: graph, list: list, inherited: inherited, location: scan.location(of: number))
    }

    /// Those that nothing makes needless: the unconditional ones first, then the others by name.
    private func settled(_ declarations: [SourceDeclaration]) -> [SourceDeclaration] {
        var result = declarations.filter { !$0.isConditional }
        for declaration in declarations where declaration.isConditional {
            if !result.contains(where: { declaration.isMadeNeedless(by: $0, graph: graph) }) {
                result.append(declaration)
            }
        }
        return result.sorted { $0.facts.name < $1.facts.name }
    }

    private func isEmpty(_ configuration: Configuration) -> Bool {
        configuration.prefixes.isEmpty && configuration.classes.isEmpty && configuration.assemblies.isEmpty
            && configuration.components.isEmpty
    }
}

extension [SourceDiagnostic] {
    /// Each once.
    package var unique: [SourceDiagnostic] {
        var seen: Set<SourceDiagnostic> = []
        return filter { seen.insert($0).inserted }
    }
}
