import Foundation
import IOC
import IOCManagement
import Testing

private enum Paged {
    struct Unwell: Error, CustomStringConvertible { var description: String }
    @Component final class Drive: HealthReporting {
        var subject: String { "disk" }
        func health() async throws -> String { "up" }
    }
    @Component(.profile("broken")) final class Queue: HealthReporting {
        var subject: String { "queue" }
        func health() async throws -> String { throw Unwell(description: "full of \"mail\"") }
    }
    @Component final class Mailer {
        @Value("mail.password") var password = "none"
        @Value("mail.sender") var sender = "absent"
        @Value("mail.limit") var limit = 10
        @Autowired var disk: Drive
    }
    @Component final class Management {
        @Autowired var context: ApplicationContext
        func answer(_ path: String) async -> ContextPages.Page {
            await ContextPages(context).page(at: path, host: "localhost:8081")
        }
    }
}

@Suite("A context's pages")
struct ContextPagesTests {
    final class Desk: Assembly {
        let printer = Definition(.singleton) { (_: Desk) in Printer() }
        final class Printer {}
    }

    private static func context(
        _ profiles: String..., settings: SettingValue = ["mail": ["password": "s3cret", "sender": "<b>&"]],
        observers: [any ContextObserver] = []
    ) throws -> ApplicationContext {
        var configuration = ContextConfiguration(
            prefixes: ["IOCTests.Paged."], assemblies: [String(reflecting: Desk.self)], profiles: profiles,
            settings: settings)
        configuration.environment = ["MAIL_LIMIT": "12"]
        configuration.observers = observers
        return try ApplicationContext(configuration)
    }

    @Test("Every path has its page without a secret, and the index leads to each")
    func paths() async throws {
        let context = try Self.context()
        try await context.start()
        let pages = ContextPages(context, timings: StartupTimings())
        let index = await pages.page(at: "/", host: "localhost").body
        for path in ContextPages.paths {
            let page = await pages.page(at: path + "?a=b", host: "127.0.0.1:8081")
            #expect(page.status == 200)
            #expect(!page.type.isEmpty)
            if path != "/" { #expect(index.contains("href=\"\(path.dropFirst())\">\(path)</a></dt><dd>")) }
            #expect(!page.body.contains("href=\"/") && !page.body.contains("s3cret"))
        }
        #expect(await pages.page(at: "/graph.json", host: "[::1]:1").body == context.graph.json)
        #expect(await pages.page(at: "/context/conditions", host: "localhost").body.contains("Queue is out"))
        #expect(await pages.page(at: "/nothing", host: "localhost").status == 404)
        #expect(await pages.page(at: "", host: "localhost").body == index)
    }

    @Test("A page leads back to the index under any prefix")
    func back() async throws {
        let pages = ContextPages(try Self.context(), timings: StartupTimings())
        for path in ["/context", "/context/conditions", "/context/settings", "/context/timings"] {
            let page = await pages.page(at: path, host: "localhost").body
            let link = try #require(page.firstMatch(of: #/<a href="([^"]*)">Context/#)).output.1
            let address = URL(string: String(link), relativeTo: URL(string: "http://localhost/manage\(path)"))
            #expect(address?.absoluteString == "http://localhost/manage/")
        }
    }

    @Test("A page of timings that nothing measures says how to measure them")
    func noTimings() async throws {
        let page = await ContextPages(try Self.context()).page(at: "/context/timings", host: "localhost")
        #expect(page.status == 404)
        #expect(page.body.contains("StartupTimings() to ContextConfiguration.observers"))
        #expect(page.body.contains("ContextPages(timings:)"))
    }

    @Test("Texts are pages that a phone shows in a readable size, in which no text is markup")
    func texts() async throws {
        let context = try Self.context()
        let page = await ContextPages(context).page(at: "/context/settings", host: "localhost")
        #expect(page.type.hasPrefix("text/html") && page.body.contains("width=device-width"))
        #expect(page.body.contains("mail.sender = \"&lt;b>&amp;\""), "\(page.body)")
        #expect(page.body.contains("mail.password = "))
        let text = await ContextPages(context).page(at: "/context.txt", host: "localhost")
        #expect(text.type.hasPrefix("text/plain") && text.body == "\(context.report)\n")
    }

    @Test("The graph's page has health, conditions, every source of a setting, and times if they were measured")
    func graph() async throws {
        let timings = StartupTimings()
        let context = try Self.context(settings: ["mail": ["password": "s3cret", "limit": 9]], observers: [timings])
        let answer = await ContextPages(context, timings: timings).page(at: "/graph", host: "[::1]")
        #expect(answer.type.hasPrefix("text/html"))
        let page = answer.body
        for text in [
            "\"disk\" : \"up\"", "\"key\" : \"mail.password\"", "Paged.Queue\",\n      \"in\" : false",
            "the prefix 'IOCTests.Paged.' matches it (ContextConfiguration.prefixes[0] in code)",
            "a definition declares it", "from ContextConfiguration.settings.mail.limit in code: 9",
            #"hides the environment variable MAIL_LIMIT: \"12\""#,
            "its default, because no source has the setting", "\"timings\" : {", "\"made\" : ",
        ] { #expect(page.contains(text), "\(text): \(page)") }
        #expect(!page.contains("s3cret"))
        let plain = await ContextPages(context).page(at: "/graph", host: "localhost").body
        #expect(!plain.contains("\"timings\" : {"))
        #expect(!context.graph.json.contains("sources"))
    }

    @Test("Health is what the components say")
    func health() async throws {
        let well = await ContextPages(try Self.context()).page(at: "/health", host: "localhost")
        #expect(well.status == 200)
        #expect(well.body.contains("\"disk\""))
        let unwell = await ContextPages(try Self.context("broken")).page(at: "/health", host: "localhost")
        #expect(unwell.status == 503)
        #expect(unwell.body.contains("full of \\\"mail\\\"") && unwell.body.contains("\"disk\""))
    }

    static let hosts: [(String?, Int)] = [
        (nil, 421), ("", 421), ("evil.example", 421), ("localhost.evil.example", 421), ("evil.example:8081", 421),
        ("[::2]:80", 421), ("localhost:80:80", 421), ("localhost:8081", 200), ("LOCALHOST", 200), ("127.0.0.1", 200),
        ("[::1]", 200), ("[::1]:80", 200),
    ]

    @Test("Only the loopback interface's hosts are answered", arguments: hosts)
    func answered(host: String?, status: Int) async throws {
        let page = await ContextPages(try Self.context()).page(at: "/context", host: host)
        #expect(page.status == status)
        #expect(page.body.contains("components") == (status == 200))
        guard status == 421 else { return }
        let found = host.map { "the host '\($0)'" } ?? "a request without a host"
        #expect(page.body == "\(found) is not among ContextPages(hosts:); add it there to let it in\n")
    }

    @Test("Other hosts can be named, whatever their case")
    func otherHosts() async throws {
        let pages = ContextPages(try Self.context(), hosts: ["Ops.Example"])
        #expect(await pages.page(at: "/", host: "OPS.example:9").status == 200)
        #expect(await pages.page(at: "/", host: "localhost").status == 421)
    }

    @Test("A component serves its own context")
    func component() async throws {
        let context = try Self.context()
        let page = try await context.component(Paged.Management.self).answer("/context.json")
        #expect(page.body == context.report.json)
    }
}
