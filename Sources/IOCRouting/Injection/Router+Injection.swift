public import IOC

extension Router {
    /// Creates a router that injects each new screen, and everything inside it, before the screen enters the tree.
    ///
    /// Screens that declare no dependencies are skipped. The router retains the context. In an assembly, pass
    /// `ApplicationContext.current`, which is the context of the router and is not kept alive by it:
    ///
    /// ```swift
    /// let router = Definition(.singleton) { (app: AppAssembly) in
    ///     Router<AppScreen>(host: try app.host(), injectedBy: try .current)
    /// }
    /// ```
    /// - Parameters:
    ///   - host: The owner of the tree.
    ///   - context: The context that resolves the dependencies of the screens.
    ///   - configuration: The options of the router.
    ///   - gate: Lets one navigation run at a time.
    public nonisolated convenience init(
        host: any ScreenHost<Screen>, injectedBy context: ApplicationContext,
        configuration: RouterConfiguration = RouterConfiguration(), gate: NavigationGate<Screen> = NavigationGate()
    ) {
        self.init(host: host, configuration: configuration, gate: gate) { screen, children in
            for object in [screen] + children { try context.injectIfKnown(object) }
        }
    }
}
