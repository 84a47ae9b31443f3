import IOCModel

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
        // A child context's component takes the place of its parent's of the same name, because children come last.
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
