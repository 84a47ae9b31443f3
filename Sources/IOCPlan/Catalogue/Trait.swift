package import IOCConfiguration
package import IOCModel

/// One thing that a component or a definition says of itself.
package enum Trait: Sendable, Equatable {
    case named(String)
    case primary
    case fallback
    case order(Int)
    case scope(Scope)
    case lazy
    case profile(String)
    case whenProperty(String, equals: PropertyValue?)
    /// Parent contexts count where `ancestors` says so.
    case whenMissing(TypeID, ancestors: Bool)
    case dependsOn([String])
    case retry(StartRetry)

    /// Whether the form it is written in tells the container where that is.
    package var tellsPlace: Bool {
        switch self {
        case .primary, .fallback, .lazy: false
        default: true
        }
    }

    /// What stays behind when a subclass inherits its superclass's list: it would clash there.
    var isPersonal: Bool {
        switch self {
        case .named, .primary: true
        default: false
        }
    }
}
