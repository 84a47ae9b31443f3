import IOCConfiguration
import IOCModel

/// The mark of an injection point, by which plans recognise a wrapper in a class's fields or in a mirror's children.
protocol InjectionField: SendableMetatype {
    /// The declared type of the property.
    static var valueType: Any.Type { get }
    /// True if the settings fill it, not the components.
    static var isSetting: Bool { get }
    /// The wrapper's cell.
    var anyCell: AnyInjectionCell { get }
    /// The failure of a setting without a value, or whose value does not convert; nil if it can be read.
    static func settingFailure(
        in settings: SettingStore, at key: String, for component: DefinitionFacts, stated: _InjectionPoints.Point
    ) -> SettingFailure?
}
