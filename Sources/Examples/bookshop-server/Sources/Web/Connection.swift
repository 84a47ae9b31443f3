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

    /// Names and values; of equal names the last counts.
    func values(_ kind: MHD_ValueKind, lowercased: Bool = false) -> [String: String] {
        var values: [String: String] = [:]
        _ = withUnsafeMutablePointer(to: &values) { values in
            MHD_get_connection_values(
                pointer, kind,
                { values, _, name, value in
                    guard let values, let name else { return .YES }
                    // Sound: the pointer is to the dictionary above, which nobody else uses during the call.
                    values.assumingMemoryBound(to: [String: String].self)
                        .pointee[String(cString: name)] = value.map { String(cString: $0) } ?? ""
                    return .YES
                }, values)
        }
        guard lowercased else { return values }
        return Dictionary(values.map { ($0.lowercased(), $1) }) { _, last in last }
    }

    /// Hands an answer to the library.
    /// - Parameter closing: Whether the connection ends with it.
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
