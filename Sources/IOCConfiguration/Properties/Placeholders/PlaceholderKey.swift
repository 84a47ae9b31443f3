import IOCModel

/// A placeholder such as `${server.port:8080}` where a key is wanted, as other containers write it.
struct PlaceholderKey {
    let kind: Fault.Kind

    init?(_ key: PropertyKey) {
        let text = key.description
        guard text.hasPrefix("${"), text.hasSuffix("}"), !key.isMasked else { return nil }
        let parts = text.dropFirst(2).dropLast().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        kind = .placeholderMalformed(
            asKey: text, meant: String(parts[0]), default: parts.count > 1 ? String(parts[1]) : nil)
    }
}
