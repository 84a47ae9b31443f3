// swift-format-ignore-file
import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A port that only one server can have, as with the real packages. It answers `GET /path` in HTTP/1.0.
final class Port: Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let listener: Int32
    /// The loop that accepts connections, and the requests that have begun.
    private let work = DispatchGroup()

    init(
        _ host: String, _ port: Int, answer: @escaping @Sendable (String) async -> (isFound: Bool, text: String)
    ) throws {
        #if canImport(Darwin)
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        // Connections that have ended don't keep the port.
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(listener, 64) == 0 else {
            let reason = String(cString: strerror(errno))
            _ = Foundation.close(listener)
            throw Failure(description: "bind(\(host):\(port)): \(reason)")
        }
        work.enter()
        Thread.detachNewThread { [listener, work] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                work.enter()
                Task.detached {
                    await Self.serve(connection, answer)
                    work.leave()
                }
            }
            _ = Foundation.close(listener)
            work.leave()
        }
    }

    private static func serve(
        _ connection: Int32, _ answer: @Sendable (String) async -> (isFound: Bool, text: String)
    ) async {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(connection, &bytes, bytes.count, 0)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        if words.count > 1 {
            let (isFound, text) = await answer(String(words[1]))
            let status = isFound ? "200 OK" : "404 Not Found"
            let response = Array("HTTP/1.0 \(status)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
            _ = send(connection, response, response.count, Int32(MSG_NOSIGNAL))
        }
        _ = Foundation.close(connection)
    }

    /// Refuses new connections, and waits for the requests that have begun.
    func close() async {
        shutdown(listener, Int32(SHUT_RDWR))
        await withCheckedContinuation { end in work.notify(queue: .global()) { end.resume() } }
    }
}
