import IOCRouting
import IOCRoutingTesting

/// A host that passes everything on to a headless one, for hosts that differ from it in one thing.
@MainActor class ForwardingHost: ScreenHost {
    let base: HeadlessHost

    init(_ base: HeadlessHost) { self.base = base }

    var root: HeadlessScreen? { base.root }
    func parent(of screen: HeadlessScreen) -> HeadlessScreen? { base.parent(of: screen) }
    func presented(by screen: HeadlessScreen) -> HeadlessScreen? { base.presented(by: screen) }
    func presenter(of screen: HeadlessScreen) -> HeadlessScreen? { base.presenter(of: screen) }
    func name(of screen: HeadlessScreen) -> String { screen.name }

    /// What surrounds each change.
    func changing(_ change: String, animated: Bool, _ body: () async throws -> Void) async throws { try await body() }

    func container(_ screen: HeadlessScreen) -> (any ContainerPort<HeadlessScreen>)? {
        base.container(screen).map { Port(base: $0, host: self) }
    }

    func present(
        _ screen: HeadlessScreen, on presenter: HeadlessScreen, style: PresentationStyle, animated: Bool
    ) async throws {
        try await changing("present", animated: animated) {
            try await base.present(screen, on: presenter, style: style, animated: animated)
        }
    }

    func dismissPresented(from presenter: HeadlessScreen, animated: Bool) async throws {
        try await changing("dismiss", animated: animated) {
            try await base.dismissPresented(from: presenter, animated: animated)
        }
    }

    func replaceRoot(_ screen: HeadlessScreen?, animated: Bool) async throws {
        try await changing("replace", animated: animated) { try await base.replaceRoot(screen, animated: animated) }
    }

    private struct Port: ContainerPort {
        let base: any ContainerPort<HeadlessScreen>
        let host: ForwardingHost
        var contained: [HeadlessScreen] { base.contained }
        var visible: [HeadlessScreen] { base.visible }
        var behavior: ContainerBehavior { base.behavior }

        func reveal(_ screen: HeadlessScreen, animated: Bool) async throws {
            try await host.changing("reveal", animated: animated) {
                try await base.reveal(screen, animated: animated)
            }
        }

        func setContained(_ screens: [HeadlessScreen], animated: Bool) async throws {
            try await host.changing("set", animated: animated) {
                try await base.setContained(screens, animated: animated)
            }
        }
    }
}

/// A host that navigates once within its first change: before the change or after it.
final class EagerHost: ForwardingHost {
    var navigate: (@MainActor () async throws -> Void)?
    var navigatesBefore = false

    override func changing(_ change: String, animated: Bool, _ body: () async throws -> Void) async throws {
        let navigate = navigate
        self.navigate = nil
        if navigatesBefore { try await navigate?() }
        try await body()
        if !navigatesBefore { try await navigate?() }
    }
}

/// A host whose root other code replaces at any moment.
final class SwappingHost: ForwardingHost {
    var swapped: HeadlessScreen?

    override var root: HeadlessScreen? { swapped ?? base.root }
}

/// A host that knows no containers, and uses the names of classes.
final class PlainHost: ForwardingHost {
    override func container(_ screen: HeadlessScreen) -> (any ContainerPort<HeadlessScreen>)? { nil }
    override func name(of screen: HeadlessScreen) -> String { "\(type(of: screen))" }
}

/// A host that lists which changes are to be animated.
final class AnimatedHost: ForwardingHost {
    private(set) var log: [String] = []

    override func changing(_ change: String, animated: Bool, _ body: () async throws -> Void) async throws {
        log.append("\(change) \(animated)")
        try await body()
    }
}
