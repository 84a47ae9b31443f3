import CSwiftRuntime

/// The hooks of components, and which types have none of their own.
///
/// The hooks that a protocol gives leave the instance's type on the thread, as a mark. A hook of the type's own leaves none.
///
/// Prototypes of a type without hooks are done once they are made, without a call of either.
enum Hooks {
    /// Calls both hooks.
    /// - Returns: False where the instance's type has neither.
    @inline(__always)
    static func call<Component: ManagedComponent>(of component: Component) throws -> Bool {
        let type = ObjectIdentifier(Swift.type(of: component))
        ioc_set_thread_hookless(nil)
        component.willInject()
        let hasWill = ioc_get_thread_hookless() != UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: type))
        ioc_set_thread_hookless(nil)
        try component.didInject()
        return hasWill || ioc_get_thread_hookless() != UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: type))
    }

    /// Notes that a type has no hook of its own: whoever calls the hooks of an instance of this very type looks right after.
    @inline(__always)
    static func note<Component>(_ type: Component.Type) {
        ioc_set_thread_hookless(UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type))))
    }
}
