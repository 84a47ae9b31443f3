import CMicroHTTPD

/// A connection of the HTTP library. It may be used until the request on it has completed.
struct Connection: @unchecked Sendable {
    // Sound: the library does not use it while it is suspended. Otherwise only the library's callbacks use it.
    let pointer: OpaquePointer

    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }

    func header(_ name: String) -> String? {
        MHD_lookup_connection_value(pointer, .HEADER_KIND, name).map { String(cString: $0) }
    }

    /// The headers by lower-case name. If a name occurs more than once, the last value counts.
    var headers: [String: String] {
        // A header may contain invalid UTF-8, which is replaced.
        Dictionary(values(.HEADER_KIND) { String(cString: $0) }.map { ($0.lowercased(), $1 ?? "") }) { $1 }
    }

    /// The items of the query, the last item for each name; nil if a name or a value is not valid text.
    var query: [String: String]? {
        var query: [String: String] = [:]
        for (name, value) in values(.GET_ARGUMENT_KIND, { String(validatingCString: $0) }) {
            guard let name, let value = value ?? "" else { return nil }
            query[name] = value
        }
        return query
    }

    /// Returns the names and values in their order. A name may have no value.
    private func values<Text>(
        _ kind: MHD_ValueKind, _ text: (UnsafePointer<CChar>) -> Text
    ) -> [(name: Text, value: Text?)] {
        var found: [(UnsafePointer<CChar>, UnsafePointer<CChar>?)] = []
        _ = withUnsafeMutablePointer(to: &found) { found in
            MHD_get_connection_values(
                pointer, kind,
                { found, _, name, value in
                    guard let found, let name else { return .YES }
                    // Sound: the pointer is to the list above, which nothing else uses during the call. The texts in it
                    // live as long as the request.
                    found.assumingMemoryBound(to: [(UnsafePointer<CChar>, UnsafePointer<CChar>?)].self)
                        .pointee.append((name, value))
                    return .YES
                }, found)
        }
        return found.map { (text($0), $1.map(text)) }
    }

    /// Passes an answer to the library.
    /// - Parameter closing: True if the connection closes afterwards.
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
