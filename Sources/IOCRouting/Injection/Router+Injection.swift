public import IOC

extension Router {
    /// A router whose screens are injected by a context: each with everything inside it, before it enters the tree.
    ///
    /// A screen that declares nothing to inject is passed over. The context is kept as long as the router; but a router
    /// that an assembly makes takes `ApplicationContext.current`, which is the context that it is made for and does not
    /// keep that open:
    ///
    /// ```swift
    /// let router = Definition(.singleton) { (app: AppAssembly) in
    ///     Router<AppScreen>(host: try app.host(), injectedBy: try .current)
    /// }
    /// ```
    /// - Parameters:
    ///   - host: The owner of the tree.
    ///   - context: Where the screens' wrapped properties resolve.
    ///   - configuration: The choices of the router.
    ///   - gate: The queue that lets one navigation through at a time.
    public nonisolated convenience init(
        host: any ScreenHost<Screen>, injectedBy context: ApplicationContext,
        configuration: RouterConfiguration = RouterConfiguration(), gate: NavigationGate<Screen> = NavigationGate()
    ) {
        self.init(host: host, configuration: configuration, gate: gate) { screen, children in
            for object in [screen] + children { try context.injectIfKnown(object) }
        }
    }
}
