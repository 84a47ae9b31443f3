import CSourceKit

/// Tells one content from another.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    private var high: UInt64
    private var low: UInt64

    /// The fingerprint of some bytes.
    package init(_ bytes: [UInt8]) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        bytes.withUnsafeBytes { iocsk_fingerprint($0.baseAddress, $0.count, &high, &low) }
        self.high = high
        self.low = low
    }

    /// The fingerprint of a text.
    package init(_ text: String) {
        self.init(Array(text.utf8))
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    var words: (UInt64, UInt64) { (high, low) }

    /// Thirty-two hexadecimal digits.
    package var description: String {
        [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
