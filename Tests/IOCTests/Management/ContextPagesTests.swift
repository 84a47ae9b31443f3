import Foundation
import IOC
import IOCManagement
import Testing

private enum Paged {
    struct Unwell: Error, CustomStringConvertible { var description: String }
    @Component final class Disk: HealthReporting {
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
        @Autowired var disk: Disk
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
    private static func context(_ profiles: String...) throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(
                prefixes: ["IOCTests.Paged."], profiles: profiles, settings: ["mail": ["password": "s3cret"]]))
    }

    @Test("Every path has its page, and the index leads to each")
    func paths() async throws {
        let context = try Self.context()
        try await context.start()
        let timings = StartupTimings()
        let pages = ContextPages(context, timings: timings)
        let index = await pages.page(at: "/", host: "localhost").body
        for path in ContextPages.paths {
            let page = await pages.page(at: path + "?a=b", host: "127.0.0.1:8081")
            #expect(page.status == 200)
            #expect(!page.type.isEmpty)
            if path != "/" { #expect(index.contains("href=\"\(path.dropFirst())\">\(path)</a></dt><dd>")) }
            #expect(!page.body.contains("href=\"/"))
        }
        #expect(await pages.page(at: "/graph.json", host: "[::1]:1").body == context.graph.json)
        #expect(await pages.page(at: "/graph", host: "[::1]").type.hasPrefix("text/html"))
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
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["IOCTests.Paged."], settings: ["mail": ["sender": "<b>&"]]))
        let page = await ContextPages(context).page(at: "/context/settings", host: "localhost")
        #expect(page.type.hasPrefix("text/html") && page.body.contains("width=device-width"))
        #expect(page.body.contains("mail.sender = \"&lt;b>&amp;\""), "\(page.body)")
        let text = await ContextPages(context).page(at: "/context.txt", host: "localhost")
        #expect(text.type.hasPrefix("text/plain") && text.body == "\(context.report)\n")
    }

    @Test("The graph's page has the health, the settings and the components that are out, with their reasons")
    func live() async throws {
        let page = await ContextPages(try Self.context()).page(at: "/graph", host: "localhost").body
        #expect(page.contains("\"disk\" : \"up\""))
        #expect(page.contains("\"key\" : \"mail.password\"") && !page.contains("s3cret"))
        #expect(page.contains("Paged.Queue\",\n      \"in\" : false"), "\(page)")
    }

    @Test("The graph's page shows how long each component took, if that was measured")
    func timings() async throws {
        let timings = StartupTimings()
        var configuration = ContextConfiguration(prefixes: ["IOCTests.Paged."])
        configuration.observers.append(timings)
        let context = try ApplicationContext(configuration)
        _ = try context.component(Paged.Mailer.self)
        let measured = await ContextPages(context, timings: timings).page(at: "/graph", host: "localhost").body
        #expect(measured.contains("\"timings\" : {"))
        #expect(measured.contains("\"made\" : "))
        let plain = await ContextPages(context).page(at: "/graph", host: "localhost").body
        #expect(!plain.contains("\"timings\" : {"))
    }

    @Test("The graph's page shows a component's configuration, and every source of its settings")
    func sources() async throws {
        var configuration = ContextConfiguration(
            prefixes: ["IOCTests.Paged."], settings: ["mail": ["password": "s3cret", "sender": "shop"]])
        configuration.environment = ["MAIL_SENDER": "desk"]
        let context = try ApplicationContext(configuration)
        let page = await ContextPages(context).page(at: "/graph", host: "localhost").body
        #expect(page.contains("the prefix 'IOCTests.Paged.' matches it (ContextConfiguration.prefixes[0] in code)"))
        #expect(page.contains(#"from ContextConfiguration.settings.mail.sender in code: \"shop\""#))
        #expect(page.contains(#"hides the environment variable MAIL_SENDER: \"desk\""#))
        #expect(page.contains("its default, because no source has the setting"))
        #expect(!context.graph.json.contains("sources"))
    }

    final class Desk: Assembly {
        let printer = Definition(.singleton) { (_: Desk) in Printer() }
        final class Printer {}
    }

    @Test("The graph's page shows that a component of an assembly is included by its definition")
    func definition() async throws {
        let configuration = ContextConfiguration(
            prefixes: ["IOCTests.Paged."], assemblies: [String(reflecting: Desk.self)])
        let context = try ApplicationContext(configuration)
        let page = await ContextPages(context).page(at: "/graph", host: "localhost").body
        #expect(page.contains("a definition declares it"))
    }

    @Test("Secrets are masked on every page")
    func secrets() async throws {
        let pages = ContextPages(try Self.context())
        for path in ContextPages.paths {
            #expect(await !pages.page(at: path, host: "localhost").body.contains("s3cret"))
        }
        #expect(await pages.page(at: "/context/settings", host: "localhost").body.contains("mail.password = "))
    }

    @Test("Health is what the components say")
    func health() async throws {
        let well = await ContextPages(try Self.context()).page(at: "/health", host: "localhost")
        #expect(well.status == 200)
        #expect(well.body.contains("\"disk\""))
        let unwell = await ContextPages(try Self.context("broken")).page(at: "/health", host: "localhost")
        #expect(unwell.status == 503)
        #expect(unwell.body.contains("full of \\\"mail\\\""))
        #expect(unwell.body.contains("\"disk\""))
    }

    @Test(
        "A foreign host is refused",
        arguments: [
            nil, "", "evil.example", "localhost.evil.example", "evil.example:8081", "[::2]:80", "localhost:80:80",
        ])
    func foreign(host: String?) async throws {
        let page = await ContextPages(try Self.context()).page(at: "/context", host: host)
        #expect(page.status == 421)
        #expect(!page.body.contains("components"))
        let found = host.map { "the host '\($0)'" } ?? "a request without a host"
        #expect(page.body == "\(found) is not among ContextPages(hosts:); add it there to let it in\n")
    }

    @Test("Other hosts can be named, whatever their case")
    func hosts() async throws {
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
