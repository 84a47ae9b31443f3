import IOCBase
import IOCConfiguration
import IOCModel

/// The fields of a class that hold wrappers, superclasses first: read once, and the same in every context.
final class WrappedFields: Sendable {
    /// The fields of every class that has none.
    static let empty = WrappedFields([], offsets: [])

    /// The facts of the fields before an instance has declared the names that they ask for.
    let facts: [InjectionPointFacts]
    /// The bytes from the start of an instance to each wrapper; nil where only a mirror shows the fields.
    let offsets: [Int]?
    /// True if some of them are filled by the property sources.
    let haveProperties: Bool
    /// The names that the first instance of the process has declared, for all contexts that make the class.
    private let declaredNames = OnceReference<DeclaredNames>()

    /// The names that only instances know of their wrappers, and their places in the source.
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

    init(_ facts: [InjectionPointFacts], offsets: [Int]?) {
        self.facts = facts
        self.offsets = offsets
        haveProperties = facts.contains { $0.shape == .property }
    }

    /// The names that the first instance of the process has declared; nil before.
    var firstDeclaredNames: DeclaredNames? { declaredNames.object }

    /// Returns the names that an instance declares; the same value for all that declare the same as the first.
    func declaredNames(by places: [AnyInjectionCell.Place]) -> DeclaredNames {
        if let declaredNames = firstDeclaredNames {
            return declaredNames.places == places ? declaredNames : DeclaredNames(places, of: self)
        }
        let fresh = DeclaredNames(places, of: self)
        declaredNames.setIfNil(fresh)
        return fresh
    }
}

extension InjectionPointFacts {
    /// A field that holds a wrapper, before an instance has declared the name that it asks for.
    init(owner: String, property: String, field: any InjectionField.Type) {
        let form = InjectionForms.analyze(field.valueType, isProperty: field.isProperty)
        self.init(
            owner: owner, property: property, wanted: TypeIdentity.id(form.element), shape: form.shape,
            isQualifierKnown: false)
    }
}
