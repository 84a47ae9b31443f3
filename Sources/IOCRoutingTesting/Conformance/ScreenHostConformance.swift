public import IOCRouting

/// Checks that a host keeps the promises routers rely on. Call it from a test of your own and expect no failures.
///
/// ```swift
/// let failures = await ScreenHostConformance.failures {
///     ScreenHostFixture(host: MyHost(), makeScreen: { MyScreen(named: $0) }, containers: [.init("stack") { MyStack($0) }])
/// }
/// #expect(failures.isEmpty)
/// ```
@MainActor public enum ScreenHostConformance {
    /// The broken promises of the host, one a line; each check starts with a fixture of its own.
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
