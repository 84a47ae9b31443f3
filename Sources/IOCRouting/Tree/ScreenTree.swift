/// A read-only view of a host's tree, for finders and for the planner.
@MainActor public struct ScreenTree<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The host of the tree.
    public let host: any ScreenHost<Screen>

    /// Creates a view of the tree of a host.
    public init(_ host: any ScreenHost<Screen>) {
        self.host = host
    }

    /// The screen at the root; nil if the tree is empty.
    public var root: Screen? { host.root }

    /// Returns the container that contains a screen; nil if none does.
    public func parent(of screen: Screen) -> Screen? { host.parent(of: screen) }

    /// Returns the screen that presents a screen; nil if none does.
    public func presenter(of screen: Screen) -> Screen? { host.presenter(of: screen) }

    /// Returns the screen that a screen presents; nil if it presents none, or if the presented screen is being
    /// dismissed.
    public func presented(by screen: Screen) -> Screen? {
        guard let presented = host.presented(by: screen), !isDismissing(presented) else { return nil }
        return presented
    }

    /// Returns true if a screen is being dismissed.
    public func isDismissing(_ screen: Screen) -> Bool { host.phase(of: screen) == .dismissing }

    /// Returns the screens in a container, without screens that are being dismissed; empty if the screen is not a
    /// container.
    public func contained(in screen: Screen) -> [Screen] {
        (host.container(screen)?.contained ?? []).filter { !isDismissing($0) }
    }

    /// Returns the visible screens in a container, without screens that are being dismissed; empty if the screen is not
    /// a container.
    public func visible(in screen: Screen) -> [Screen] {
        (host.container(screen)?.visible ?? []).filter { !isDismissing($0) }
    }

    /// Returns the name of a screen.
    public func name(of screen: Screen) -> String { host.name(of: screen) }

    /// Returns the containers and presenters above a screen, nearest first.
    public func ancestors(of screen: Screen) -> [Screen] {
        var result: [Screen] = []
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(screen)]
        var current = screen
        while let next = host.parent(of: current) ?? host.presenter(of: current),
            seen.insert(ObjectIdentifier(next)).inserted
        {
            result.append(next)
            current = next
        }
        return result
    }

    /// Returns true if a screen is in the tree, and neither the screen nor any screen above it is being dismissed.
    public func contains(_ screen: Screen) -> Bool {
        let path = [screen] + ancestors(of: screen)
        guard let root, path.last === root, !path.contains(where: { isDismissing($0) }) else { return false }
        return zip(path, path.dropFirst()).allSatisfy { below, above in
            host.presented(by: above) === below || (host.container(above)?.contained.contains { $0 === below } ?? false)
        }
    }

    /// The topmost presented screen. It is the root if no visible screen presents one, and nil if the tree is empty.
    public var topmost: Screen? {
        guard var current = root else { return nil }
        var seen: Set<ObjectIdentifier> = []
        while seen.insert(ObjectIdentifier(current)).inserted, let next = presentation(visibleIn: current) {
            current = next
        }
        return current
    }

    private func presentation(visibleIn screen: Screen) -> Screen? {
        var seen: Set<ObjectIdentifier> = []
        return visibleScreens(in: screen, seen: &seen).lazy.compactMap { presented(by: $0) }.first
    }

    private func visibleScreens(in screen: Screen, seen: inout Set<ObjectIdentifier>) -> [Screen] {
        guard seen.insert(ObjectIdentifier(screen)).inserted else { return [] }
        var result = [screen]
        for child in visible(in: screen) { result += visibleScreens(in: child, seen: &seen) }
        return result
    }

    /// Returns a screen, then everything that it contains or presents at any depth, without screens that are being
    /// dismissed.
    public func subtree(of screen: Screen) -> [Screen] {
        var seen: Set<ObjectIdentifier> = []
        var result: [Screen] = []
        var stack = [screen]
        while let next = stack.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            result.append(next)
            if let presented = presented(by: next) { stack.append(presented) }
            stack.append(contentsOf: contained(in: next).reversed())
        }
        return result
    }

    /// The screens in the tree, the root first, without screens that are being dismissed.
    public var screens: [Screen] { root.map { subtree(of: $0) } ?? [] }
}

