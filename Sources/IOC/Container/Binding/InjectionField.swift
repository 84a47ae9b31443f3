/// The mark of an injection point, by which plans recognise a wrapper in a class's fields or in a mirror's children.
protocol InjectionField {
    /// The declared type of the property.
    static var valueType: Any.Type { get }
    /// True if the property sources fill it, not the components.
    static var isProperty: Bool { get }
    /// The wrapper's cell.
    var anyCell: AnyInjectionCell { get }
}
