import IOCRouting
import TestSupport

@testable import IOCRoutingTesting

/// Makes trees of 2 to 40 screens, up to 8 deep, a third of them presented, with every kind of container.
@MainActor struct TreeGenerator {
    var random: SplitMix
    var stubbornPercent = 0
    private var count = 0

    private final class Node {
        var kind: Int
        var depth: Int
        var children: [Node] = []
        var presented: Node?

        init(kind: Int, depth: Int) {
            self.kind = kind
            self.depth = depth
        }

        var isContainer: Bool { kind < 6 }
    }

    init(seed: UInt64, stubbornPercent: Int = 0) {
        random = SplitMix(seed: seed)
        self.stubbornPercent = stubbornPercent
    }

    mutating func tree(size: Int? = nil) -> HeadlessScreen {
        let wanted = size ?? Int.random(in: 2...40, using: &random)
        let root = Node(kind: Int.random(in: 0..<8, using: &random), depth: 1)
        var nodes = [root]
        while nodes.count < wanted {
            let parents = nodes.filter { $0.depth < 8 && ($0.isContainer || $0.presented == nil) }
            guard let parent = parents.randomElement(using: &random) else { break }
            if !parent.isContainer, random.chance(50) { continue }
            let new = Node(kind: Int.random(in: 0..<12, using: &random), depth: parent.depth + 1)
            if parent.presented == nil, random.chance(33) || !parent.isContainer {
                parent.presented = new
            } else if parent.isContainer {
                parent.children.append(new)
            } else {
                continue
            }
            nodes.append(new)
        }
        return build(root)
    }

    private mutating func build(_ node: Node) -> HeadlessScreen {
        let children = node.children.map { build($0) }
        let screen = screen(node.kind, children)
        if random.chance(stubbornPercent) { screen.isDismissible = false }
        if let presented = node.presented {
            let above = build(presented)
            screen.presented = above
            above.presenter = screen
            above.style = random.chance(50) ? .sheet : .fullScreen
        }
        return screen
    }

    mutating func screen(_ kind: Int, _ children: [HeadlessScreen]) -> HeadlessScreen {
        count += 1
        switch kind {
        case 0, 1: return HeadlessStack(named: "stack\(count)", children: children, isLazy: random.chance(30))
        case 2: return tabs(children)
        case 3: return HeadlessSplit(named: "split\(count)", children: children)
        case 4: return HeadlessSplit(named: "collapsed\(count)", children: children, isCollapsed: true)
        case 5: return Panes(children)
        case 6, 7: return ListScreen(named: "list\(count)")
        case 8, 9:
            let chat = ChatScreen(user: ["a", "b", "u"].randomElement(using: &random) ?? "a")
            return chat
        case 10: return SettingsScreen(named: "settings\(count)")
        default: return HeadlessScreen(named: "plain\(count)")
        }
    }

    private mutating func tabs(_ children: [HeadlessScreen]) -> HeadlessScreen {
        let selected = children.isEmpty ? 0 : Int.random(in: 0..<children.count, using: &random)
        return HeadlessTabs(named: "tabs\(count)", children: children, selected: selected)
    }

    /// Changes a tree as other code might: selects, presents, dismisses, adds, removes.
    mutating func disturb(_ host: HeadlessHost) {
        defer { host.load() }
        let screens = ScreenTree(host).screens
        guard let screen = screens.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where screen.presented == nil:
            let new = HeadlessScreen(named: "intruder")
            screen.presented = new
            new.presenter = screen
        case 1:
            guard let presented = screen.presented else { return }
            for inner in ScreenTree(host).subtree(of: presented) {
                inner.presented?.presenter = nil
                inner.presented = nil
            }
            presented.presenter = nil
            screen.presented = nil
        case 2:
            guard let container = screen as? HeadlessContainer, !container.contained.isEmpty else { return }
            container.selected = Int.random(in: 0..<container.contained.count, using: &random)
        case 3:
            guard let container = screen as? HeadlessContainer else { return }
            host.hold(container.contained + [HeadlessScreen(named: "intruder")], in: container)
        case 4:
            guard let container = screen as? HeadlessContainer, !container.contained.isEmpty else { return }
            host.hold(Array(container.contained.dropLast()), in: container)
        default: break
        }
    }

    /// How deep a tree is and how many of its screens are presented.
    static func measure(_ root: HeadlessScreen, depth: Int = 1) -> (count: Int, depth: Int, presented: Int) {
        var result = (count: 1, depth: depth, presented: root.presenter == nil ? 0 : 1)
        let below = ((root as? HeadlessContainer)?.contained ?? []) + [root.presented].compactMap { $0 }
        for child in below {
            let inner = measure(child, depth: depth + 1)
            result.count += inner.count
            result.depth = max(result.depth, inner.depth)
            result.presented += inner.presented
        }
        return result
    }
}
