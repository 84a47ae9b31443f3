import IOCConfiguration
import IOCModel
import IOCPlan
import IOCSource

/// Tells what is wrong with the properties that components read, and with those that nobody reads.
///
/// 1. Every component's properties are read as a booting context reads them.
/// 2. What is absent is an error. A placeholder that leads nowhere is one where the configuration says its environment, and
///    else a warning: it says that a variable or an argument of a run gives the value.
/// 3. What nobody reads is a warning, and in strict mode an error, unless something reads keys that only a run knows.
struct PropertyVerdict {
    private(set) var findings: [Finding] = []
    private(set) var warnings: [Fault] = []

    /// - Parameters:
    ///   - declarations: The components.
    ///   - values: For each the properties that it reads.
    ///   - options: Definitions, of which some are chosen by properties.
    ///   - hasConverters: Whether components convert values.
    ///   - isStrict: Whether a property that nobody reads is an error.
    ///   - readsMore: Whether there are properties whose keys only the compiler or a run knows.
    init(
        _ declarations: [Declaration], _ values: [[SourceProperty]], options: [SourceDefinition],
        forecast: PropertyForecast, hasConverters: Bool, isStrict: Bool, readsMore: Bool
    ) {
        for (declaration, values) in zip(declarations, values) {
            for value in values {
                let shape = hasConverters ? .anything : value.shape
                let point = InjectionPointFacts(
                    owner: value.owner, property: value.property, location: value.location, wanted: TypeID(0),
                    shape: .property, qualifier: value.key)
                let mayBeAbsent = value.hasDefault || value.type.wrapped != nil
                let reading = PropertyReading(forecast: forecast, component: declaration.facts, point: point)
                guard var fault = reading.fault(shape, at: value.key, mayBeAbsent: mayBeAbsent) else { continue }
                if case .anything = shape { fault.wanted = value.type.description }
                judge(fault, declaration.doubt, forecast)
            }
        }
        for definition in options {
            guard let key = definition.option,
                let fault = forecast.fault(readingOption: key, at: .source(definition.location))
            else { continue }
            judge(fault, definition.condition.map { "'#if \($0)'" }, forecast)
        }
        if isStrict, !readsMore {
            findings += forecast.store.unread.map { Finding($0) }
        } else {
            warnings += forecast.store.unread
        }
        if !readsMore { warnings += forecast.store.strayVariables }
    }

    private mutating func judge(_ fault: Fault, _ doubt: String?, _ forecast: PropertyForecast) {
        if let doubt {
            findings.append(Finding(fault, doubt: "it hangs on \(doubt)"))
        } else if forecast.isExact || !fault.mayComeFromRun {
            findings.append(Finding(fault))
        } else {
            warnings.append(fault)
        }
    }
}

extension Fault {
    /// Whether somebody says that a variable or an argument puts it right.
    fileprivate var mayComeFromRun: Bool {
        code == .placeholderUnresolved
    }
}
