/// The injection points that a class declares: the properties that the container fills.
///
/// ``Component(_:)`` generates the list. So the container knows the names, keys and lines before an instance exists.
/// The list has the properties that ``type`` itself declares, not those of its superclasses.
public struct _InjectionPoints: Sendable {
    /// One property that the container fills.
    public struct Point: Sendable {
        /// The line of the property's attribute, or of its name if it has none.
        public let line: Int
        /// The file, if the property is declared in another file than the class.
        public let fileID: StaticString?
        /// The name of the component that the property asks for; nil if it asks by type alone.
        public let name: String?
        /// The key of the setting that the property asks for; nil if it asks for a component.
        public let setting: String?
        /// True if the setting has a default value.
        public let hasDefault: Bool
        /// True if the property has a live value, which changes with the setting's sources.
        public let isLive: Bool

        /// Describes a property.
        /// - Parameters:
        ///   - line: The line of the declaration.
        ///   - fileID: The file of the declaration; nil for the class's.
        ///   - name: The component's name; nil if the type decides alone.
        ///   - setting: The setting's key; nil if the property asks for a component.
        ///   - hasDefault: True if the declaration has a default value.
        ///   - isLive: True if the property has a live value, which changes with the setting's sources.
        public init(
            line: Int, fileID: StaticString? = nil, name: String? = nil, setting: String? = nil,
            hasDefault: Bool = false, isLive: Bool = false
        ) {
            self.line = line
            self.fileID = fileID
            self.name = name
            self.setting = setting
            self.hasDefault = hasDefault
            self.isLive = isLive
        }
    }

    /// The class that declares the properties. A subclass without an annotation inherits its superclass's list.
    public let type: Any.Type
    /// The file that declares the class.
    public let fileID: StaticString
    /// The injection points by the names of their properties.
    public let points: [String: Point]

    /// The methods that are named like lifecycle methods, each with the protocol that declares such a method.
    let calls: [(name: String, role: Any.Type)]

    /// Describes the injection points of a class.
    /// - Parameters:
    ///   - type: The class.
    ///   - fileID: The file that declares the class.
    ///   - points: The injection points by the names of their properties.
    ///   - calls: The methods that have the name of a lifecycle method, such as `start`.
    public init(of type: Any.Type, _ fileID: StaticString, _ points: [String: Point], calls: [String] = []) {
        self.type = type
        self.fileID = fileID
        self.points = points
        let roles: [String: Any.Type] = [
            "start": (any Startable).self, "stop": (any Stoppable).self, "run": (any IOCService).self,
            "health": (any HealthReporting).self,
        ]
        self.calls = calls.compactMap { name in roles[name].map { (name, $0) } }
    }
}
