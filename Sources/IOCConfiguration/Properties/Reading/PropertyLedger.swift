import IOCBase

/// A ledger of the requests for a context's properties so far.
///
/// A context that is derived from another one goes on from what that one has been asked, now and later: the decisions that
/// were made for the first hold for both, and nobody asks for them again.
final class PropertyLedger: Sendable {
    private struct Entries {
        /// Every key that somebody asked for; a component's own have its entry in front.
        var asked: Set<String> = []
        /// The properties that a live value was put together from.
        var live: Set<String> = []
        /// The properties put together from secrets: they count, and are not shown.
        var masked: Set<String> = []
        /// Keys that were read as secrets.
        var secrets: Set<String> = []
    }

    private let origin: PropertyLedger?
    private let entries = Guarded(Entries())

    /// - Parameter origin: The ledger of the context that this one's is derived from.
    init(derivedFrom origin: PropertyLedger? = nil) { self.origin = origin }

    /// Remembers that somebody asked for a key; an element of a list stands for the list, too.
    func note(_ key: String, isMasked: Bool, isLive: Bool) {
        let list = key.last == "]" ? key.lastIndex(of: "[").map { String(key[..<$0]) } : nil
        entries.withLock { entries in
            for key in [key, list].compactMap(\.self) {
                if isMasked {
                    entries.masked.insert(key)
                } else if isLive {
                    entries.live.insert(key)
                } else {
                    entries.asked.insert(key)
                }
            }
        }
    }

    /// Remembers that a property was read as a secret.
    func noteSecret(_ key: String) {
        entries.withLock { _ = $0.secrets.insert(key) }
    }

    /// Every key that somebody asked for and that may be shown.
    var asked: Set<String> { all { $0.live.isEmpty ? $0.asked : $0.asked.union($0.live) } }

    /// The keys that a live value was put together from, and nothing that stays as it is.
    var isReadLiveAlone: (String) -> Bool {
        let (live, others) = (all { $0.live }, all { $0.asked })
        return { key in
            live.contains { Self.concerns($0, key) } && !others.contains { Self.concerns($0, key) }
        }
    }

    /// Returns true if one of two keys is the other, or an object that it belongs to.
    private static func concerns(_ one: String, _ other: String) -> Bool {
        let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
        guard long.hasPrefix(short) else { return false }
        return long.utf8.count == short.utf8.count || [".", "["].contains(long.dropFirst(short.count).first)
    }

    /// The keys that somebody asked for and that were put together from secrets.
    var masked: Set<String> { all { $0.masked } }

    private func all(_ part: (Entries) -> Set<String>) -> Set<String> {
        let own = entries.withLock { part($0) }
        return origin.map { own.union($0.all(part)) } ?? own
    }

    /// Returns true if a property, or an object it belongs to, was read as a secret.
    func isSecret(_ key: PropertyKey) -> Bool {
        let isOwn = entries.withLock { entries in
            !entries.secrets.isEmpty
                && key.parts.indices.contains { entries.secrets.contains(key.parts[...$0].joined(separator: ".")) }
        }
        return isOwn || (origin?.isSecret(key) ?? false)
    }
}
