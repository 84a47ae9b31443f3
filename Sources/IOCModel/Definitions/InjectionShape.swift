/// The shape of an injection point, such as one instance, a list, a provider or a setting.
///
/// A type such as `[Provider<Gateway>]` nests shapes. The container and the source tool both compute the shape of such
/// a type here.
package enum InjectionShape: Hashable, Sendable {
    case one
    case optional
    case all
    case allByName
    case provider
    case optionalProvider
    /// One provider of all components, or a collection with a provider for each component.
    case deferredAll
    /// The context that the component belongs to.
    case context
    /// A value from the setting sources. The qualifier is its key.
    case setting
    /// A nesting that nothing can fill, such as a list of lists.
    case meaningless

    /// The shape of an optional of this shape. For a collection it is the same shape, because a collection without
    /// components is empty, not nil.
    package var optional: InjectionShape {
        switch self {
        case .one: .optional
        case .provider: .optionalProvider
        default: self
        }
    }

    /// The shape of a list of this shape.
    package var list: InjectionShape { collected(.all) }

    /// The shape of a dictionary by name of this shape.
    package var byName: InjectionShape { collected(.allByName) }

    private func collected(_ shape: InjectionShape) -> InjectionShape {
        switch self {
        case .one: shape
        case .provider: .deferredAll
        default: .meaningless
        }
    }

    /// The shape of a provider of this shape.
    package var provider: InjectionShape {
        switch self {
        case .one: .provider
        case .optional, .context: .optionalProvider
        case .all, .allByName: .deferredAll
        default: self
        }
    }

    /// True if the property takes all components that fit, including those of a parent context.
    package var isCollection: Bool { self == .all || self == .allByName || self == .deferredAll }

    /// True if the point is valid without a component.
    package var mayBeEmpty: Bool { isCollection || self == .optional || self == .optionalProvider || self == .context }

    /// True if the components are looked up when the property is read or the parameter is passed. A provider looks them
    /// up when it is called.
    package var isImmediate: Bool {
        switch self {
        case .one, .optional, .all, .allByName, .context: true
        case .provider, .optionalProvider, .deferredAll, .setting, .meaningless: false
        }
    }

    /// Returns the words for the wanted value in a message, such as `a provider of any Gateway`.
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

    /// The kind of a dependency of this shape, as in the graph's JSON.
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
