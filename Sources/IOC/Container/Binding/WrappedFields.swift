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
        /// Bytes from the start of the instance; nil where only a mirror shows the fields.
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

        /// True if the property sources fill it, not the components.
        var isProperty: Bool { shape == .property }
    }

    /// The ones of every class that has none.
    static let none = WrappedFields([])

    let points: [Point]
    /// Where the wrappers stand in an instance; nil where only a mirror shows.
    let offsets: [Int]?
    /// True if some of them are filled by the property sources.
    let haveProperties: Bool
    /// The known facts of the points before an instance has declaredNames more.
    let facts: [InjectionPointFacts]
    /// The names that the very first instance has declared.
    private let declaredNames = Guarded<DeclaredNames?>(nil)

    /// The names that only instances know of their wrappers.
    final class DeclaredNames: Sendable {
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

    /// The names that the very first instance has declared; nil before.
    var firstDeclaredNames: DeclaredNames? { declaredNames.withLock { $0 } }

    /// Returns the names that an instance declares; the same value for all that declare the same as the first.
    func declaredNames(by places: [AnyInjectionCell.Place]) -> DeclaredNames {
        if let declaredNames = firstDeclaredNames {
            return declaredNames.places == places ? declaredNames : DeclaredNames(places, of: self)
        }
        let fresh = DeclaredNames(places, of: self)
        return declaredNames.withLock { declaredNames in
            if declaredNames == nil { declaredNames = fresh }
            return fresh
        }
    }
}
