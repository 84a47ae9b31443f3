extension ContextConfiguration {
    /// The policy for components that need each other through wrapped properties.
    public struct CyclePolicy: Hashable, Sendable, CustomStringConvertible {
        /// The word as the file spells it.
        public let description: String

        private init(_ word: String) { self.description = word }

        /// Circles are wired, and appear in the graph.
        public static let allow = CyclePolicy("allow")
        /// A circle is a fault.
        public static let forbid = CyclePolicy("forbid")

        static let all: [CyclePolicy] = [.allow, .forbid]
    }
}
