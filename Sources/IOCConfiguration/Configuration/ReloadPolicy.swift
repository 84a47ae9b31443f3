extension ContextConfiguration {
    /// When a context that runs takes over what its files say by then.
    public struct ReloadPolicy: Hashable, Sendable, CustomStringConvertible {
        /// The word as the file spells it.
        public let description: String

        private init(_ word: String) { self.description = word }

        /// On request, as by SIGHUP.
        public static let signal = ReloadPolicy("signal")
        /// Whenever the content of a file changes, too.
        public static let watch = ReloadPolicy("watch")
        /// Whenever the content of a file changes, and then into live values alone.
        public static let live = ReloadPolicy("live")

        static let all: [ReloadPolicy] = [.signal, .watch, .live]
    }
}
