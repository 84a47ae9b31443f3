import CMicroHTTPD

/// A connection of the HTTP library, as long as a request on it is not completed.
struct Connection: @unchecked Sendable {
    // Sound: between suspending and resuming the library leaves it alone, and else it is used in the library's callbacks.
    let pointer: OpaquePointer

    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }

    func header(_ name: String) -> String? {
        MHD_lookup_connection_value(pointer, .HEADER_KIND, name).map { String(cString: $0) }
    }

    /// The headers by name in small letters; of equal names the last counts.
    var headers: [String: String] {
        // A header may have bytes that are no text; they are shown as such.
        Dictionary(values(.HEADER_KIND) { String(cString: $0) }.map { ($0.lowercased(), $1 ?? "") }) { $1 }
    }

    /// The query's items, of equal names the last; nil where one is no text.
    var query: [String: String]? {
        var query: [String: String] = [:]
        for (name, value) in values(.GET_ARGUMENT_KIND, { String(validatingCString: $0) }) {
            guard let name, let value = value ?? "" else { return nil }
            query[name] = value
        }
        return query
    }

    /// Names and values in their order; there may be a name without a value.
    private func values<Text>(
        _ kind: MHD_ValueKind, _ text: (UnsafePointer<CChar>) -> Text
    ) -> [(name: Text, value: Text?)] {
        var found: [(UnsafePointer<CChar>, UnsafePointer<CChar>?)] = []
        _ = withUnsafeMutablePointer(to: &found) { found in
            MHD_get_connection_values(
                pointer, kind,
                { found, _, name, value in
                    guard let found, let name else { return .YES }
                    // Sound: the pointer is to the list above, which nothing else uses during the call. What it takes in lives
                    // as long as the request does.
                    found.assumingMemoryBound(to: [(UnsafePointer<CChar>, UnsafePointer<CChar>?)].self)
                        .pointee.append((name, value))
                    return .YES
                }, found)
        }
        return found.map { (text($0), $1.map(text)) }
    }

    /// Hands an answer to the library.
    /// - Parameter closing: True if the connection ends with it.
    func send(_ response: Response, closing: Bool) -> MHD_Result {
        let made = response.body.withUnsafeBytes { bytes in
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { _ = MHD_add_response_header(made, name, value) }
        if closing { _ = MHD_add_response_header(made, "Connection", "close") }
        return MHD_queue_response(pointer, UInt32(response.status.rawValue), made)
    }
}
