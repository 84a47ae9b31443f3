public import IOCRouting

/// A host without a display, for tests. It logs its changes, and can fail or delay them.
@MainActor public final class HeadlessHost: ScreenHost {
    /// The root class of the host's screens.
    public typealias Screen = HeadlessScreen

    /// The screen at the root.
    public private(set) var root: HeadlessScreen?
    /// The changes, and the loads of lazy containers, in order.
    public private(set) var log: [HeadlessOperation] = []
    /// The closure that is called before each change. If it throws, the change throws that error and does not happen.
    ///
    /// Use it to inject faults, to add latency, or to change the tree during a navigation.
    public var beforeOperation: (@MainActor (HeadlessOperation) async throws -> Void)?

    /// Creates a host with an empty tree. It may be called on any thread.
    public nonisolated init() {}

    /// Creates a host with a root. The root is not in the log.
    public init(root: HeadlessScreen?) {
        self.root = root
        load()
        log = []
    }

    /// Clears the log.
    public func clearLog() { log = [] }

    /// Lets matching changes fail, at most `times` times.
    public func fail(times: Int = .max, where matches: @escaping @MainActor (HeadlessOperation) -> Bool) {
        let earlier = beforeOperation
        var left = times
        beforeOperation = { operation in
            try await earlier?(operation)
            guard left > 0, matches(operation) else { return }
            left -= 1
            throw HeadlessFault("failed as requested: \(operation)")
        }
    }

    /// Delays every change.
    public func delay(by duration: Duration, clock: any Clock<Duration>) {
        let earlier = beforeOperation
        beforeOperation = { operation in
            try await earlier?(operation)
            try await clock.sleep(for: duration)
        }
    }

    // MARK: The tree

    /// Returns the container that contains a screen; nil if none does.
    public func parent(of screen: HeadlessScreen) -> HeadlessScreen? { screen.parent }

    /// Returns the screen that a screen presents; nil if it presents none.
    public func presented(by screen: HeadlessScreen) -> HeadlessScreen? { screen.presented }

    /// Returns the screen that presents a screen; nil if none does.
    public func presenter(of screen: HeadlessScreen) -> HeadlessScreen? { screen.presenter }

    /// Returns the style in which a screen is presented.
    public func presentationStyle(of screen: HeadlessScreen) -> PresentationStyle { screen.style }

    /// Returns the value of the screen's `isDismissible`.
    public func canDismiss(_ screen: HeadlessScreen) -> Bool { screen.isDismissible }

    /// Returns the name of a screen.
    public func name(of screen: HeadlessScreen) -> String { screen.name }

    /// Returns the content of a container; nil for other screens.
    public func container(_ screen: HeadlessScreen) -> (any ContainerPort<HeadlessScreen>)? {
        (screen as? HeadlessContainer).map { HeadlessPort(host: self, container: $0) }
    }

    /// Returns the phase of a screen's life.
    public func phase(of screen: HeadlessScreen) -> ScreenPhase {
        if screen.isLeaving { return .dismissing }
        return isInTree(screen) ? .live : .detached
    }

    private func isInTree(_ screen: HeadlessScreen) -> Bool {
        ([screen] + ScreenTree(self).ancestors(of: screen)).last === root
    }

    // MARK: Changes

    /// Presents a screen. Throws ``HeadlessFault`` if the screen is already in a tree, or if the presenter is not in
    /// the host's tree or already presents a screen.
    public func present(
        _ screen: HeadlessScreen, on presenter: HeadlessScreen, style: PresentationStyle, animated: Bool
    ) async throws {
        try await perform(.present(screen.name, on: presenter.name)) {
            guard isInTree(presenter) else { throw HeadlessFault("\(presenter.name) is not in the tree") }
            guard presenter.presented == nil else {
                throw HeadlessFault("\(presenter.name) presents a screen already")
            }
            try requireFree(screen, for: presenter)
        } change: {
            presenter.presented = screen
            screen.presenter = presenter
            screen.style = style
        }
    }

