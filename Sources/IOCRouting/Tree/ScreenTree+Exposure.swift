/// A screen that covers another one, and the screen that presents it.
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

    /// The containers above a screen that do not show the branch with the screen, outermost first.
    func hiding(_ screen: Screen) -> [Hidden<Screen>] {
        let path = Array(([screen] + ancestors(of: screen)).reversed())
        return zip(path, path.dropFirst()).compactMap { above, below in
            guard host.parent(of: below) === above, !visible(in: above).contains(where: { $0 === below }) else {
                return nil
            }
            return Hidden(screen: below, container: above)
        }
    }

    /// The presented screens that cover a screen, or would cover it after it is revealed.
    ///
    /// A presented screen covers everything outside itself while its presenter is visible. The search visits the visible
    /// screens, and those that become visible when the path to `screen` is revealed.
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
