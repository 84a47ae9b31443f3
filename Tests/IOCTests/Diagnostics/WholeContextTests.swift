import Foundation
import IOC
import IOCManagement
import Testing

/// The report, the graph in each form, and each page of a context with a little of everything.
@Suite("A context with everything")
struct WholeContextTests {
    protocol Sink: Sendable {}
    protocol Elsewhere: Sendable {}
    final class Console: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("console"), .primary] }
    }
    final class Spare: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.fallback, .order(-2)] }
    }
    final class File: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.scope(.prototype), .order(3)] }
    }
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
        @Autowired var all: [any Sink]
        @Autowired var byName: [String: any Sink]
        @Autowired("console") var named: any Sink
        @Autowired var maybe: (any Elsewhere)?
        @Autowired var later: Provider<File>
        @Autowired var size: Int
        @Autowired var console: Console?
        @Autowired var context: ApplicationContext
        @Autowired var child: ApplicationContext?
        @Value("shop.name") var name = "none"
        @Value("shop.token") var token: Secret<String>?
        @Value("shop.list") var list: [Int]
        func didInject() throws { _ = try (context.component(Console.self), context.component(Left.self)) }
    }
    final class Left: IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
        @Autowired var lazy: Later
    }
    final class Later: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    final class PerRequest: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Night: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("night")] }
    }
    final class Day: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("day & !night")] }
    }
    final class Tuned: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "shop.tuned")] }
    }
    final class Replaced: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.whenMissing((any Sink).self)] }
    }
    final class Instead: IOCComponent {
        static var traits: [ComponentTrait] { [.whenMissing((any Elsewhere).self), .dependsOn("console")] }
    }
    final class Ill: IOCComponent, HealthReporting {
        struct Pain: Error, CustomStringConvertible { let description = "it hurts" }
        var subject: String { "ill" }
        func health() async throws -> String { throw Pain() }
    }
    final class Well: IOCComponent, HealthReporting {
        var subject: String { "well" }
        func health() async throws -> String { "fine" }
    }
    final class Made: Sendable { let clock: Clock; init(_ clock: Clock) { self.clock = clock } }
    final class Clock: Sendable {}
    final class Kit: Assembly, @unchecked Sendable {
        // Sound: nothing is stored but definitions.
        let clock = Define(.weakSingleton) { _ in Clock() }
        let made = Define(.singleton) { kit in Made(try kit.clock()) }
        let size = Define.value(10)
        let session = Define(.prototype) { (_: Kit, name: String) in [name] }
    }

    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    private func expectSame(_ text: String, as name: String) throws {
        let file = Self.golden.appending(path: name)
        if GoldenFiles.areUpdated {
            try Data(text.utf8).write(to: file)
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let different = zip(expected.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
        let isSame = expected == text
        #expect(isSame, "\(name): \(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }

    /// Without the page's style and script, which are no matter of the graph's.
    private func withoutHead(_ page: String) -> String {
        var result = page
        for tag in ["style", "script"] {
            while let start = result.range(of: "<\(tag)"), let end = result.range(of: "</\(tag)>") {
                result.replaceSubrange(start.lowerBound..<end.upperBound, with: "")
            }
        }
        return result
    }

    @Test("Reports and draws itself as it did, every word", arguments: [["day"], ["night", "dya"]])
    func golden(profiles: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "shop.json",
            """
            { "prefixes": ["IOCTests.WholeContextTests."],
              "assemblies": ["IOCTests.WholeContextTests.Kit"],
              "components": { "console": { "order": 5 } },
              "settings": {
                "shop": { "name": "Böcker", "token": "s3cret", "list": [1, 2], "absent": 1, "url": "http://a:b@c/d?e=f" },
                "escaped": "<a & \\"b\\">" } }
            """)
        try folder.write("shop-day.json", #"{ "settings": { "shop": { "list": [3] } } }"#)
        let context = try ApplicationContext(
            ContextConfiguration(contentsOf: path, profiles: profiles, environment: ["SHOP_NAMES": "x"]))
        _ = try context.component(Shop.self).sink
        let pages = ContextPages(context)
        var text = ""
        for path in ContextPages.paths where path != "/context/timings" {
            let page = await pages.page(at: path, host: "localhost")
            if path.hasSuffix(".json") { _ = try JSONSerialization.jsonObject(with: Data(page.body.utf8)) }
            text += "=== \(path) \(page.status) \(page.type)\n\(withoutHead(page.body))\n"
        }
        for (path, host) in [
            ("/none", "localhost"), ("/", "evil.example"), ("/?q", "LOCALHOST:80"), ("/context/timings", nil),
        ] {
            let page = await pages.page(at: path, host: host)
            text += "=== \(path) \(host ?? "-") \(page.status) \(page.type)\n\(page.body)\n"
        }
        text = text.replacing(folder.path, with: "~").replacing(folder.path.replacing("/", with: "\\/"), with: "~")
        // The profiles that the whole program mentions.
        text = text.replacing(/(use one of: ).*?(, or take|"|<|\n)/) { "\($0.1)…\($0.2)" }
        try expectSame(text, as: "context.\(profiles[0]).txt")
    }
}
