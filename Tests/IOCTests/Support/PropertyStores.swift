import IOCConfiguration

/// A store of some properties, with what else a test says of their configuration.
///
/// The environment is empty unless given, so that no variable of the machine counts.
func propertyStore(
    _ properties: PropertyValue = [:], environment: [String: String] = [:], secretKeys: [String]? = nil,
    parent: PropertyStore? = nil, _ change: (inout ContextConfiguration) -> Void = { _ in }
) -> PropertyStore {
    var configuration = ContextConfiguration(properties: properties)
    configuration.environment = environment
    if let secretKeys { configuration.secretKeys = secretKeys }
    change(&configuration)
    return PropertyStore(configuration, parent: parent)
}
