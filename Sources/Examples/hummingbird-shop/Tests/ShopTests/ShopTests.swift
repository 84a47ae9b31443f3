import Hummingbird
import HummingbirdTesting
import IOC
import IOCTesting
import Testing

@testable import Shop

struct FormalGreeter: Greeter {
    func greet(_ name: String) -> String { "Good day, \(name)." }
}

@Suite("The shop", .applicationContext(contentsOf: "config/applicationContext.json"))
struct ShopTests {
    @Autowired var web: Web

    @Test("A greeting has the word of the settings, and each request has its own visit")
    func greets() async throws {
        try await web.application().test(.router) { client in
            for name in ["Ada", "Bob"] {
                try await client.execute(uri: "/hello/\(name)", method: .get) { response in
                    #expect(response.status == .ok)
                    #expect(response.body == ByteBuffer(string: "Hello, \(name)! (greeted \(name))"))
                }
            }
        }
    }

    @Test("A test replaces a component", .applicationContext { $0.replace((any Greeter).self) { FormalGreeter() } })
    func replaces() async throws {
        try await web.application().test(.router) { client in
            try await client.execute(uri: "/hello/Ada", method: .get) { response in
                #expect(response.body == ByteBuffer(string: "Good day, Ada. ()"))
            }
        }
    }

    @Test("Health answers 503 before the context has started")
    func isNotReady() async throws {
        try await web.application().test(.router) { client in
            try await client.execute(uri: "/health", method: .get) { response in
                #expect(response.status == .serviceUnavailable)
            }
        }
    }

    /// Nothing depends on the server, so it doesn't run, and the test opens no port.
    @Test("Health answers 200 once the context has started", .applicationContext(starting: true))
    func isReady() async throws {
        try await web.application().test(.router) { client in
            try await client.execute(uri: "/health", method: .get) { response in
                #expect(response.status == .ok)
            }
        }
    }

    @Test("The wiring has no faults")
    func wiring() {
        expectWiring(contentsOf: "config/applicationContext.json")
    }
}
