import IOCBase

/// Values as JSON text for people and programs: indented, keys in order.
package enum JSONText {
    /// - Parameter value: A value of strings, numbers, lists and objects, which always can be written.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are no numbers and failing `encode(to:)`s make it throw, and neither is written here.
        guard let data = try? encoder.encode(value) else { return "null\n" }
        return ShownText.json(String(decoding: data, as: UTF8.self)) + "\n"
    }
}
