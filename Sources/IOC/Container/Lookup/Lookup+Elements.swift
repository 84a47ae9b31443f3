import IOCModel

extension Lookup {
    /// A component that a value consists of, and the lookup of the context that it belongs to.
    struct Component: Sendable {
        let lookup: Lookup
        let definition: RegisteredDefinition

        var name: String { definition.facts.name }

        /// The component's instance.
        func element(for asker: AnyInjectionCell?) throws -> Element {
            Element(self, try lookup.maker.found(definition, for: asker))
        }
    }

    /// A component with its instance.
    struct Element {
        let component: Component
        let instance: Maker.Instance

        init(_ component: Component, _ instance: Maker.Instance) {
            self.component = component
            self.instance = instance
        }

        /// An element of a value that was put together before.
        init(_ component: Component, _ object: AnyObject) {
            self.init(component, Maker.Instance(object: object, isNew: false))
        }

        var lookup: Lookup { component.lookup }
        var definition: RegisteredDefinition { component.definition }
        var value: Any { AnyValueBox.unboxed(instance.object) }
    }

    /// The value for a type of any form, with the components that it consists of.
    ///
    /// A provider and a context consist of none.
    func supplyElements<Value>(
        _ type: Value.Type, to asker: AnyInjectionCell?, named qualifier: String?
    ) throws -> (value: Value, elements: [Element]) {
        let (shape, wanted) = InjectionForms.analyze(type)
        let components: [Component]
        switch shape {
        case .one: components = [try choose(wanted, for: asker, named: qualifier)]
        case .optional: components = try find(wanted, for: asker, named: qualifier).map { [$0] } ?? []
        case .all, .allByName: components = members(of: wanted, named: qualifier)
        default: return (try supply(type, to: asker, named: qualifier), [])
        }
        let elements = try components.map { try $0.element(for: asker) }
        guard let value: Value = InjectionForms.assembled(from: elements) else {
            throw IOCError(mismatch(elements, wanted: wanted, asker: asker))
        }
        return (value, elements)
    }

    /// The fault of a value that an element doesn't fit.
    private func mismatch(_ elements: [Element], wanted: Any.Type, asker: AnyInjectionCell?) -> Fault {
        let wrong = elements.first { !Self.isInstance($0.value, of: wanted) }
        return wrong?.definition.mismatch(wanted: wanted, asker: asker)
            ?? fault(of: .missing, wanted: wanted, asker: asker)
    }

    private static func isInstance(_ value: Any, of type: Any.Type) -> Bool {
        func isInstance<Wanted>(_ type: Wanted.Type) -> Bool { value is Wanted }
        return _openExistential(type, do: isInstance)
    }
}
