import IOCRouting
import Testing

@testable import IOCRoutingTesting

/// Reads and writes a tree of screens in one line, such as `tabs[stack[list chat:u] other*]/sheet[a b]/top`.
///
/// Brackets enclose the content of a container, `/` precedes a screen that the one before presents. After a name, `*` marks
/// the selected tab, `!` a screen that refuses to go, and `~` a stack that has not loaded. The beginning of a name decides
/// its class; `inner=tabs` states it.
@MainActor struct Sketch {
    private var rest: Substring
    private static let kinds = ["stack", "tabs", "split", "slim", "panes", "list", "settings", "login", "chat:"]

    init(_ text: String) { rest = text[...] }

    static func kind(of name: String) -> String { kinds.first { name.hasPrefix($0) } ?? "" }

    /// Reads a screen with its content and the screen that it presents.
    mutating func screen() -> HeadlessScreen? {
        read()?.screen
    }

    private mutating func read() -> (screen: HeadlessScreen, isSelected: Bool)? {
        let word = rest.prefix { !" []/".contains($0) }
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        let parts = word.prefix { !"*!~".contains($0) }.split(separator: "=").map(String.init)
        var kind = parts.count > 1 ? parts[1] : Self.kind(of: parts[0])
        var children: [(screen: HeadlessScreen, isSelected: Bool)] = []
        if rest.first == "[" {
            if kind.isEmpty { kind = "stack" }
            while rest.first != "]" {
                rest = rest.dropFirst()
                if let child = read() { children.append(child) }
            }
            rest = rest.dropFirst()
        }
        let screen = Self.make(
            parts[0], kind, children.map(\.screen), selected: children.firstIndex { $0.isSelected } ?? 0,
            isLazy: word.contains("~"))
        screen.isDismissible = !word.contains("!")
        if rest.first == "/" {
            rest = rest.dropFirst()
            if let above = read()?.screen { Self.present(above, on: screen) }
        }
        return (screen, word.contains("*"))
    }

    static func make(
        _ name: String, _ kind: String, _ children: [HeadlessScreen] = [], selected: Int = 0, isLazy: Bool = false
    ) -> HeadlessScreen {
        switch kind {
        case "stack": HeadlessStack(named: name, children: children, isLazy: isLazy)
        case "tabs": HeadlessTabs(named: name, children: children, selected: selected)
        case "split": HeadlessSplit(named: name, children: children)
        case "slim": HeadlessSplit(named: name, children: children, isCollapsed: true)
        case "panes": Panes(named: name, children)
        case "list": ListScreen(named: name)
        case "settings": SettingsScreen(named: name)
        case "login": LoginScreen(named: name)
        case "chat:": ChatScreen(user: String(name.dropFirst(5)))
        case "asked": Asked(named: name)
        default: HeadlessScreen(named: name)
        }
    }

    /// Presents a screen as other code might, without the host.
    static func present(_ screen: HeadlessScreen, on presenter: HeadlessScreen) {
        presenter.presented?.presenter = nil
        presenter.presented = screen
        screen.presenter = presenter
        screen.style = .sheet
    }

    /// Writes a tree; the names are those of the screens.
    static func text(_ screen: HeadlessScreen?) -> String {
        guard let screen else { return "" }
        var text = (screen as? ChatScreen).map { "chat:\($0.user ?? "")" } ?? screen.name
        if !screen.isDismissible { text += "!" }
        if let container = screen as? HeadlessContainer {
            let children = container.contained.enumerated().map { index, child in
                let isMarked = container is HeadlessTabs && index > 0 && container.selected == index
                let inside = self.text(child)
                guard isMarked else { return inside }
                let end = inside.firstIndex { "[/".contains($0) } ?? inside.endIndex
                return inside[..<end] + "*" + inside[end...]
            }
            text += (container.isLoaded ? "" : "~") + "[\(children.joined(separator: " "))]"
        }
        return text + (screen.presented.map { "/\(self.text($0))" } ?? "")
    }
}

/// The tree of a sketch with a router.
@MainActor final class World {
    let host: HeadlessHost
    let router: Router<HeadlessScreen>
    let shape: TreeShape
    private var known: [String: HeadlessScreen] = [:]

    init(_ sketch: String = "", configuration: RouterConfiguration = RouterConfiguration()) {
        var reader = Sketch(sketch)
        host = HeadlessHost(root: reader.screen())
        router = Router(host: host, configuration: configuration)
        shape = router.tree.shape
        for screen in tree.screens where known[screen.name] == nil { known[screen.name] = screen }
    }

