/// The screens of the steps that embed in a container which is about to be made, each with its action.
public struct Children<Screen: RoutedScreen> where Screen.Base == Screen {
    var items: [(screen: Screen, action: any ContainerAction)]

    init(_ items: [(screen: Screen, action: any ContainerAction)] = []) {
        self.items = items
    }

    /// The screens, in the order of their steps.
    public var screens: [Screen] { items.map(\.screen) }

    /// The screens that the container shall hold: these embedded, each by its action, in those it has already.
    ///
    /// Throws what an action throws that does not fit.
    @MainActor public func integrated(into existing: [Screen] = []) throws -> [Screen] {
        var contained = existing
        for item in items { try item.action.embed(item.screen, in: &contained) }
        return contained
    }
}
