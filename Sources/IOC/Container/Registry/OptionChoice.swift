import IOCConfiguration
import IOCModel

/// The choice that a property's value makes among the options of a definition, without their types.
final class OptionChoice: Sendable {
    typealias Option = (label: String?, matches: @Sendable (SettingValue?) -> Bool)

    /// The choice.
    enum Chosen {
        /// The option of an index.
        case option(Int)
        /// The component of a name.
        case component(String)
        /// The default, without which the fault is reported.
        indirect case fallback(Fault)
    }

    private let property: String
    private let options: [Option]
    private let hasDefault: Bool
    private let wanted: TypeID
    private let location: SourceLocation

    /// - Parameters:
    ///   - property: The property's key path.
    ///   - options: The options that may match, in order.
    ///   - hasDefault: A Boolean value that indicates whether there is a default.
    ///   - wanted: The type that the definition promises.
    ///   - location: Where the definition stands.
    init(_ property: String, _ options: [Option], hasDefault: Bool, wanted: TypeID, at location: SourceLocation) {
        self.property = property
        self.options = options
        self.hasDefault = hasDefault
        self.wanted = wanted
        self.location = location
    }

    /// The first option that matches, else the component whose name the value is, else the default.
    /// - Throws: ``IOCError`` where the value can't be put together.
    func chosen(in registry: Registry) throws -> Chosen {
        let (value, isSecret) = try registry.settings.option(property, at: location)
        if let index = options.firstIndex(where: { $0.matches(value) }) { return .option(index) }
        if case .string(let name) = value, case .found = registry.match(name) { return .component(name) }
        return .fallback(
            Fault(
                .optionWithoutMatch(
                    property: property, value: isSecret ? ShownText.mask : value?.description,
                    options: options.compactMap(\.label)),
                at: .source(location)))
    }

    /// Returns the fault of the choice in a context.
    func faults(in registry: Registry) -> [Fault] {
        do {
            switch try chosen(in: registry) {
            case .option: return []
            case .component(let name):
                let choice = registry.rule.choose(wanted, qualifier: name)
                var fault = registry.rule.fault(of: choice, wanted: wanted)
                fault?.place = .source(location)
                return fault.map { [$0] } ?? []
            case .fallback(let fault): return hasDefault ? [] : [fault]
            }
        } catch {
            return (error as? IOCError)?.faults ?? []
        }
    }
}

extension Registry {
    /// The faults of the choices that properties make among the options of definitions.
    var optionFaults: [Fault] { definitions.flatMap { $0.recipe.choice?.faults(in: self) ?? [] } }
}

extension Recipe {
    /// The choice that a definition makes among its options; nil where something else has taken the place of its closure.
    fileprivate var choice: OptionChoice? {
        if case .definition(let template, _) = self, case .choice(let choice) = template.source { choice } else { nil }
    }
}
