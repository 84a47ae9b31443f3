import Glibc
import Synchronization
import Testing

@testable import Web

@Suite("The listener", .timeLimit(.minutes(10)))
struct ListenerTests {
    /// Serves an echo of the path while a test runs. A connection that is not closed stays open for an hour.
    private func serving(_ test: (HTTPListener, UInt16) async throws -> Void) async throws {
        let listener = HTTPListener(
            HTTPListener.Settings(host: "127.0.0.1", port: 0, idleTimeout: .seconds(3600)),
            executor: WorkerExecutor("tests"), log: { _ in }
        ) { request in
            .text(request.path + request.query.map { " \($0)=\($1)" }.joined())
        }
        let port = try listener.start()
        do {
            try await test(listener, port)
        } catch {
            try await listener.stop(drainingFor: .zero)
            throw error
        }
        try await listener.stop(drainingFor: .zero)
    }

    private static let begun = [
        "", "GET /bo", "GET /books HTTP/1.1\r\nHost: x\r\nAcc", "GET /books HTTP/1.1\r\nHost: x\r\n",
        "POST /books HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
        "POST /books HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{\"a\"",
        "POST /books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{\"a\"",
        "POST /books HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\n{\"a\"",
    ]

    @Test("A client that sends a part of a request and hangs up leaves no socket behind", arguments: begun)
    func hangingUp(begun: String) async throws {
        try await serving { listener, port in
            for ending in Client.Ending.allCases {
                // Repeated, because it is random whether the server sees the last bytes or the end of the connection
                // first.
                for _ in 0..<20 { try Client(port: port).hangUp(after: begun, ending) }
                // The last client gets an answer, so the server has seen the clients before it.
                #expect(
                    try Client(port: port).ask("GET /seen HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").hasSuffix(
                        "/seen"))
                while listener.state.withLock({ $0.connections > 0 || !$0.exchanges.isEmpty }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
        }
    }

    @Test("A client that has sent all and closes its side gets its answer")
    func halfClosed() async throws {
        try await serving { _, port in
            let client = try Client(port: port)
            try client.send("GET /books HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            client.finish()
            #expect(try client.answer().hasSuffix("/books"))
        }
    }

    @Test("A listener that shares a socket goes on when the other one leaves, and the last one closes the port")
    func sharedSocket() async throws {
        func made(_ name: String) -> HTTPListener {
            HTTPListener(
                HTTPListener.Settings(host: "127.0.0.1", port: 0), executor: WorkerExecutor("tests"), log: { _ in }
            ) { _ in .text(name) }
        }
        let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        let (first, second) = (made("first"), made("second"))
        let port = try first.start()
        #expect(try second.start(on: first.shareSocket()) == port)
        try await first.stop(drainingFor: .seconds(1))
        for _ in 0..<20 { #expect(try Client(port: port).ask(request).hasSuffix("second")) }
        // A shared socket that no listener uses accepts no connections.
        _ = try second.shareSocket()
        #expect(try Client(port: port).ask(request).hasSuffix("second"))
        try await second.stop(drainingFor: .seconds(1))
        #expect(throws: Client.Refused.self) { _ = try Client(port: port) }
        #expect(try first.shareSocket() == nil)
    }

    @Test(
        "A NUL in a path, a name or a value is a bad request, as is what is no UTF-8",
        arguments: [
            "/books%00", "/%00/1", "/books/1%00x", "/books?a=1%00", "/books?a%00b=1", "/books?%00", "/books\0",
            "/books\0/1",
            "/books?a=1\0", "/books?a\0b=1", "/%ff", "/books?a=%C3", "/%%00",
        ])
    func nul(address: String) async throws {
        try await serving { _, port in
            let answer = try Client(port: port).ask("GET \(address) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test(
        "What only looks like a NUL is taken as it is",
        arguments: [
            ("/books%2500", "/books%00"), ("/%C3%A4?a=%2500", "/ä a=%00"), ("/a%20b?c+d=1%2B+2", "/a b c d=1+ 2"),
            ("/%0?a=%zz", "/%0 a=%zz"), ("/books?a", "/books a="),
        ])
    func noNUL(address: String, echo: String) async throws {
        try await serving { _, port in
            // The headers are long, because libmicrohttpd may then move the request line in memory. The target must not
            // be taken for one with a NUL in that case.
            let answer = try Client(port: port).ask(
                "GET \(address) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: \(String(repeating: "x", count: 12_000))\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            #expect(answer.hasSuffix(echo))
        }
    }
}

/// A connection of a test client. It sends any bytes, also invalid ones, and can end the connection at any point.
private struct Client: ~Copyable {
    /// The way in which the client ends the connection.
    enum Ending: CaseIterable {
        case closed, reset, finished
    }

    struct Refused: Error {}

    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Refused() }
    }

    deinit { _ = close(descriptor) }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func finish() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the bytes that the server sends until it closes the connection.
    func answer() throws -> String {
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &chunk, chunk.count), count > 0 { answer += chunk[..<count] }
        return String(decoding: answer, as: UTF8.self)
    }

    func ask(_ text: String) throws -> String {
        try send(text)
        return try answer()
    }

    consuming func hangUp(after text: String, _ ending: Ending) throws {
        try send(text)
        switch ending {
        case .closed: break
        case .reset:
            var lingering = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        case .finished:
            finish()
            _ = try answer()
        }
    }
}
