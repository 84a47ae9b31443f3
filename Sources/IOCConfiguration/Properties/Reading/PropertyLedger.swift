import IOCBase

/// A ledger of the requests for a context's properties so far.
///
/// A context that is derived from another one goes on from what that one has been asked, now and later: the decisions that
/// were made for the first hold for both, and nobody asks for them again.
final class PropertyLedger: Sendable {
    /// Keys that somebody asked for; a component's own have its entry in front.
    private struct Keys {
        var shown: Set<String> = []
        /// The keys put together from secrets: they count, and are not shown.
        var masked: Set<String> = []

        /// True if one of them is a key, an object that it belongs to, or a member of it.
        func concern(_ key: String) -> Bool {
            shown.contains { PropertyLedger.concerns($0, key) } || masked.contains { PropertyLedger.concerns($0, key) }
        }

        mutating func insert(_ key: String, isMasked: Bool) {
            if isMasked { masked.insert(key) } else { shown.insert(key) }
        }

        mutating func formUnion(_ other: Keys) {
            shown.formUnion(other.shown)
            masked.formUnion(other.masked)
        }
    }

    private struct Entries {
        /// The properties of values that stay as they are.
        var fixed = Keys()
        /// The properties that live values were put together from.
        var live = Keys()
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
                if isLive {
                    entries.live.insert(key, isMasked: isMasked)
                } else {
                    entries.fixed.insert(key, isMasked: isMasked)
                }
            }
        }
    }

    /// Remembers that a property was read as a secret.
    func noteSecret(_ key: String) {
        entries.withLock { _ = $0.secrets.insert(key) }
    }

    /// Every key that somebody asked for and that may be shown.
    var asked: Set<String> { all(\.shown) }

    /// The keys that somebody asked for and that were put together from secrets.
    var masked: Set<String> { all(\.masked) }

    /// True for keys that live values were put together from, and nothing that stays as it is.
    var isReadLiveAlone: (String) -> Bool {
        let entries = whole
        return { entries.live.concern($0) && !entries.fixed.concern($0) }
    }

    /// Returns true if one of two keys is the other, or an object that it belongs to.
    private static func concerns(_ one: String, _ other: String) -> Bool {
        let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
        guard long.hasPrefix(short) else { return false }
        return long.utf8.count == short.utf8.count || [".", "["].contains(long.dropFirst(short.count).first)
    }

    private func all(_ part: KeyPath<Keys, Set<String>>) -> Set<String> {
        let entries = whole
        let (fixed, live) = (entries.fixed[keyPath: part], entries.live[keyPath: part])
        return live.isEmpty ? fixed : fixed.union(live)
    }

    /// The entries together with those of the ledger that this one goes on from.
    private var whole: Entries {
        let own = entries.withLock { $0 }
        guard var whole = origin?.whole else { return own }
        whole.fixed.formUnion(own.fixed)
        whole.live.formUnion(own.live)
        return whole
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
