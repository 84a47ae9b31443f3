import Foundation
import IOC
import Synchronization
import Web

@testable import Bookshop

/// The whole shop with the `test` profile: a database in memory, and its own ports.
struct TestShop {
    let context: ApplicationContext
    let server: ShopServer
    let management: ManagementServer
    let log: RecordingLog

    /// Runs a test with a started shop, and stops the shop afterwards.
    static func open(
        adding classes: [String] = [], settings: [String: SettingValue] = [:],
        _ test: (TestShop) async throws -> Void
    ) async throws {
        let context = try ApplicationContext(configuration(adding: classes, settings: settings))
        try await context.start()
        do {
            try await test(
                TestShop(
                    context: context, server: context.component(), management: context.component(),
                    log: context.component()))
        } catch {
            try await context.stop()
            throw error
        }
        try await context.stop()
    }

    static func configuration(
        adding classes: [String] = [], settings: [String: SettingValue] = [:]
    ) throws -> ContextConfiguration {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        var configuration = try ContextConfiguration(
            contentsOf: package.appending(path: "config/applicationContext.json").path, profiles: ["test"],
            environment: [:])
        configuration.classes += classes + [String(reflecting: RecordingLog.self)]
        configuration.overrides = settings
        return configuration
    }

    func ask(_ method: String, _ path: String, query: [String: String] = [:], _ json: String = "") async -> Response {
        await server.respond(to: Request(method, path, query: query, body: Array(json.utf8)))
    }

    /// Adds a book with a stock.
    func addBook(stock: Int, isbn: String = "1") async throws -> Book {
        let json = #"{"isbn":"\#(isbn)","title":"Emma","author":"Austen","price":900,"stock":\#(stock)}"#
        return try await ask("POST", "/books", json).decoded()
    }

    func order(_ reference: String, of book: Int, _ quantity: Int) async -> Response {
        await ask("POST", "/orders", #"{"reference":"\#(reference)","book":\#(book),"quantity":\#(quantity)}"#)
    }
}

/// A log that records its lines. The context prefers it to the shop's own log.
@Component(.primary)
final class RecordingLog: Log {
    private let kept = Mutex<[String]>([])

    var level: LogLevel { .debug }
    var lines: [String] { kept.withLock { $0 } }

    func write(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>) {
        let line = "\(level) \(message)" + fields.map { " \($0)=\($1)" }.joined()
        kept.withLock { $0.append(line) }
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }

    func decoded<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
        try JSONDecoder().decode(type, from: Data(body))
    }
}
