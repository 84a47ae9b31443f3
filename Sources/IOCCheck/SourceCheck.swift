package import IOCConfiguration
package import IOCModel
import IOCPlan
package import IOCSource

/// The result of checking one configuration.
package struct CheckResult: Sendable {
    /// The components, by name; those that only some runs have are among them.
    package var definitions: [DefinitionFacts]
    /// For each component its injection points.
    package var points: [[InjectionPointFacts]]
    /// Where the points lead.
    package var wiring: Wiring
    /// The same to draw, with what a point gets if its target is out.
    package var graph: @Sendable () -> DependencyGraph
    /// The components that are out, and why.
    package var leftOut: [LeftOut]
    /// All that is wrong whatever a run says, in the order in which the container would tell it.
    package var faults: [Fault]
    /// The faults as compilers print them.
    package var errors: [SourceDiagnostic]
    /// Findings that a run may put right, and properties that nobody reads.
    package var warnings: [SourceDiagnostic]
    /// The parts left alone, and why.
    package var notes: [SourceDiagnostic]
    /// The supply of a child context.
    let parent: SourceParent

    /// Answers why something in the sources is as it is.
    /// - Parameter configuration: The configuration that was checked.
    package func explainer(_ configuration: ContextConfiguration) -> Explainer {
        Explainer(
            graph(), leftOut: leftOut, said: { configuration.said(of: $0) },
            setting: { [store = parent.forecast.store] in store.explanation(of: $0, for: $1) })
    }
}

