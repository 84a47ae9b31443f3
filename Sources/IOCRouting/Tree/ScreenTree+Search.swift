extension ScreenTree {
    /// The screens that a search visits, in order, each once. Screens that are being dismissed are skipped.
    public func screens(from start: Screen, _ options: SearchOptions) -> [Screen] {
        var walk = SearchWalk(tree: self, options: options)
        walk.run(from: start)
        return walk.result
    }
}

@MainActor private struct SearchWalk<Screen: RoutedScreen> where Screen.Base == Screen {
    let tree: ScreenTree<Screen>
    let options: SearchOptions
    var result: [Screen] = []
    var visited: Set<ObjectIdentifier> = []
    var climbed: Set<ObjectIdentifier> = []

    init(tree: ScreenTree<Screen>, options: SearchOptions) {
        self.tree = tree
        self.options = options
    }

    mutating func run(from start: Screen) {
        guard !tree.isDismissing(start) else { return }
        if options.contains(.current) { visit(start) }
        if options.contains(.parent) {
            containers(above: start).forEach { visit($0) }
        }
        let below = descendants(of: start)
        below.forEach { visit($0) }
        if options.contains(.presented) {
            for screen in [start] + below { climb(from: screen) }
            if options.contains(.parent) {
                for container in containers(above: start) { climb(from: container) }
            }
        }
        if options.contains(.presenting) { descend(from: start) }
    }

    private mutating func visit(_ screen: Screen) {
        guard !tree.isDismissing(screen), visited.insert(ObjectIdentifier(screen)).inserted else { return }
        result.append(screen)
    }

    private func containers(above screen: Screen) -> [Screen] {
        var found: [Screen] = []
        var current = screen
        while let next = tree.parent(of: current), !found.contains(where: { $0 === next }) {
            found.append(next)
            current = next
        }
        return found
    }

    /// The content of a screen at any depth: the visible screens first, then the others, branch by branch.
    private func descendants(of screen: Screen) -> [Screen] {
        guard options.contains(.contained) || options.contains(.visible) else { return [] }
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(screen)]
        var result: [Screen] = []
        collect(below: screen, into: &result, &seen) { tree.visible(in: $0) }
        guard options.contains(.contained) else { return result }
        var all: [Screen] = []
        var walked: Set<ObjectIdentifier> = [ObjectIdentifier(screen)]
        collect(below: screen, into: &all, &walked) { tree.visible(in: $0) + tree.contained(in: $0) }
        return result + all.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    private func collect(
        below screen: Screen, into result: inout [Screen], _ seen: inout Set<ObjectIdentifier>,
        _ children: (Screen) -> [Screen]
    ) {
        for child in children(screen) where seen.insert(ObjectIdentifier(child)).inserted {
            result.append(child)
            collect(below: child, into: &result, &seen, children)
        }
    }

    private mutating func climb(from screen: Screen) {
        guard climbed.insert(ObjectIdentifier(screen)).inserted, let above = tree.presented(by: screen) else { return }
        let layer = [above] + descendants(of: above)
        layer.forEach { visit($0) }
        layer.forEach { climb(from: $0) }
    }

    private mutating func descend(from start: Screen) {
        var current = start
        var seen: Set<ObjectIdentifier> = []
        while seen.insert(ObjectIdentifier(current)).inserted {
            let layer = containers(above: current).last ?? current
            guard let presenter = tree.presenter(of: layer) else { return }
            visit(presenter)
            let bottom = containers(above: presenter)
            bottom.forEach { visit($0) }
            descendants(of: bottom.last ?? presenter).forEach { visit($0) }
            current = presenter
        }
    }
}
