/// What an injection point takes: one instance, one or none, all, all by name, a way to ask later, or a property.
///
/// Shapes nest where that means something; both the container and the source tool put them together here.
package enum InjectionShape: Hashable, Sendable {
    // To add a shape of property: a case, and what it is inside others.
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
    /// A value from the property sources, under the key that stands as the qualifier.
    case property
    /// A nesting that nothing can fill, such as a list of lists.
    case meaningless

    /// What an optional of it is: a collection is empty rather than nil.
    package var optional: InjectionShape {
        switch self {
        case .one: .optional
        case .provider: .optionalProvider
        default: self
        }
    }

    /// What a list of it is.
    package var list: InjectionShape { collected(.all) }

    /// What a dictionary of it by name is.
    package var byName: InjectionShape { collected(.allByName) }

    private func collected(_ shape: InjectionShape) -> InjectionShape {
        switch self {
        case .one: shape
        case .provider: .deferredAll
        default: .meaningless
        }
    }

    /// What a provider of it is.
    package var provider: InjectionShape {
        switch self {
        case .one: .provider
        case .optional, .context: .optionalProvider
        case .all, .allByName: .deferredAll
        default: self
        }
    }

    /// Whether the property takes all components that fit, a parent context's among them.
    package var isCollection: Bool { self == .all || self == .allByName || self == .deferredAll }

    /// Whether nothing is wrong where no component fits.
    var mayBeEmpty: Bool { isCollection || self == .optional || self == .optionalProvider || self == .context }

    /// Whether the property is filled when it is read; a provider is asked later.
    package var isImmediate: Bool {
        switch self {
        case .one, .optional, .all, .allByName, .context: true
        case .provider, .optionalProvider, .deferredAll, .property, .meaningless: false
        }
    }
}
