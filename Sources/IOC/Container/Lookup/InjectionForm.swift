import IOCModel

/// A type that an injection point can have besides the type of a component: an optional, a collection, a provider, or
/// the context.
protocol InjectionForm {
    static var shape: InjectionShape { get }
    /// The type of the component.
    static var element: Any.Type { get }
    /// Returns the value of a form that consists of components; nil if one of them is not of the element's type.
    static func assembled(from parts: [ResolvedSite]) -> Self?
    /// Returns the value of a form that looks components up later, or that needs none; nil if the form has no meaning.
    /// - Parameter sites: The components; nil if a provider chooses them each time it is called.
    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> Self?
}

extension InjectionForm {
    static func assembled(from parts: [ResolvedSite]) -> Self? { nil }
}

enum InjectionForms {
    /// Returns a type as a form; nil if it is the type of a component itself.
    static func form(of type: Any.Type) -> (any InjectionForm.Type)? {
        if type == ApplicationContext.self { return ApplicationContext.self }
        // Classes and protocols are excluded first, because a failed cast would make the runtime search all
        // conformances.
        if type is AnyClass || TypeIdentity.isExistential(type) { return nil }
        return TypeIdentity.metatype(of: type, as: (any InjectionForm).self, (any InjectionForm.Type).self)
    }

    /// Returns the shape of an injection point, and the type of its component or setting.
    /// - Parameter isSetting: True if a setting fills it.
    static func analyze(_ type: Any.Type, isSetting: Bool = false) -> (shape: InjectionShape, element: Any.Type) {
        if isSetting { return (.setting, type) }
        guard let form = form(of: type) else { return (.one, type) }
        let shape = form.shape
        // If the form is meaningless, messages name the whole type.
        return (shape, shape == .meaningless ? type : form.element)
    }

    /// Returns the value of a form that consists of components, or the value of a single component.
    static func assembled<Value>(from parts: [ResolvedSite]) -> Value? {
        if let form = form(of: Value.self) { return form.assembled(from: parts) as? Value }
        return parts.first?.value as? Value
    }
}

extension Optional: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Wrapped.self).shape.optional }
    static var element: Any.Type { InjectionForms.analyze(Wrapped.self).element }

    static func assembled(from parts: [ResolvedSite]) -> Self? {
        if shape == .optional, parts.isEmpty { return .some(nil) }
        let value: Wrapped? = InjectionForms.assembled(from: parts)
        return value.map { .some($0) }
    }

    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> Self? {
        if shape == .optionalProvider, sites?.isEmpty == true { return .some(nil) }
        let value = InjectionForms.form(of: Wrapped.self)?.deferred(sites, in: core) as? Wrapped
        return value.map { .some($0) }
    }
}

extension Array: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Element.self).shape.list }
    static var element: Any.Type { InjectionForms.analyze(Element.self).element }

    static func assembled(from parts: [ResolvedSite]) -> Self? {
        let values = parts.compactMap { $0.value as? Element }
        return values.count == parts.count ? values : nil
    }

    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> Self? {
        let form = InjectionForms.form(of: Element.self)
        let values = sites?.compactMap { form?.deferred([$0], in: core) as? Element }
        return values?.count == sites?.count ? values : nil
    }
}

extension Dictionary: InjectionForm where Key == String {
    static var shape: InjectionShape { InjectionForms.analyze(Value.self).shape.byName }
    static var element: Any.Type { InjectionForms.analyze(Value.self).element }

    static func assembled(from parts: [ResolvedSite]) -> Self? {
        byName(parts.map { ($0.site, $0.value as? Value) })
    }

    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> Self? {
        let form = InjectionForms.form(of: Value.self)
        return sites.flatMap { byName($0.map { ($0, form?.deferred([$0], in: core) as? Value) }) }
    }

    /// Returns the values by the names of their components; nil if a value is nil.
    private static func byName(_ values: [(site: CallSite, value: Value?)]) -> Self? {
        var result: Self = [:]
        for (site, value) in values {
            guard let value else { return nil }
            result[site.facts.name] = value
        }
        return result
    }
}

/// A component can have its own context injected, although the context is not a component.
///
/// The property gets a handle that does not keep the context open, because the context retains the component.
extension ApplicationContext: InjectionForm {
    static var shape: InjectionShape { .context }
    static var element: Any.Type { ApplicationContext.self }

    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> Self? {
        // Sound: the class is final, so `Self` is the class.
        unsafeDowncast(ApplicationContext(core, isOwner: false), to: Self.self)
    }
}
