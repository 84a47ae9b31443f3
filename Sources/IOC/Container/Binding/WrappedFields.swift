import IOCBase
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
            let form = field.isProperty ? (shape: .property, element: type) : InjectionForms.analyze(type)
            self.owner = owner
            self.property = property
            self.wanted = TypeIdentity.id(form.element)
            self.shape = form.shape
            self.offset = offset
        }

        /// Whether the property sources fill it, not the components.
        var isProperty: Bool { shape == .property }
    }

    /// Those of every class that has none.
    static let none = WrappedFields([])

    let points: [Point]
    /// Where the wrappers stand in an instance; nil where only a mirror tells.
    let offsets: [Int]?
    /// Whether some of them are filled by the property sources.
    let haveProperties: Bool
    /// What is known of the points before an instance has told more.
    let facts: [InjectionPointFacts]
    /// What the first instance of all has told.
    private let told = Guarded<Told?>(nil)

    /// What only instances know of their wrappers.
    final class Told: Sendable {
        let places: [AnyInjectionCell.Place]
        let facts: [InjectionPointFacts]

        init(_ places: [AnyInjectionCell.Place], of fields: WrappedFields) {
            self.places = places
            var facts = fields.facts
            for (index, place) in places.enumerated() {
                facts[index].location = place.location
                facts[index].qualifier = place.qualifier?.text
                facts[index].isQualifierKnown = true
            }
            self.facts = facts
        }
    }

    init(_ points: [Point]) {
        self.points = points
        haveProperties = points.contains(where: \.isProperty)
        let offsets = points.compactMap(\.offset)
        self.offsets = offsets.count == points.count ? offsets : nil
        facts = points.map { point in
            InjectionPointFacts(
                owner: point.owner, property: point.property, wanted: point.wanted, shape: point.shape,
                isQualifierKnown: false)
        }
    }

    /// What the first instance of all has told; nil before.
    var firstTold: Told? { told.withLock { $0 } }

    /// What an instance tells; the same for all that tell the same as the first one.
    func told(by places: [AnyInjectionCell.Place]) -> Told {
        if let told = firstTold {
            return told.places == places ? told : Told(places, of: self)
        }
        let fresh = Told(places, of: self)
        return told.withLock { told in
            if told == nil { told = fresh }
            return fresh
        }
    }
}
