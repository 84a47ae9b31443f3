/// True if what a context made must be gone when the context is.
public struct LeakCheck: Sendable {
    let isOn: Bool
    let exceptions: Set<String>

    /// Nothing is checked.
    public static var off: LeakCheck { LeakCheck(isOn: false, exceptions: []) }

    /// Every object the context made must be gone.
    public static var on: LeakCheck { LeakCheck(isOn: true, exceptions: []) }

    /// Every object the context made must be gone, but for those of some components, as others hold them on purpose.
    /// - Parameter names: The components' names, or their ends from the simple name on; one that names no component is an issue.
    public static func on(except names: String...) -> LeakCheck { LeakCheck(isOn: true, exceptions: Set(names)) }
}
