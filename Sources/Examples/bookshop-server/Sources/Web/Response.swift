#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The answer that a client gets.
package struct Response: Sendable {
    package var status: Status
    package var headers: [String: String]
    package var body: [UInt8]

    package init(_ status: Status, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response of text.
    package static func text(
        _ text: String, _ status: Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(status, headers: ["Content-Type": type], body: Array(text.utf8))
    }

    /// Creates a response that encodes a value as JSON, with sorted keys.
    package static func json(
        _ content: some Encodable, _ status: Status = .ok, headers: [String: String] = [:]
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let headers = headers.merging(["Content-Type": "application/json"]) { given, _ in given }
        return Response(status, headers: headers, body: Array(try encoder.encode(content)))
    }

    /// Creates the response that reports an error to a client, with the id of the request in the log.
    package static func failure(_ error: HTTPError, request id: String? = nil) -> Response {
        struct Body: Encodable {
            struct Failure: Encodable {
                let status: Int
                let message: String
                let request: String?
            }
            let error: Failure
        }
        let body = Body(error: Body.Failure(status: error.status.rawValue, message: error.message, request: id))
        return (try? json(body, error.status, headers: error.headers)) ?? Response(error.status, headers: error.headers)
    }
}
