/// An answer that is no success; its text is sent to the client.
package struct HTTPError: Error, CustomStringConvertible {
    package let status: Status
    package let message: String
    package var headers: [String: String]

    package init(_ status: Status, _ message: String, headers: [String: String] = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    package var description: String { "\(status.rawValue): \(message)" }
}