/// Checks configurations against sources.
///
/// The sources are a catalogue of classes as a running program is one, and the same plan judges both. What only a run or the
/// compiler can tell is open there, and what hangs on it is a note.
package struct SourceCheck: Sendable {
    private let graph: TypeGraph
    private let catalogue: SourceCatalogue

    /// A check of some modules.
    /// - Parameters:
    ///   - modules: The sources.
    ///   - build: The facts by which conditions of `#if` are judged.
    ///   - plain: Modules that are imported and known to have no components.
    package init(_ modules: [ProjectIndex.Module], build: BuildSettings = BuildSettings(), plain: Set<String> = []) {
        graph = TypeGraph(
            ProjectIndex(
                modules.map { module in
                    ProjectIndex.Module(name: module.name, files: module.files.map { $0.compiled(in: build) })
                }), plain: plain)
        catalogue = SourceCatalogue(graph: graph)
    }

    /// The definitions of assemblies that a configuration does not have.
    private func unlisted(beside listed: [Int]) -> [SourceDefinition] {
        let others = graph.index.types.indices.filter { number in
            graph.index.types[number].isClass && catalogue.isAssembly(number) == .yes && !listed.contains(number)
        }
        return others.flatMap { number in
            AssemblyReader([number], graph: graph, types: catalogue.types).definitions.filter { $0.assembly == number }
        }
    }

    /// Checks one configuration.
    ///
    /// Placeholders that lead nowhere are warnings, unless the configuration says its environment: then a run has no other.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - profiles: The active profiles; nil where a run may add to those of the configuration.
    ///   - parent: The result of checking the context above.
    package func run(
        _ configuration: ContextConfiguration, profiles: Set<String>? = nil, parent: CheckResult? = nil
    ) -> CheckResult {
        let forecast = PropertyForecast(configuration, parent: parent?.parent.forecast)
        let named = catalogue.assemblies(of: configuration)
        let assemblies = AssemblyReader(named.found, graph: graph, types: catalogue.types)
        let conditions = Conditions(
            profiles: profiles ?? Set(configuration.profiles), knowsProfiles: profiles != nil,
            properties: forecast.store, knowsProperties: forecast.isExact)
        let plan = Plan(
            configuration, catalogue, conditions,
            definitions: assemblies.definitions.enumerated().map { catalogue.declaration(of: $1, $0) },
            hasAssemblies: !configuration.assemblies.isEmpty,
            ancestors: { parent?.parent.components ?? [] })

        let reader = PointReader(graph: graph, types: catalogue.types)
        let readings = plan.declarations.map { reader.read($0, assemblies.definitions) }
        let processor = plan.declarations.first { fits($0, "DefinitionPostProcessor") }
        let unread =
            processor.map { "\($0.facts.name) may change every definition" }
            ?? assemblies.unreadMembers.first.map { "\($0) may be a definition of anything" }
            ?? named.findings.lazy.compactMap(\.doubt).first

        let facts = plan.declarations.map(\.facts)
        let points = readings.map(\.points)
        let names = NameIndex(facts)
        let types = SourceTypes(catalogue, plan, unlisted: unlisted(beside: assemblies.assemblies))
        let rule = CandidateRule(
            definitions: facts, names: names, bindings: configuration.bindings, types: types)
        let wiring = Wiring(
            rule: rule, points: points, forbidsCycles: configuration.cycles == .forbid,
            inherited: parent?.parent.inheritance() ?? .none)
        let judgement = Judgement(
            rule: rule, types: types, wiring: wiring, declarations: plan.declarations, points: points, unread: unread,
            doubtAboutOthers: plan.doubtAboutOthers ?? named.findings.lazy.compactMap(\.doubt).first)
        let properties = PropertyVerdict(
            plan.declarations, readings.map(\.properties), options: assemblies.definitions, rule: rule,
            unread: unread ?? plan.doubtAboutOthers ?? plan.declarations.lazy.compactMap(\.traitDoubt).first,
            forecast: forecast,
            hasConverters: plan.declarations.contains { fits($0, "PropertyConverter") },
            isStrict: configuration.failsOnUnreadProperties,
            readsMore: unread != nil || plan.doubtAboutOthers != nil
                || readings.contains(where: \.readsMore) || plan.declarations.contains { $0.doubt != nil })

        let naming = plan.namingFindings(names, unread: unread)
        let consequences = Consequences(of: naming, configuration, rule)
        var findings = named.findings + plan.findings + naming
        findings += judgement.findings.filter { !consequences.contains($0.fault) }
        findings += processorFindings(plan.declarations, readings) + properties.findings
        findings += zip(plan.declarations, readings).compactMap { declaration, reading in
            reading.mismatch.map { Finding($0, doubt: declaration.doubt) }
        }
        findings += (assemblies.faults + forecast.store.faults).map { Finding($0) }
        let faults = Fault.sorted(Fault.limited(findings.filter { $0.doubt == nil }.map(\.fault)))
        // Traits that nobody has read may mention any profile.
        let isRead = graph.unseenModules.isEmpty && plan.declarations.allSatisfy { $0.traitDoubt == nil }
        let profileWarnings = plan.notices.filter { isRead && $0.code == .profileUnknown }
        let places = StepPlaces(facts: facts, points: points)
        var notes = notes(findings) + notes(plan, catalogue.types)
        notes += assemblies.notes + readings.flatMap(\.notes) + (parent.map { inherited(wiring, points, $0) } ?? [])
        return CheckResult(
            definitions: facts, points: points, wiring: wiring,
            graph: { [declarations = plan.declarations, decisions = plan.decisions] in
                DependencyGraph(declarations, decisions, readings, wiring, rule, conforms: fits)
            }, leftOut: plan.decisions.filter { !$0.isIn }.map(\.leftOut), faults: faults,
            errors: faults.map { FaultDiagnostics.diagnostic($0, places: places) }.unique,
            warnings: Fault.sorted(Fault.limited(properties.warnings + profileWarnings))
                .map { FaultDiagnostics.diagnostic($0, places: places, severity: .warning) }.unique,
            notes: notes.unique.inSourceOrder(),
            parent: SourceParent(
                judgement: judgement, rule: rule, wiring: wiring, points: points, forecast: forecast,
                above: parent.map { [$0.parent] } ?? []))
    }

    /// The injection points that lead to a parent context of which not everything is known.
    private func inherited(
        _ wiring: Wiring, _ points: [[InjectionPointFacts]], _ parent: CheckResult
    ) -> [SourceDiagnostic] {
        zip(wiring.edges, points).flatMap { edges, points in
            zip(edges, points).compactMap { edge, point in
                guard edge.isInherited, let doubt = parent.parent.doubt(about: point) else { return nil }
                return .note(at: point.location, "\(point.label) is left to the parent context, as \(doubt)")
            }
        }
    }

    private func fits(_ declaration: Declaration, _ name: String) -> Bool {
        graph.fits(catalogue.types[declaration.facts.type], toContainerProtocol: name)
    }

    /// Component classes that process definitions are made before anything that could be injected into them.
    private func processorFindings(_ declarations: [Declaration], _ readings: [PointReader.Reading]) -> [Finding] {
        zip(declarations, readings).compactMap { declaration, reading in
            guard case .component = declaration.subject, !reading.points.isEmpty || !reading.properties.isEmpty,
                fits(declaration, "DefinitionPostProcessor")
            else { return nil }
            return Finding(
                Fault(.processorNeedsInjection(name: declaration.facts.name), at: declaration.facts.origin),
                doubt: declaration.doubt)
        }
    }

    // MARK: Notes

    /// The parts left alone, and why.
    private func notes(_ findings: [Finding]) -> [SourceDiagnostic] {
        findings.compactMap { finding in
            finding.doubt.map { doubt in
                .note(
                    at: FaultDiagnostics.location(finding.fault),
                    "\(finding.fault.headline): left alone, as \(doubt)", code: finding.fault.code.rawValue)
            }
        }
    }

    /// The components that some runs have.
    private func notes(_ plan: Plan, _ types: WantedTypes) -> [SourceDiagnostic] {
        plan.declarations.compactMap { declaration in
            declaration.doubt.map { doubt in
                .note(
                    at: declaration.facts.origin.sourceLocation,
                    "\(declaration.facts.name) hangs on \(doubt): it is tried in and out")
            }
        }
            + plan.doubtful.map { number, reason in .note(at: graph.location(of: number), reason) }
            + plan.declarations.flatMap { declaration -> [SourceDiagnostic] in
                guard case .component(let number) = declaration.subject else { return [] }
                return TraitReader(graph: graph, types: types).traits(of: number).unread
                    .map { .note(at: $0, "these traits are no literals: what they say is left alone") }
            }
    }
}

extension [SourceDiagnostic] {
    /// Each once.
    package var unique: [SourceDiagnostic] {
        var seen: Set<SourceDiagnostic> = []
        return filter { seen.insert($0).inserted }
    }
}
