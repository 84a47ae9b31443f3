/// Follows a key path that was written as text.
enum KeyPathWalk {
    /// The node at the end of the path, or nil where the path leads nowhere.
    ///
    /// A key may hold dots and brackets itself, as the names of types do: the longest key that leads on wins.
    static func find<Node>(
        _ path: Substring, from node: Node, member: (Node, Substring) -> Node?, element: (Node, Int) -> Node?
    ) -> Node? {
        if path.isEmpty { return node }
        if path.first == "[", let close = path.firstIndex(of: "]"),
            let index = Int(path[path.index(after: path.startIndex)..<close]), let child = element(node, index),
            let found = find(rest(path[path.index(after: close)...]), from: child, member: member, element: element)
        {
            return found
        }
        var end = path.endIndex
        while true {
            if let child = member(node, path[..<end]),
                let found = find(rest(path[end...]), from: child, member: member, element: element)
            {
                return found
            }
            guard let cut = path[..<end].lastIndex(where: { $0 == "." || $0 == "[" }), cut > path.startIndex else {
                return nil
            }
            end = cut
        }
    }

    private static func rest(_ path: Substring) -> Substring {
        path.first == "." ? path.dropFirst() : path
    }
}
