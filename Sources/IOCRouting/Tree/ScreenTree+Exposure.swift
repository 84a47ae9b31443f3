extension ScreenTree {
    /// Returns true if a screen is in the tree, shown by every container above it, and covered by nothing.
    public func isExposed(_ screen: Screen) -> Bool {
        contains(screen) && covers(of: screen).isEmpty && hiding(screen).isEmpty
    }

    /// The containers above a screen that do not show the branch it is in, outermost first.
    func hiding(_ screen: Screen) -> [Hidden<Screen>] {
        let path = Array(([screen] + ancestors(of: screen)).reversed())
        return zip(path, path.dropFirst()).compactMap { above, below in
            guard host.parent(of: below) === above, !visible(in: above).contains(where: { $0 === below }) else {
                return nil
            }
            return Hidden(screen: below, container: above)
        }
    }

    /// The screens presented over a screen, or that would be once it is revealed.
    ///
    /// A presented screen covers everything outside itself while its presenter shows. Looked at are the screens that
    /// show now and those that will show when the path to `screen` is revealed.
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
