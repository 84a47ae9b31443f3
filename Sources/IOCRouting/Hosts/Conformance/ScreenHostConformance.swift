/// Checks that a host keeps the promises routers rely on. Call it from a test of your own and expect no failures.
///
/// ```swift
/// let failures = await ScreenHostConformance.failures {
///     ScreenHostFixture(host: MyHost(), makeScreen: { MyScreen(named: $0) }, containers: [.init("stack") { MyStack($0) }])
/// }
/// #expect(failures.isEmpty)
/// ```
@MainActor public enum ScreenHostConformance {
    /// What the host does not keep, a promise a line; each check starts with a fixture of its own.
    public static func failures<Screen: RoutedScreen>(
        _ make: @MainActor () -> ScreenHostFixture<Screen>
    ) async -> [String] where Screen.Base == Screen {
        var report = ConformanceReport()
        await RootChecks(fixture: make()).run(&report)
        await PresentationChecks(fixture: make()).run(&report)
        let count = make().containers.count
        for index in 0..<count {
            await ContainerChecks(fixture: make(), index: index).run(&report)
            await PlaceChecks(fixture: make(), index: index).run(&report)
        }
        return report.failures
    }
}

/// A host to be checked, and how its screens are made.
@MainActor public struct ScreenHostFixture<Screen: RoutedScreen> where Screen.Base == Screen {
    /// A kind of container.
    public struct Container {
        /// What failures call it.
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

@MainActor struct ConformanceReport {
    private(set) var failures: [String] = []

    mutating func expect(_ condition: Bool, _ promise: String) {
        if !condition { failures.append(promise) }
    }

    mutating func succeeds(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            failures.append("\(what) should succeed, but threw: \(error)")
        }
    }

    /// Expects a throw that leaves the tree as it was.
    mutating func refuses<Screen: RoutedScreen>(
        _ what: String, _ tree: ScreenTree<Screen>, _ body: () async throws -> Void
    ) async where Screen.Base == Screen {
        let shape = tree.shape
        do {
            try await body()
            failures.append("\(what) should throw")
        } catch {
            if tree.shape != shape { failures.append("\(what) threw, but changed the tree") }
        }
    }
}
