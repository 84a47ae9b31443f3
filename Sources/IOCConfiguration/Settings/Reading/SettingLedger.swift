import IOCBase

/// A ledger of the keys that were read in a context.
///
/// A context that is derived from another one goes on from what was read in that one, now and later: decisions that were
/// made for the first hold for both, and are not made again.
final class SettingLedger: Sendable {
    private struct Entries {
        /// The keys that were read, a component's own with its entry in front, as ``pattern(of:)`` has them. True if only live
        /// values were put together from them.
        var read: [String: Bool] = [:]
        /// The keys that were read as secrets.
        var secrets: Set<String> = []
    }

    private let origin: SettingLedger?
    private let entries = Guarded(Entries())

    /// - Parameter origin: The ledger of the context that this one's is derived from.
    init(derivedFrom origin: SettingLedger? = nil) { self.origin = origin }

    /// The key with `[]` in the place of each index, because what is read of one element is read of all.
    static func pattern(of key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "[")) else { return key }
        var isIndex = false
        return key.filter { character in
            if character == "]" { isIndex = false }
            defer { if character == "[" { isIndex = true } }
            return !(isIndex && character.isNumber)
        }
    }

    /// Records that a key was read; an element of a list stands for the list, too.
    func note(_ key: String, isLive: Bool) {
        let list = key.last == "]" ? key.lastIndex(of: "[").map { String(key[..<$0]) } : nil
        entries.withLock { entries in
            for key in [key, list].compactMap(\.self).map(Self.pattern) {
                entries.read[key] = isLive && entries.read[key] ?? true
            }
        }
    }

    /// Records that a setting was read as a secret.
    func noteSecret(_ key: String) {
        entries.withLock { _ = $0.secrets.insert(key) }
    }

    /// Every key that was read.
    var read: Set<String> { Set(entriesRead.keys) }

    /// True for keys that live values were put together from, and nothing that stays as it is.
    var isReadLiveAlone: (String) -> Bool {
        let read = entriesRead
        return { key in
            let readers = read.filter { Self.concerns($0.key, key) }
            return !readers.isEmpty && readers.values.allSatisfy(\.self)
        }
    }

    /// Returns true if one of two keys is the other, or an object that it belongs to.
    private static func concerns(_ one: String, _ other: String) -> Bool {
        let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
        guard long.hasPrefix(short) else { return false }
        return long.utf8.count == short.utf8.count || [".", "["].contains(long.dropFirst(short.count).first)
    }

    /// The keys read here and in the ledger that this one goes on from.
    private var entriesRead: [String: Bool] {
        let own = entries.withLock { $0.read }
        return origin?.entriesRead.merging(own) { $0 && $1 } ?? own
    }

    /// Returns true if a setting, or an object it belongs to, was read as a secret.
    func isSecret(_ key: SettingKey) -> Bool {
        let isOwn = entries.withLock { entries in
            !entries.secrets.isEmpty
                && key.parts.indices.contains { entries.secrets.contains(key.parts[...$0].joined(separator: ".")) }
        }
        return isOwn || (origin?.isSecret(key) ?? false)
    }
}
