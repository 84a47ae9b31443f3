/// The structure of a tree at one moment: its screens, their places, their visibility and presentation styles.
///
/// Two shapes are equal if the same screen objects are in the same places.
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
