/// What makes a property an injection point: how plans recognise a wrapper in a class's fields or in a mirror's children.
protocol InjectionField {
    /// The declared type of the property.
    static var valueType: Any.Type { get }
    /// The wrapper's cell.
    var anyCell: AnyInjectionCell { get }
}

extension Autowired: InjectionField {
    static var valueType: Any.Type { Value.self }
    var anyCell: AnyInjectionCell { owned }
}
