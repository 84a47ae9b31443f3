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
    ///   - options: The definitions of assemblies, of which some are chosen by properties.
    ///   - rule: The components, which properties may choose by name.
    ///   - unread: The reason why there may be more names than these; nil where there aren't.
    ///   - hasConverters: True if components convert values.
    ///   - isStrict: True if a property that nobody reads is an error.
    ///   - readsMore: True if there are properties whose keys only the compiler or a run knows.
    init(
        _ declarations: [Declaration], _ values: [[SourceProperty]], options: [SourceDefinition], rule: CandidateRule,
        unread: String?, forecast: PropertyForecast, hasConverters: Bool, isStrict: Bool, readsMore: Bool
    ) {
        for (declaration, values) in zip(declarations, values) {
            for value in values {
                let shape = hasConverters ? .anything : value.shape
                let point = InjectionPointFacts(
                    owner: value.owner, property: value.property, location: value.location, wanted: TypeID(0),
                    shape: .property, qualifier: value.key, isParameter: value.isParameter)
                let mayBeAbsent = value.hasDefault || value.type.wrapped != nil
                let reading = PropertyReading(forecast: forecast, component: declaration.facts, point: point)
                guard var fault = reading.fault(shape, at: value.key, mayBeAbsent: mayBeAbsent) else { continue }
                if case .anything = shape { fault.wanted = value.type.description }
                judge(fault, declaration.doubt, forecast)
            }
        }
        for declaration in declarations {
            guard case .definition(let number) = declaration.subject, let choice = options[number].choice,
                let fault = Self.fault(of: choice, declaration.facts, options[number].location, rule, forecast)
            else { continue }
            if fault.code == .optionWithoutMatch, let unread {
                findings.append(Finding(fault, doubt: unread))
            } else {
                let doubt = fault.candidates.isEmpty ? nil : declarations.lazy.compactMap(\.doubt).first
                judge(fault, declaration.doubt ?? doubt, forecast)
            }
        }
        if isStrict, !readsMore {
            findings += forecast.store.unread.map { Finding($0) }
        } else {
            warnings += forecast.store.unread
        }
        if !readsMore { warnings += forecast.store.strayVariables }
    }

    /// The fault of the choice that a property's value makes, as a booting context tells it.
    private static func fault(
        of choice: SourceChoice, _ facts: DefinitionFacts, _ location: SourceLocation, _ rule: CandidateRule,
        _ forecast: PropertyForecast
    ) -> Fault? {
        do {
            let (value, isSecret) = try forecast.store.option(choice.property, at: location)
            guard let values = choice.values, !values.contains(where: { value?.says($0) ?? false }) else { return nil }
            if case .string(let name) = value, case .found = rule.names.match(name) {
                var fault = rule.fault(of: rule.choose(facts.type, qualifier: name), wanted: facts.type)
                fault?.place = .source(location)
                return fault
            }
            if choice.hasDefault { return nil }
            return Fault(
                .optionWithoutMatch(
                    property: choice.property, value: isSecret ? SecretKeys.mask : value?.description,
                    options: values.map(\.description)),
                at: .source(location))
        } catch {
            return (error as? IOCError)?.faults.first
        }
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
    /// True if somebody says that a variable or an argument puts it right.
    fileprivate var mayComeFromRun: Bool {
        code == .placeholderUnresolved
    }
}
