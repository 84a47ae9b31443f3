import IOCModel

extension Definition {
    /// A definition of a value that is there already.
    ///
    /// ```swift
    /// let limit: Definition<CoreAssembly, Int> = .value(10)
    /// ```
    ///
    /// The maker of the value starts and stops it, unless the definition leaves that to the container.
    /// - Parameters:
    ///   - value: The value every call gives.
    ///   - isManaged: True if the container starts, runs and stops it.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    ///   - none: Nothing, which says that the definition takes no arguments.
    /// - Returns: The definition.
    public static func value(
        _ value: Instance, isManaged: Bool = false, fileID: StaticString = #fileID, line: Int = #line,
        _ none: repeat each Argument
    ) -> Definition<Owner, Instance> where Instance: Sendable {
        Definition<Owner, Instance>(.singleton, fileID: fileID, line: line) { (_: Owner) in value }
            .changed { $0.isManaged = isManaged }
    }

    /// A definition that a property's value chooses among several.
    ///
    /// 1. The first option that matches the value.
    /// 2. The component whose name the value is.
    /// 3. The default; without one, the value is an error, which boot reports.
    ///
    /// ```swift
    /// let gateway: Definition<CoreAssembly, any Gateway> = .option(
    ///     "payments.gateway", .when("stripe") { try $0.stripe() }, .when("invoice") { try $0.invoice() })
    /// ```
    /// - Parameters:
    ///   - property: The property's key path.
    ///   - options: The options that may match.
    ///   - fallback: Makes the instance where nothing else does.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    /// - Returns: The definition.
    public static func option(
        _ property: String, _ options: DefinitionOption<Owner, Instance>...,
        default fallback: (@Sendable (Owner) throws -> Instance)? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) -> Definition<Owner, Instance> {
        let choice = OptionChoice(
            property, options.map { ($0.label, $0.matches) }, hasDefault: fallback != nil,
            wanted: TypeIdentity.id(Instance.self), at: SourceLocation(fileID: fileID, line: line))
        return Definition<Owner, Instance>(fileID: fileID, line: line) { (owner: Owner) in
            let core = try ContextCore.underConstruction(wanted: Instance.self)
            switch try choice.chosen(in: core.registry) {
            case .option(let index): return try options[index].make(owner)
            case .component(let name): return try core.lookup.named(name, as: Instance.self)
            case .fallback(let fault):
                guard let fallback else { throw IOCError(fault) }
                return try fallback(owner)
            }
        }
        .changed { $0.source = .choice(choice) }
    }
}

/// One of the possibilities of a definition that a property's value chooses.
public struct DefinitionOption<Owner: Assembly, Instance>: Sendable {
    let label: String?
    let matches: @Sendable (SettingValue?) -> Bool
    let make: @Sendable (Owner) throws -> Instance

    /// An option for one value.
    /// - Parameters:
    ///   - value: The value the property must have.
    ///   - make: Makes the instance from the assembly.
    /// - Returns: The option.
    public static func when(
        _ value: SettingValue, make: @escaping @Sendable (Owner) throws -> Instance
    ) -> DefinitionOption {
        DefinitionOption(label: value.description, matches: { $0?.says(value) ?? false }, make: make)
    }

    /// An option for every value that passes a test.
    /// - Parameters:
    ///   - test: Sees the value; nil where the property is not set. Boot asks it, too.
    ///   - make: Makes the instance from the assembly.
    /// - Returns: The option.
    public static func matching(
        _ test: @escaping @Sendable (SettingValue?) -> Bool, make: @escaping @Sendable (Owner) throws -> Instance
    ) -> DefinitionOption {
        DefinitionOption(label: nil, matches: test, make: make)
    }
}

extension ContextCore {
    /// The context of the construction that is running on this thread.
    static func underConstruction(wanted: Any.Type) throws -> ContextCore {
        if let frame = ConstructionFrame.innermost { return frame.pointee.maker.core }
        throw IOCError(.contextMissing, wanted: TypeName.written(wanted))
    }
}
