import IOCBase

/// Looks for texts in texts that may be long, as quickly in a debug build.
package enum TextSearch {
    /// Returns true if a text has another one in it, which is not empty.
    package static func contains(_ text: String, _ part: StaticString) -> Bool {
        contains(text, part.utf8Start[0], part.utf8CodeUnitCount) { memcmp($0, part.utf8Start, $1) == 0 }
    }

    /// Returns true if a text has another one in it, in capital or small letters. That one is ASCII, and begins with a letter.
    package static func containsInAnyCase(_ text: String, _ part: StaticString) -> Bool {
        let first = part.utf8Start[0]
        return [first, first ^ 0x20].contains { first in
            contains(text, first, part.utf8CodeUnitCount) { strncasecmp($0, part.utf8Start, $1) == 0 }
        }
    }

    /// - Parameter isPart: Compares what begins with the first byte and has the length.
    private static func contains(
        _ text: String, _ first: UInt8, _ length: Int, where isPart: (UnsafePointer<CChar>, Int) -> Bool
    ) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard var place = bytes.baseAddress else { return false }
                let end = place + bytes.count
                while end - place >= length, let found = memchr(place, Int32(first), end - place - length + 1) {
                    let start = UnsafePointer(found.assumingMemoryBound(to: CChar.self))
                    if isPart(start, length) { return true }
                    place = start + 1
                }
                return false
            }
        }
    }
}
