/// The check that every object that a context has created is released at the end of the test.
public struct LeakCheck: Sendable {
    let isOn: Bool
    let exceptions: Set<String>

    /// Nothing is checked.
    public static var off: LeakCheck { LeakCheck(isOn: false, exceptions: []) }

    /// Every object that the context created must be released.
    public static var on: LeakCheck { LeakCheck(isOn: true, exceptions: []) }

    /// Every object that the context created must be released, except those of some components that other code retains
    /// on purpose.
    /// - Parameter names: Full names of components, or ends of full names, such as `Log` for `Shop.Log`. A name that
    ///   matches no component or several is an issue.
    public static func on(except names: String...) -> LeakCheck { LeakCheck(isOn: true, exceptions: Set(names)) }
}
