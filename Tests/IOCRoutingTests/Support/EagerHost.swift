import IOCRouting
import IOCRoutingTesting

/// A headless host that navigates once within the first push it makes: before the screens are there, or when they are.
@MainActor final class EagerHost: ScreenHost {
    private let base: HeadlessHost
    var navigate: (@MainActor () async throws -> Void)?
    var navigatesBefore = false

    init(_ base: HeadlessHost) { self.base = base }

    var root: HeadlessScreen? { base.root }
    func parent(of screen: HeadlessScreen) -> HeadlessScreen? { base.parent(of: screen) }
    func presented(by screen: HeadlessScreen) -> HeadlessScreen? { base.presented(by: screen) }
    func presenter(of screen: HeadlessScreen) -> HeadlessScreen? { base.presenter(of: screen) }
    func present(
        _ screen: HeadlessScreen, on presenter: HeadlessScreen, style: PresentationStyle, animated: Bool
    ) async throws {
        try await within { try await base.present(screen, on: presenter, style: style, animated: animated) }
    }
    func dismissPresented(from presenter: HeadlessScreen, animated: Bool) async throws {
        try await within { try await base.dismissPresented(from: presenter, animated: animated) }
    }
    func replaceRoot(_ screen: HeadlessScreen?, animated: Bool) async throws {
        try await within { try await base.replaceRoot(screen, animated: animated) }
    }
    func container(_ screen: HeadlessScreen) -> (any ContainerPort<HeadlessScreen>)? {
        base.container(screen).map { Port(base: $0, host: self) }
    }

    fileprivate func within(_ change: () async throws -> Void) async throws {
        let navigate = navigate
        self.navigate = nil
        if navigatesBefore { try await navigate?() }
        try await change()
        if !navigatesBefore { try await navigate?() }
    }

    private struct Port: ContainerPort {
        let base: any ContainerPort<HeadlessScreen>
        let host: EagerHost
        var contained: [HeadlessScreen] { base.contained }
        var visible: [HeadlessScreen] { base.visible }
        var behavior: ContainerBehavior { base.behavior }
        func reveal(_ screen: HeadlessScreen, animated: Bool) async throws {
            try await host.within { try await base.reveal(screen, animated: animated) }
        }
        func setContained(_ screens: [HeadlessScreen], animated: Bool) async throws {
            try await host.within { try await base.setContained(screens, animated: animated) }
        }
    }
}
