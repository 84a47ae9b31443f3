import IOCConfiguration
import IOCModel

/// The fields of a class that hold wrappers, superclasses first: read once, and the same in every context.
final class WrappedFields: Sendable {
    /// A field that holds a wrapper.
    struct Point: Sendable, Equatable {
        let owner: String
        let property: String
        /// The type that is really looked for, or that a property source's value is converted to.
        let wanted: TypeID
        let shape: InjectionShape
        /// Bytes from the start of the instance; nil where only a mirror tells the fields.
        let offset: Int?

        init(owner: String, property: String, field: any InjectionField.Type, offset: Int?) {
            let type = field.valueType
            let form = field.isProperty ? (shape: .property, element: type) : InjectionForms.analyse(type)
            self.owner = owner
            self.property = property
            self.wanted = TypeIdentity.id(form.element)
            self.shape = form.shape
            self.offset = offset
        }

        /// Whether the property sources fill it, not the components.
        var isProperty: Bool { shape == .property }
    }

    let points: [Point]
    /// Where the wrappers stand in an instance; nil where only a mirror tells.
    let offsets: [Int]?

    /// What an instance told of its wrappers, for all contexts whose instances tell the same.
    private let places = Guarded<[AnyInjectionCell.Place]?>(nil)

    init(_ points: [Point]) {
        self.points = points
        let offsets = points.compactMap(\.offset)
        self.offsets = offsets.count == points.count ? offsets : nil
    }

    /// What is kept already where an instance tells the same as an earlier one.
    func shared(_ told: [AnyInjectionCell.Place]) -> [AnyInjectionCell.Place] {
        places.withLock { places in
            if let places, places == told { return places }
            if places == nil { places = told }
            return told
        }
    }
}
