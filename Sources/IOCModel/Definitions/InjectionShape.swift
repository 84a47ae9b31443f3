/// The shape of an injection point: one instance, one or none, all, all by name, a way to ask later, or a setting.
///
/// Shapes nest where that means something; both the container and the source tool put them together here.
package enum InjectionShape: Hashable, Sendable {
    case one
    case optional
    case all
    case allByName
    case provider
    case optionalProvider
    /// A way to ask for all later, or a way to ask for each.
    case deferredAll
    /// The component's own context, which no component supplies.
    case context
    /// A value from the setting sources, under the key that stands as the qualifier.
    case setting
    /// A nesting that nothing can fill, such as a list of lists.
    case meaningless

    /// The shape of an optional of it; a collection is empty rather than nil.
    package var optional: InjectionShape {
        switch self {
        case .one: .optional
        case .provider: .optionalProvider
        default: self
        }
    }

    /// The shape of a list of it.
    package var list: InjectionShape { collected(.all) }

    /// The shape of a dictionary of it by name.
    package var byName: InjectionShape { collected(.allByName) }

    private func collected(_ shape: InjectionShape) -> InjectionShape {
        switch self {
        case .one: shape
        case .provider: .deferredAll
        default: .meaningless
        }
    }

    /// The shape of a provider of it.
    package var provider: InjectionShape {
        switch self {
        case .one: .provider
        case .optional, .context: .optionalProvider
        case .all, .allByName: .deferredAll
        default: self
        }
    }

    /// True if the property takes all components that fit, a parent context's among them.
    package var isCollection: Bool { self == .all || self == .allByName || self == .deferredAll }

    /// True if nothing is wrong where no component fits.
    package var mayBeEmpty: Bool { isCollection || self == .optional || self == .optionalProvider || self == .context }

    /// True if the property is filled when it is read; a provider is asked later.
    package var isImmediate: Bool {
        switch self {
        case .one, .optional, .all, .allByName, .context: true
        case .provider, .optionalProvider, .deferredAll, .setting, .meaningless: false
        }
    }

    /// Returns the phrase of a message for what a property takes.
    func phrase(_ wanted: String, named name: String?) -> String {
        let named = name.map { " named '\($0)'" } ?? ""
        return switch self {
        case .one: wanted + named
        case .setting, .context, .meaningless: wanted
        case .optional: "\(wanted)\(named), or nil"
        case .all: "every \(wanted)\(named), as an array"
        case .allByName: "every \(wanted)\(named), by name"
        case .provider, .optionalProvider: "a provider of \(wanted)\(named)"
        case .deferredAll: "providers of every \(wanted)\(named)"
        }
    }

    /// The kind of the edges of a graph that it comes to, as the graph's JSON spells it.
    var edgeKind: String {
        switch self {
        case .one, .meaningless, .setting: "one"
        case .optional: "optional"
        case .context: "context"
        case .all: "all"
        case .allByName: "allByName"
        case .provider, .optionalProvider, .deferredAll: "provider"
        }
    }
}