/// A presented screen that covers another screen, and its presenter.
struct Cover<Screen: RoutedScreen> where Screen.Base == Screen {
    let screen: Screen
    let presenter: Screen
}

/// A screen that its container does not show.
struct Hidden<Screen: RoutedScreen> where Screen.Base == Screen {
    let screen: Screen
    let container: Screen
}

extension ScreenTree {
    /// Returns true if a screen is in the tree, every container above it shows it, and nothing covers it.
    public func isExposed(_ screen: Screen) -> Bool {
        contains(screen) && covers(of: screen).isEmpty && hiding(screen).isEmpty
    }

    /// Returns each container above a screen that hides the way to it, with the child that it hides, outermost first.
    func hiding(_ screen: Screen) -> [Hidden<Screen>] {
        let path = Array(([screen] + ancestors(of: screen)).reversed())
        return zip(path, path.dropFirst()).compactMap { above, below in
            guard host.parent(of: below) === above, !visible(in: above).contains(where: { $0 === below }) else {
                return nil
            }
            return Hidden(screen: below, container: above)
        }
    }

    /// Returns the presented screens that cover a screen, or would cover it after it is revealed.
    ///
    /// While its presenter is visible, a presented screen covers all screens that it neither contains nor presents. The
    /// search visits the visible screens, and the screens that become visible when the path to `screen` is revealed.
    func covers(of screen: Screen) -> [Cover<Screen>] {
        guard let root else { return [] }
        let path = Set(([screen] + ancestors(of: screen)).map { ObjectIdentifier($0) })
        var seen: Set<ObjectIdentifier> = []
        var result: [Cover<Screen>] = []
        var stack = [root]
        while let next = stack.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            if let above = presented(by: next) {
                if path.contains(ObjectIdentifier(above)) {
                    stack.append(above)
                } else {
                    result.append(Cover(screen: above, presenter: next))
                }
            }
            let visible = visible(in: next)
            let onPath = contained(in: next).filter { path.contains(ObjectIdentifier($0)) }
            stack.append(contentsOf: visible + onPath)
        }
        return result
    }
}

/// The structure of a tree at one moment: its screens, their places, their visibility and presentation styles.
///
/// Two shapes are equal if the same screen objects have the same names, places, visibility and styles.
public struct TreeShape: Hashable, Sendable, CustomStringConvertible {
    struct Node: Hashable, Sendable {
        var id: ObjectIdentifier
        var name: String
        var depth: Int
        var relation: String
        var isVisible: Bool
    }

    var nodes: [Node] = []

    /// The number of screens.
    public var count: Int { nodes.count }

    /// One line per screen, indented by depth.
    public var description: String {
        nodes.map { node in
            String(repeating: "  ", count: node.depth) + node.relation + node.name + (node.isVisible ? "" : " (hidden)")
        }.joined(separator: "\n")
    }
}

extension ScreenTree {
    /// The current structure of the tree.
    public var shape: TreeShape {
        var shape = TreeShape()
        var seen: Set<ObjectIdentifier> = []
        func add(_ screen: Screen, depth: Int, relation: String, isVisible: Bool) {
            guard seen.insert(ObjectIdentifier(screen)).inserted else { return }
            shape.nodes.append(
                .init(
                    id: ObjectIdentifier(screen), name: name(of: screen), depth: depth, relation: relation,
                    isVisible: isVisible))
            let visible = visible(in: screen)
            for child in contained(in: screen) {
                add(child, depth: depth + 1, relation: "", isVisible: visible.contains { $0 === child })
            }
            if let above = presented(by: screen) {
                let style = host.presentationStyle(of: above)
                add(above, depth: depth + 1, relation: "presents (\(style)) ", isVisible: true)
            }
        }
        if let root { add(root, depth: 0, relation: "", isVisible: true) }
        return shape
    }

    /// The tree in words, for errors.
    var outline: String {
        let shape = shape
        return shape.count == 0 ? "an empty tree" : shape.description
    }
}