    /// Dismisses the screen that `presenter` presents. Throws ``HeadlessFault`` if it presents none.
    public func dismissPresented(from presenter: HeadlessScreen, animated: Bool) async throws {
        guard let screen = presenter.presented else { throw HeadlessFault("\(presenter.name) presents nothing") }
        screen.isLeaving = true
        defer { screen.isLeaving = false }
        try await perform(.dismiss(screen.name, from: presenter.name)) {
            guard presenter.presented === screen else { throw HeadlessFault("\(screen.name) is gone already") }
        } change: {
            for inner in ScreenTree(self).subtree(of: screen).reversed() {
                inner.presented?.presenter = nil
                inner.presented = nil
            }
            presenter.presented = nil
            screen.presenter = nil
        }
    }

    /// Replaces the root. Throws ``HeadlessFault`` if a container contains the new root, or if a screen presents it.
    public func replaceRoot(_ screen: HeadlessScreen?, animated: Bool) async throws {
        try await perform(.replaceRoot(screen?.name)) {
            if let screen, screen !== root { try requireFree(screen, for: nil) }
        } change: {
            root = screen
        }
    }

    func reveal(_ screen: HeadlessScreen, in container: HeadlessContainer) async throws {
        let pops = container.behavior.revealing == .truncates
        try await perform(
            pops ? .pop(to: screen.name, in: container.name) : .select(screen.name, in: container.name)
        ) {
            guard container.contained.contains(where: { $0 === screen }) else {
                throw HeadlessFault("\(container.name) does not hold \(screen.name)")
            }
        } change: {
            guard let index = container.contained.firstIndex(where: { $0 === screen }) else { return }
            if pops, !container.visible.contains(where: { $0 === screen }) {
                hold(Array(container.contained[...index]), in: container)
            }
            container.selected = index
        }
    }

    func setContained(_ screens: [HeadlessScreen], in container: HeadlessContainer) async throws {
        let old = container.contained
        let names = screens.map(\.name)
        let operation: HeadlessOperation
        if screens.dropLast().elementsEqual(old, by: ===), let last = names.last {
            operation = .push(last, in: container.name)
        } else {
            operation = .set(names, in: container.name)
        }
        try await perform(operation) {
            guard container.isLoaded else {
                throw HeadlessFault("\(container.name) has not loaded: it was never shown")
            }
            guard Set(screens.map { ObjectIdentifier($0) }).count == screens.count else {
                throw HeadlessFault("a screen is in \(container.name) twice")
            }
            for screen in screens where screen.parent !== container { try requireFree(screen, for: container) }
        } change: {
            hold(screens, in: container)
        }
    }

    func hold(_ screens: [HeadlessScreen], in container: HeadlessContainer) {
        let shown = container.selected.flatMap { index in
            container.contained.indices.contains(index) ? container.contained[index] : nil
        }
        for screen in container.contained { screen.parent = nil }
        container.contained = screens
        for screen in screens { screen.parent = container }
        container.selected =
            shown.flatMap { shown in screens.firstIndex { $0 === shown } } ?? (screens.isEmpty ? nil : 0)
    }

    private func requireFree(_ screen: HeadlessScreen, for place: HeadlessScreen?) throws {
        guard screen.parent == nil, screen.presenter == nil, screen !== root else {
            throw HeadlessFault("\(screen.name) has a place in a tree already")
        }
        guard let place else { return }
        var above: HeadlessScreen? = place
        while let next = above {
            guard next !== screen else { throw HeadlessFault("\(screen.name) cannot be inside itself") }
            above = next.parent ?? next.presenter
        }
    }

    private func perform(
        _ operation: HeadlessOperation, check: () throws -> Void, change: () -> Void
    ) async throws {
        try check()
        if let beforeOperation {
            try await beforeOperation(operation)
            try check()
        }
        change()
        log.append(operation)
        load()
    }

    /// Loads the lazy containers that have become visible for the first time.
    func load() {
        guard let root else { return }
        var stack = [root]
        var seen: Set<ObjectIdentifier> = []
        while let screen = stack.popLast() {
            guard seen.insert(ObjectIdentifier(screen)).inserted else { continue }
            if let container = screen as? HeadlessContainer {
                if !container.isLoaded {
                    container.isLoaded = true
                    log.append(.load(container.name))
                }
                stack += container.visible
            }
            if let presented = screen.presented { stack.append(presented) }
        }
    }
}

/// The content of a headless container.
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