    var tree: ScreenTree<HeadlessScreen> { router.tree }

    /// The tree as a sketch.
    var sketch: String { Sketch.text(host.root) }

    var log: [String] { host.log.map(\.description) }

    var isUnchanged: Bool { tree.shape == shape }

    /// A screen of the sketch or of the tree by its name.
    subscript(name: String) -> HeadlessScreen {
        if let screen = known[name] ?? tree.screens.first(where: { $0.name == name }) { return screen }
        Issue.record("no screen '\(name)' in \(sketch)")
        return HeadlessScreen(named: name)
    }

    func container(_ name: String) -> HeadlessContainer {
        self[name] as? HeadlessContainer ?? HeadlessStack()
    }

    /// Changes a container as other code might, without the host's log.
    func hold(_ names: String, in container: String) {
        let screens = names.split(separator: " ").compactMap { name -> HeadlessScreen? in
            if let screen = known[String(name)] { return screen }
            var reader = Sketch(String(name))
            return reader.screen()
        }
        host.hold(screens, in: self.container(container))
    }

    /// Presents a new screen as other code might.
    func present(_ sketch: String, on name: String) {
        var reader = Sketch(sketch)
        if let screen = reader.screen() { Sketch.present(screen, on: self[name]) }
    }

    @discardableResult
    func go(
        _ step: Step<HeadlessScreen, Void>, policy: QueuePolicy? = nil
    ) async throws -> NavigationResult<HeadlessScreen> {
        try await router.navigate(to: step, policy: policy)
    }

    func error(_ step: Step<HeadlessScreen, Void>, policy: QueuePolicy? = nil) async -> RoutingError? {
        await routingError { try await go(step, policy: policy) }
    }

    /// Starts a navigation in a task; its value is the error.
    func start(_ step: Step<HeadlessScreen, Void>, policy: QueuePolicy? = nil) -> Task<RoutingError?, Never> {
        Task { await error(step, policy: policy) }
    }

    /// Makes the host wait before some changes until the latch opens.
    func slowDown(stubborn: Bool = true, at change: @escaping (HeadlessOperation) -> Bool) -> Latch {
        let latch = Latch()
        host.beforeOperation = { operation in
            guard change(operation) else { return }
            if stubborn { await latch.waitStubbornly() } else { try await latch.wait() }
        }
        return latch
    }

    /// Makes the host wait before changes that begin with a text.
    func slowDown(stubborn: Bool = true, at change: String) -> Latch {
        slowDown(stubborn: stubborn) { $0.description.hasPrefix(change) }
    }

    /// Makes changes fail that begin with a text.
    func fail(_ change: String, times: Int = .max) {
        host.fail(times: times) { $0.description.hasPrefix(change) }
    }

    /// Does something before the first change that begins with a text.
    func before(_ change: String, _ body: @escaping @MainActor () async throws -> Void) {
        host.beforeOperation = { [unowned host] operation in
            guard operation.description.hasPrefix(change) else { return }
            host.beforeOperation = nil
            try await body()
        }
    }
}

@MainActor func routingError(_ body: () async throws -> Void) async -> RoutingError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? RoutingError
    }
}

/// Lets everything that can continue continue, time included.
@MainActor func settle(_ clock: ManualClock? = nil) async {
    for _ in 0..<100 {
        await Task.yield()
        clock?.advance(by: .seconds(1))
    }
}

/// A task that a screen, factory or interceptor starts, and its outcome.
@MainActor final class OwnTask {
    var outcome: Result<Bool, any Error>?
    var task: Task<Void, Never>?

    var code: RoutingError.Code? {
        if case .failure(let error)? = outcome { (error as? RoutingError)?.code } else { nil }
    }

    func start(_ body: @escaping @MainActor () async throws -> Bool) {
        task = Task { @MainActor in
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        }
    }
}

/// Whether screens and their places agree with each other.
@MainActor func isSound(_ tree: ScreenTree<HeadlessScreen>) -> Bool {
    tree.screens.allSatisfy { screen in
        let children = (screen as? HeadlessContainer)?.contained ?? []
        return children.allSatisfy { $0.parent === screen && $0.presenter == nil }
            && (screen.presented.map { $0.presenter === screen && $0.parent == nil } ?? true) && tree.contains(screen)
    }
}
