public import IOCRouting

/// A host that shows its tree in a terminal.
@MainActor public final class TerminalHost: ScreenHost {
    /// The root class of the host's screens.
    public typealias Screen = TerminalScreen

    /// The reason why the host refused a change.
    public struct Fault: Error, Hashable, CustomStringConvertible {
        /// The reason in words.
        public let description: String
    }

    /// The screen at the root.
    public private(set) var root: TerminalScreen?
    /// The closure that is called after each change, to draw the screens.
    public var didChange: (@MainActor () -> Void)?

    /// Creates a host with an empty tree. It may be called on any thread.
    public nonisolated init() {}

    /// Creates a host with a root.
    public init(root: TerminalScreen?) {
        self.root = root
    }

    /// Returns the container that contains a screen; nil if none does.
    public func parent(of screen: TerminalScreen) -> TerminalScreen? { screen.isPresented ? nil : screen.parent }

    /// Returns the screen that a screen presents; nil if it presents none.
    public func presented(by screen: TerminalScreen) -> TerminalScreen? { screen.above }

    /// Returns the screen that presents a screen; nil if none does.
    public func presenter(of screen: TerminalScreen) -> TerminalScreen? { screen.presenter }

    /// Returns the style in which a screen is presented.
    public func presentationStyle(of screen: TerminalScreen) -> PresentationStyle { screen.style }

    /// Returns the value of the screen's `isDismissible`.
    public func canDismiss(_ screen: TerminalScreen) -> Bool { screen.isDismissible }

    /// Returns the title of a screen, or the class name of a container.
    public func name(of screen: TerminalScreen) -> String {
        screen is TerminalContainer ? String(describing: type(of: screen)) : screen.title
    }

    /// Returns the content of a container; nil for other screens.
    public func container(_ screen: TerminalScreen) -> (any ContainerPort<TerminalScreen>)? {
        (screen as? TerminalContainer).map { TerminalPort(host: self, screen: $0) }
    }

    /// Returns the phase of a screen's life. A terminal has no transitions.
    public func phase(of screen: TerminalScreen) -> ScreenPhase {
        var current = screen
        while let next = current.owner { current = next }
        return current === root ? .live : .detached
    }

    /// Presents a screen. Throws ``Fault`` if the screen already has a place, or if the presenter is not in the tree or
    /// already presents a screen.
    public func present(
        _ screen: TerminalScreen, on presenter: TerminalScreen, style: PresentationStyle, animated: Bool
    ) async throws {
        guard phase(of: presenter) == .live else { throw Fault(description: "\(name(of: presenter)) is not shown") }
        guard presenter.above == nil else {
            throw Fault(description: "\(name(of: presenter)) presents a screen already")
        }
        try requireFree(screen, in: presenter)
        presenter.above = screen
        screen.owner = presenter
        screen.isPresented = true
        screen.style = style
        didChange?()
    }

    /// Dismisses the screen that `presenter` presents. Throws ``Fault`` if it presents none.
    public func dismissPresented(from presenter: TerminalScreen, animated: Bool) async throws {
        guard let screen = presenter.above else {
            throw Fault(description: "\(name(of: presenter)) presents nothing")
        }
        for inner in [presenter] + ScreenTree(self).subtree(of: screen) {
            inner.above?.owner = nil
            inner.above?.isPresented = false
            inner.above = nil
        }
        didChange?()
    }

    /// Replaces the root. Throws ``Fault`` if the new root already has a place.
    public func replaceRoot(_ screen: TerminalScreen?, animated: Bool) async throws {
        if let screen, screen !== root { try requireFree(screen, in: nil) }
        root = screen
        didChange?()
    }

    func requireFree(_ screen: TerminalScreen, in place: TerminalScreen?) throws {
        guard screen.owner == nil, screen !== root else {
            throw Fault(description: "\(name(of: screen)) has a place in a tree already")
        }
        var next = place
        while let current = next {
            guard current !== screen else { throw Fault(description: "\(name(of: screen)) cannot be inside itself") }
            next = current.owner
        }
    }

    // MARK: Drawing and keys

    /// Returns a drawing of the topmost presented screen, which covers all other screens.
    public func frame(width: Int, height: Int) -> TerminalFrame {
        var frame = TerminalFrame(width: width, height: height)
        guard let top = ScreenTree(self).topmost else { return frame }
        if top.isPresented {
            frame.add("═══ \(top.title) " + String(repeating: "═", count: max(0, width - top.title.count - 5)))
        }
        var inner = TerminalFrame(width: width, height: height - frame.lines.count)
        top.draw(in: &inner)
        for line in inner.lines { frame.add(line) }
        return frame
    }

    /// Passes a key to the visible screens, the innermost first. Returns false if none of them handles it.
    public func handle(_ key: TerminalKey) async -> Bool {
        guard let top = ScreenTree(self).topmost else { return false }
        return await offer(key, to: top)
    }

    private func offer(_ key: TerminalKey, to screen: TerminalScreen) async -> Bool {
        for child in ScreenTree(self).visible(in: screen) where await offer(key, to: child) { return true }
        if await screen.handle(key) { return true }
        if let stack = screen as? TerminalStack, key == .left, stack.contained.count > 1 {
            let port = TerminalPort(host: self, screen: stack)
            try? await port.setContained(stack.contained.dropLast(), animated: true)
            return true
        }
        return false
    }
}

/// The content of a terminal container.
struct TerminalPort: ContainerPort {
    let host: TerminalHost
    let screen: TerminalContainer

    var contained: [TerminalScreen] { screen.contained }
    var visible: [TerminalScreen] { screen.visible }
    var behavior: ContainerBehavior { screen.behavior }

    func reveal(_ child: TerminalScreen, animated: Bool) async throws {
        guard let index = screen.contained.firstIndex(where: { $0 === child }) else {
            throw TerminalHost.Fault(description: "\(host.name(of: screen)) does not hold \(host.name(of: child))")
        }
        if behavior.revealing == .truncates, !visible.contains(where: { $0 === child }) {
            hold(Array(screen.contained[...index]))
        }
        screen.selected = index
        host.didChange?()
    }

    func setContained(_ screens: [TerminalScreen], animated: Bool) async throws {
        guard Set(screens.map { ObjectIdentifier($0) }).count == screens.count else {
            throw TerminalHost.Fault(description: "a screen is in \(host.name(of: screen)) twice")
        }
        for child in screens where child.parent !== screen || child.isPresented {
            try host.requireFree(child, in: screen)
        }
        hold(screens)
        host.didChange?()
    }

    private func hold(_ screens: [TerminalScreen]) {
        let shown = visible.first
        for child in screen.contained { child.owner = nil }
        screen.contained = screens
        for child in screens { child.owner = screen }
        screen.selected = screens.firstIndex { $0 === shown } ?? (screens.isEmpty ? nil : 0)
    }
}
