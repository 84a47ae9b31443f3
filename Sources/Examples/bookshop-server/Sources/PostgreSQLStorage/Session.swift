import CPostgreSQL
import Storage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A session of libpq. Releasing the object ends the session.
final class Session {
    let pointer: OpaquePointer

    /// Connects to a server. Check the connection's status afterwards.
    init(_ parameters: KeyValuePairs<String, String?>) throws {
        let given = parameters.filter { $0.value != nil }
        let texts = given.map(\.key) + given.compactMap(\.value)
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        // Both lists end with a null.
        let keywords = copies.prefix(given.count).map { UnsafePointer($0) } + [nil]
        let values = copies.suffix(given.count).map { UnsafePointer($0) } + [nil]
        guard let pointer = PQconnectdbParams(keywords, values, 0) else {
            throw DatabaseError(.unreachable, "there is no memory for a connection")
        }
        self.pointer = pointer
    }

    deinit { PQfinish(pointer) }

    /// The last message of libpq, in one line.
    var message: String {
        String(cString: PQerrorMessage(pointer)).split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
