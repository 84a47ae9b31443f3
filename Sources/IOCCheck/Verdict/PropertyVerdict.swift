import IOC
import IOCModel
import IOCSource

/// Tells what is wrong with the properties that components read, and with those that nobody reads.
///
/// 1. Every component's properties are read as a booting context reads them.
/// 2. What is absent is an error. A placeholder that leads nowhere is one where the configuration says its environment, and
///    else a warning: it says that a variable or an argument of a run gives the value.
/// 3. What nobody reads is a warning, and in strict mode an error, unless something reads keys that only a run knows.
struct PropertyVerdict {
    private(set) var faults: [Fault] = []
    private(set) var warnings: [Fault] = []
    private(set) var notes: [SourceDiagnostic] = []

    /// - Parameters:
    ///   - full: Every component that a run may have.
    ///   - least: Only those that every run has.
    ///   - options: Definitions, of which some are chosen by properties.
    ///   - isStrict: Whether a property that nobody reads is an error.
    ///   - readsMore: Whether there are properties whose keys only the compiler or a run knows.
    init(
        full: World, least: World, options: [SourceDefinition], forecast: PropertyForecast, graph: TypeGraph,
        isStrict: Bool, readsMore: Bool
    ) {
        let certain = Set(least.facts.map(\.name))
        let hasConverters = full.declarations.contains {
            graph.fits($0.promised, toContainerProtocol: "PropertyConverter")
        }
        for declaration in full.declarations {
            for value in declaration.values {
                let type = hasConverters ? nil : PropertyTypes.type(value.type)
                let point = InjectionPointFacts(
                    owner: value.owner, property: value.property, location: value.location, wanted: TypeID(0),
                    shape: .property, qualifier: value.key)
                let mayBeAbsent = value.hasDefault || value.type.wrapped != nil
                guard
                    var fault = forecast.fault(
                        reading: type, at: value.key, for: declaration.facts, mayBeAbsent: mayBeAbsent, point: point)
                else { continue }
                if type == nil { fault.wanted = value.type.description }
                judge(fault, isCertain: certain.contains(declaration.facts.name), forecast)
            }
        }
        for definition in options {
            guard let key = definition.option,
                let fault = forecast.fault(readingOption: key, at: .source(definition.location))
            else { continue }
            judge(fault, isCertain: definition.condition == nil, forecast)
        }
        if isStrict, !readsMore, least.facts.count == full.facts.count {
            faults += forecast.unread
        } else {
            warnings += forecast.unread
        }
    }

    private mutating func judge(_ fault: Fault, isCertain: Bool, _ forecast: PropertyForecast) {
        guard isCertain else {
            notes.append(
                .note(
                    at: FaultDiagnostics.location(fault),
                    "\(FaultRenderer.headline(fault)): left alone, as it hangs on components that not every run has"))
            return
        }
        if forecast.isExact || !fault.mayComeFromRun {
            faults.append(fault)
        } else {
            warnings.append(fault)
        }
    }
}

extension Fault {
    /// Whether somebody says that a variable or an argument puts it right.
    fileprivate var mayComeFromRun: Bool {
        if case .property(.unresolvedPlaceholder) = kind { true } else { false }
    }
}
