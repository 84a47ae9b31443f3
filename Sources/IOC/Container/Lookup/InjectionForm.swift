import IOCModel

/// A type that stands for something else at an injection point: an optional, a collection, a provider.
protocol InjectionForm {
    static var shape: InjectionShape { get }
    /// The type that is really looked for.
    static var element: Any.Type { get }
    /// The value of a form that consists of components; nil if one of them doesn't fit.
    static func assembled(from elements: [Lookup.Element]) -> Self?
    /// The value of a form that is asked later, or that no component supplies.
    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self
}

extension InjectionForm {
    static func assembled(from elements: [Lookup.Element]) -> Self? { nil }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        throw IOCError(
            Fault(.shapeMeaningless, asked: asker?.facts(wanted: Self.self), wanted: TypeName.written(element)))
    }
}

enum InjectionForms {
    /// The form of a type, or nil for one that is looked for as it is.
    static func form(of type: Any.Type) -> (any InjectionForm.Type)? {
        if type == ApplicationContext.self { return ApplicationContext.self }
        // Classes and protocols are by far the most, and a failed cast has the runtime search all conformances once.
        if type is AnyClass || TypeIdentity.isExistential(type) { return nil }
        return type as? any InjectionForm.Type
    }

    /// The shape of an injection point, and the type that is really looked for, or converted to.
    /// - Parameter isSetting: True if the setting sources fill it, not the components.
    static func analyze(_ type: Any.Type, isSetting: Bool = false) -> (shape: InjectionShape, element: Any.Type) {
        isSetting ? (.setting, type) : form(of: type).map { ($0.shape, $0.element) } ?? (.one, type)
    }

    /// The value of any form that consists of components.
    static func assembled<Value>(from elements: [Lookup.Element]) -> Value? {
        if let form = form(of: Value.self) { return form.assembled(from: elements) as? Value }
        return elements.first?.value as? Value
    }
}
