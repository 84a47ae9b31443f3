public import IOCRouting

/// A host to be checked, and how its screens are made.
@MainActor public struct ScreenHostFixture<Screen: RoutedScreen> where Screen.Base == Screen {
    /// A kind of container.
    public struct Container {
        /// Its name in failures.
        public var name: String
        /// Makes one that holds these screens.
        public var make: @MainActor ([Screen]) -> Screen

        /// A kind of container.
        public nonisolated init(_ name: String, make: @escaping @MainActor ([Screen]) -> Screen) {
            self.name = name
            self.make = make
        }
    }

    /// A host whose tree is empty or may be replaced.
    public var host: any ScreenHost<Screen>
    /// Makes a screen that is no container.
    public var makeScreen: @MainActor (String) -> Screen
    /// The kinds of container the host has.
    public var containers: [Container]

    /// A fixture.
    public init(
        host: any ScreenHost<Screen>, makeScreen: @escaping @MainActor (String) -> Screen, containers: [Container]
    ) {
        self.host = host
        self.makeScreen = makeScreen
        self.containers = containers
    }

    var tree: ScreenTree<Screen> { ScreenTree(host) }
}
