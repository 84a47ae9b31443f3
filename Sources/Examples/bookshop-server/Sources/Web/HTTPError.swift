/// An answer that reports an error. The client gets the message.
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
