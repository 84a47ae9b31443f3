import IOCModel

enum InjectionForms {
    /// The form of a type, or nil for one that is looked for as it is.
    static func form(of type: Any.Type) -> (any InjectionForm.Type)? {
        if type == ApplicationContext.self { return ApplicationContext.self }
        // Classes and protocols are by far the most, and a failed cast has the runtime search all conformances once.
        if type is AnyClass || TypeIdentity.isExistential(type) { return nil }
        return type as? any InjectionForm.Type
    }

    /// The shape of an injection point, and the type that is really looked for, or converted to.
    /// - Parameter isProperty: True if the property sources fill it, not the components.
    static func analyze(_ type: Any.Type, isProperty: Bool = false) -> (shape: InjectionShape, element: Any.Type) {
        isProperty ? (.property, type) : form(of: type).map { ($0.shape, $0.element) } ?? (.one, type)
    }

    /// A value of any form, put together again from the instances that it held.
    static func rebuilt<Value>(from instances: [(name: String, instance: AnyObject)]) -> Value? {
        if let form = form(of: Value.self) { return form.rebuilt(from: instances) as? Value }
        return instances.first.flatMap { AnyValueBox.unboxed($0.instance) as? Value }
    }
}
