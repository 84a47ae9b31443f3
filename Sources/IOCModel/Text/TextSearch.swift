import IOCBase

/// Looks for texts in texts that may be long, as quickly in a debug build.
package enum TextSearch {
    /// Returns true if a text has another one in it, which is not empty.
    package static func contains(_ text: String, _ part: StaticString) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard var place = bytes.baseAddress else { return false }
            let end = place + bytes.count
            let (first, length) = (part.utf8Start, part.utf8CodeUnitCount)
            while end - place >= length, let found = memchr(place, Int32(first[0]), end - place - length + 1) {
                if memcmp(found, first, length) == 0 { return true }
                place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
            }
            return false
        }
    }
}
