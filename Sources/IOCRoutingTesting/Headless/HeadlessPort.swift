import IOCRouting

/// Access to a headless container through its host.
struct HeadlessPort: ContainerPort {
    let host: HeadlessHost
    let screen: HeadlessContainer

    init(host: HeadlessHost, container: HeadlessContainer) {
        self.host = host
        screen = container
    }

    var contained: [HeadlessScreen] { screen.contained }
    var visible: [HeadlessScreen] { screen.visible }
    var behavior: ContainerBehavior { screen.behavior }

    func reveal(_ screen: HeadlessScreen, animated: Bool) async throws {
        try await host.reveal(screen, in: self.screen)
    }

    func setContained(_ screens: [HeadlessScreen], animated: Bool) async throws {
        try await host.setContained(screens, in: screen)
    }
}
