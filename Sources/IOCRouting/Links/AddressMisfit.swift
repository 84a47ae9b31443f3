/// The reason why an address does not fit a pattern.
struct AddressMisfit: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    func fault(_ address: String, _ template: String) -> RoutingError {
        RoutingError(
            .addressMalformed, wanted: "an address like \(template)", found: "\(shortened(address)): \(reason)",
            action: "correct the address, or add a pattern for it")
    }
}

/// A text that somebody else has written, short enough to be shown.
func shortened(_ text: some StringProtocol, to limit: Int = 100) -> String {
    let rest = text.dropFirst(limit)
    return rest.isEmpty ? String(text) : "\(text.prefix(limit))… (\(rest.utf8.count) more bytes)"
}
