public import IOCRouting

/// A host that shows its tree in a terminal.
@MainActor public final class TerminalHost: ScreenHost {
    /// Its screens.
    public typealias Screen = TerminalScreen

    /// The reason why a change was not made.
    public struct Fault: Error, Hashable, CustomStringConvertible {
        /// The fault.
        public let description: String
    }

    /// The screen at the root.
    public private(set) var root: TerminalScreen?
    /// Called after each change: the time to draw.
    public var didChange: (@MainActor () -> Void)?

    /// A host whose tree is empty; assemblies can make it, too.
    public nonisolated init() {}

    /// A host whose tree starts with this root.
    public init(root: TerminalScreen?) {
        self.root = root
    }

    /// The container that holds a screen.
    public func parent(of screen: TerminalScreen) -> TerminalScreen? { screen.isPresented ? nil : screen.parent }

    /// The screen that a screen presents.
    public func presented(by screen: TerminalScreen) -> TerminalScreen? { screen.above }

    /// The screen that presents a screen.
    public func presenter(of screen: TerminalScreen) -> TerminalScreen? { screen.presenter }

    /// The style a screen is presented in.
    public func presentationStyle(of screen: TerminalScreen) -> PresentationStyle { screen.style }

    /// The value of the screen's own `isDismissible`.
    public func canDismiss(_ screen: TerminalScreen) -> Bool { screen.isDismissible }

    /// The screen's title.
    public func name(of screen: TerminalScreen) -> String {
        screen is TerminalContainer ? String(describing: type(of: screen)) : screen.title
    }

    /// Access to what a container holds.
    public func container(_ screen: TerminalScreen) -> (any ContainerPort<TerminalScreen>)? {
        (screen as? TerminalContainer).map { TerminalPort(host: self, screen: $0) }
    }

    /// Where a screen is in its life: a terminal has no transitions.
    public func phase(of screen: TerminalScreen) -> ScreenPhase {
        var current = screen
        while let next = current.owner { current = next }
        return current === root ? .live : .detached
    }

    /// Presents a screen; throws ``Fault`` where it has a place already or the presenter has none.
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

    /// Dismisses what a screen presents; throws ``Fault`` where that is nothing.
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

    /// Replaces the root; throws ``Fault`` where the new one has a place already.
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

    /// The visible screens, the topmost presented one over everything.
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

    /// Gives a key to what shows: the innermost visible screens first, then their containers. False if none wants it.
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
