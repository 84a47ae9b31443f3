import IOCModel

extension Optional: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Wrapped.self).shape.optional }
    static var element: Any.Type { InjectionForms.analyze(Wrapped.self).element }

    static func supply(
        from lookup: Lookup, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances?
    ) throws -> Self {
        let mayBeMissing = shape == .optional || shape == .optionalProvider
        if mayBeMissing, try lookup.find(element, for: asker, named: qualifier) == nil { return nil }
        return try lookup.supply(Wrapped.self, to: asker, named: qualifier, found)
    }

    func components(named names: [String]) -> [Any] {
        map { ($0 as? any InjectionForm)?.components(named: names) ?? [$0] } ?? []
    }

    static func rebuilt(from instances: [(name: String, instance: AnyObject)]) -> Self? {
        guard let value: Wrapped = InjectionForms.rebuilt(from: instances) else { return nil }
        return .some(.some(value))
    }
}

extension Array: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Element.self).shape.list }
    static var element: Any.Type { InjectionForms.analyze(Element.self).element }

    static func supply(
        from lookup: Lookup, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances?
    ) throws -> Self {
        try lookup.collected(Element.self, to: asker, named: qualifier, found).map(\.value)
    }

    func components(named names: [String]) -> [Any] { map { $0 } }

    static func rebuilt(from instances: [(name: String, instance: AnyObject)]) -> Self? {
        let elements = instances.compactMap { AnyValueBox.unboxed($0.instance) as? Element }
        return elements.count == instances.count ? elements : nil
    }
}

extension Dictionary: InjectionForm where Key == String {
    static var shape: InjectionShape { InjectionForms.analyze(Value.self).shape.byName }
    static var element: Any.Type { InjectionForms.analyze(Value.self).element }

    static func supply(
        from lookup: Lookup, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances?
    ) throws -> Self {
        let pairs = try lookup.collected(Value.self, to: asker, named: qualifier, found).map { ($0.name, $0.value) }
        // A child context's component takes the place of its parent's of the same name; children come last.
        return Dictionary(pairs, uniquingKeysWith: { _, child in child })
    }

    func components(named names: [String]) -> [Any] { names.compactMap { self[$0] } }

    static func rebuilt(from instances: [(name: String, instance: AnyObject)]) -> Self? {
        var result: Self = [:]
        for (name, instance) in instances {
            guard let value = AnyValueBox.unboxed(instance) as? Value else { return nil }
            result[name] = value
        }
        return result
    }
}

extension Lookup {
    /// The elements of a collection: the components of a type, or a provider of each.
    fileprivate func collected<Element>(
        _ type: Element.Type, to asker: AnyInjectionCell?, named qualifier: String?, _ found: FoundInstances?
    ) throws -> [(name: String, value: Element)] {
        guard let form = InjectionForms.form(of: type) else {
            return try all(type, to: asker, named: qualifier, found)
        }
        guard form.shape == .provider else {
            var fault = Fault(.shapeMeaningless)
            fault.point = asker?.facts(wanted: type)
            fault.wanted = TypeName.written(form.element)
            throw IOCError(fault)
        }
        return try members(of: form.element, named: qualifier).compactMap { _, definition in
            let name = definition.facts.name
            return try (form.supply(from: self, to: asker, named: name, nil) as? Element).map { (name, $0) }
        }
    }
}
