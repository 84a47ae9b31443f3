import IOCModel

/// A type of injection points that contains the type of a component: an optional, a collection, a provider.
protocol InjectionForm {
    static var shape: InjectionShape { get }
    /// The type of the component.
    static var element: Any.Type { get }
    /// The value of a form that consists of components; nil if one of them doesn't fit.
    static func assembled(from elements: [Lookup.Element]) -> Self?
    /// The value of a form that resolves later, or that needs no component.
    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self
}

extension InjectionForm {
    static func assembled(from elements: [Lookup.Element]) -> Self? { nil }
}

enum InjectionForms {
    /// The form of a type; nil for the type of a component itself.
    static func form(of type: Any.Type) -> (any InjectionForm.Type)? {
        if type == ApplicationContext.self { return ApplicationContext.self }
        // A failed cast would make the runtime search all conformances, and most types are classes and protocols.
        if type is AnyClass || TypeIdentity.isExistential(type) { return nil }
        return TypeIdentity.metatype(of: type, as: (any InjectionForm).self, (any InjectionForm.Type).self)
    }

    /// The shape of an injection point, and the type of its component or setting.
    /// - Parameter isSetting: True if a setting fills it.
    static func analyze(_ type: Any.Type, isSetting: Bool = false) -> (shape: InjectionShape, element: Any.Type) {
        isSetting ? (.setting, type) : form(of: type).map { ($0.shape, $0.element) } ?? (.one, type)
    }

    /// The value of any form that consists of components.
    static func assembled<Value>(from elements: [Lookup.Element]) -> Value? {
        if let form = form(of: Value.self) { return form.assembled(from: elements) as? Value }
        return elements.first?.value as? Value
    }
}

extension Optional: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Wrapped.self).shape.optional }
    static var element: Any.Type { InjectionForms.analyze(Wrapped.self).element }

    static func assembled(from elements: [Lookup.Element]) -> Self? {
        if shape == .optional, elements.isEmpty { return .some(nil) }
        let value: Wrapped? = InjectionForms.assembled(from: elements)
        return value.map { .some($0) }
    }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        if shape == .optionalProvider, try lookup.find(element, for: asker, named: qualifier) == nil { return nil }
        return try lookup.supply(Wrapped.self, to: asker, named: qualifier)
    }
}

extension Array: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Element.self).shape.list }
    static var element: Any.Type { InjectionForms.analyze(Element.self).element }

    static func assembled(from elements: [Lookup.Element]) -> Self? {
        let values = elements.compactMap { $0.value as? Element }
        return values.count == elements.count ? values : nil
    }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        try lookup.providers(Element.self, for: asker, named: qualifier).map(\.provider)
    }
}

extension Dictionary: InjectionForm where Key == String {
    static var shape: InjectionShape { InjectionForms.analyze(Value.self).shape.byName }
    static var element: Any.Type { InjectionForms.analyze(Value.self).element }

    static func assembled(from elements: [Lookup.Element]) -> Self? {
        var result: Self = [:]
        // A component of a child context replaces its parent's component of the same name, because children come last.
        for element in elements {
            guard let value = element.value as? Value else { return nil }
            result[element.component.name] = value
        }
        return result
    }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        let pairs = try lookup.providers(Value.self, for: asker, named: qualifier).map { ($0.name, $0.provider) }
        return Dictionary(pairs, uniquingKeysWith: { _, child in child })
    }
}

extension Lookup {
    /// A provider of each component of a type.
    fileprivate func providers<Element>(
        _ type: Element.Type, for asker: AnyInjectionCell?, named qualifier: String?
    ) throws -> [(name: String, provider: Element)] {
        guard let form = InjectionForms.form(of: type), form.shape == .provider else {
            let wanted = InjectionForms.analyze(type).element
            throw IOCError(
                Fault(.shapeMeaningless, asked: asker?.facts(wanted: type), wanted: TypeName.written(wanted)))
        }
        return try members(of: form.element, named: qualifier).compactMap { component in
            let provider = try form.deferred(in: self, for: asker, named: component.name) as? Element
            return provider.map { (component.name, $0) }
        }
    }
}

/// A component may ask for its own context, which is no component.
///
/// The property gets a handle that does not keep the context open, because the context retains the component.
extension ApplicationContext: InjectionForm {
    static var shape: InjectionShape { .context }
    static var element: Any.Type { ApplicationContext.self }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        // Sound: the class is final, so `Self` is the class.
        unsafeDowncast(ApplicationContext(lookup.core, isOwner: false), to: Self.self)
    }
}
