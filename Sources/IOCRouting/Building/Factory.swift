/// Makes a step's screen where no finder found one.
public protocol Factory<Output, Context> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// What the route is called with.
    associatedtype Context

    /// Refuses a context by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with context: Context) throws

    /// Makes the screen. What is thrown ends the navigation before anything changes.
    @MainActor func build(with context: Context) throws -> Output
}

extension Factory {
    /// Accepts every context.
    @MainActor public func prepare(with context: Context) throws {}
}

/// Makes a container together with the screens of the steps that embed in it.
public protocol ContainerFactory<Output, Context> {
    /// The class of the container.
    associatedtype Output: ContainerScreen
    /// What the route is called with.
    associatedtype Context

    /// How many screens the container holds before any step embeds in it.
    @MainActor var prebuiltCount: Int { get }

    /// Refuses a context by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with context: Context) throws

    /// Makes the container, holding the children. What is thrown ends the navigation before anything changes.
    @MainActor func build(with context: Context, children: Children<Output.Base>) throws -> Output
}

extension ContainerFactory {
    /// None.
    @MainActor public var prebuiltCount: Int { 0 }

    /// Accepts every context.
    @MainActor public func prepare(with context: Context) throws {}
}

/// The screens of the steps that embed in a container which is about to be made, each with its action.
public struct Children<Screen: RoutedScreen> where Screen.Base == Screen {
    var items: [(screen: Screen, action: any ContainerAction)]

    init(_ items: [(screen: Screen, action: any ContainerAction)] = []) {
        self.items = items
    }

    /// The screens, in the order of their steps.
    public var screens: [Screen] { items.map(\.screen) }

    /// What the container shall hold: these screens embedded, each by its action, in those it has already.
    ///
    /// Throws what an action throws that does not fit.
    @MainActor public func integrated(into existing: [Screen] = []) throws -> [Screen] {
        var contained = existing
        for item in items { try item.action.embed(item.screen, in: &contained) }
        return contained
    }
}
