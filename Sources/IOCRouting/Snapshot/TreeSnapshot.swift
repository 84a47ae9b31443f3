/// The tree of a host at one moment, in a form that can be stored: names, routes and inputs instead of screens.
public struct TreeSnapshot: Codable, Hashable, Sendable {
    /// One screen.
    public struct Node: Codable, Hashable, Sendable {
        /// The screen's name.
        public var name: String
        /// The route that leads to it, where one does.
        public var route: String?
        /// The input it was called with, as JSON.
        public var input: String?
        /// The screens it contains.
        public var contained: [Node] = []
        /// The visible part of it.
        public var visible: [Int] = []
        /// The screen it presents, if any.
        public var presented: [Node] = []
        /// The style it is presented in.
        public var style: PresentationStyle?

        /// One screen, which contains and presents nothing yet.
        public init(name: String, route: String? = nil, input: String? = nil) {
            self.name = name
            self.route = route
            self.input = input
        }
    }

    /// The screen at the root.
    public var root: Node?

    /// A snapshot of a tree.
    public init(root: Node?) {
        self.root = root
    }

    /// One line a screen, with what matters for comparing.
    var lines: [String] {
        func lines(_ node: Node, _ depth: Int, _ mark: String) -> [String] {
            let call = node.route.map { " = \($0)(\(node.input ?? ""))" } ?? ""
            var result = [String(repeating: "  ", count: depth) + mark + node.name + call]
            for (index, child) in node.contained.enumerated() {
                result += lines(child, depth + 1, node.visible.contains(index) ? "* " : "- ")
            }
            for above in node.presented { result += lines(above, depth + 1, "over it: ") }
            return result
        }
        return root.map { lines($0, 0, "") } ?? []
    }
}
