import Foundation
import IOC
import IOCGenerate
import IOCSource
import Testing

@Suite("Generated resolvers and the container")
struct BridgeTests {
    private let configuration = ContextConfiguration(
        prefixes: ["IOCStaticTests.Books."], assemblies: ["IOCStaticTests.BooksResolverAssembly"])

    final class Other: IOCComponent {}

    @Test("A resolver that is a component provides what the container has given it")
    func component() throws {
        let context = try ApplicationContext(configuration)
        let ledger = try context.component(Books.Ledger.self)
        let session = try context.component(Books.Clerk.self).resolveBooksSession(userID: 7, onClose: { _ in })
        #expect(session.dependency.ledger === ledger)
        #expect(session.dependency.userID == 7)
    }

    @Test("A resolver that holds a context answers by looking up, and throws what the lookup throws")
    func lookup() throws {
        let context = try ApplicationContext(configuration)
        let stamp = try Books.Visitor(context: context).resolveBooksStamp()
        #expect(try stamp.ledger === context.component(Books.Ledger.self))
        let other = try ApplicationContext(ContextConfiguration(classes: ["IOCStaticTests.BridgeTests.Other"]))
        let error = try #require(throws: IOCError.self) { try Books.Visitor(context: other).resolveBooksStamp() }
        #expect(error.code == .dependencyMissing)
    }

    @Test("What a generated resolver makes is what properties are filled with")
    func autowired() throws {
        let context = try ApplicationContext(configuration)
        let desk = try context.component(Books.Desk.self)
        #expect(try desk.stamp.ledger === context.component(Books.Ledger.self))
        #expect(try desk.named().ledger === desk.stamp.ledger)
    }

    @Test("A resolve… method with parameters is a definition with arguments")
    func arguments() throws {
        let books = try BooksResolverAssembly.activated(
            configuration: ContextConfiguration(
                classes: ["IOCStaticTests.Books.Clerk", "IOCStaticTests.Books.Ledger"]))
        let first = try books.booksSession(1, { _ in })
        let second = try books.booksSession(2, { _ in })
        #expect(first !== second)
        #expect(second.dependency.userID == 2)
        #expect(try first.dependency.ledger === books.context.component(Books.Ledger.self))
    }

    @Test("Without a component that is the resolver, asking says which is missing")
    func missing() throws {
        let books = try BooksResolverAssembly.activated()
        let error = try #require(throws: IOCError.self) { try books.booksStamp() }
        #expect(error.faults[0].description.contains("BooksResolver"), "\(error)")
    }

    @Test("The assembly is generated with the resolver, and what no definition can call is told")
    func golden() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support")
        let paths = ["Books", "Mall"].map { folder.appending(path: "\($0).swift").path(percentEncoded: false) }
        let sources = try SourceLoader().load(paths)
        let generator = Generator(module: "IOCStaticTests", writesAssemblies: true)
        let output = generator.generate(sources.files)
        let file = folder.appending(path: "Resolvers.swift")
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try output.code?.write(to: file, atomically: true, encoding: .utf8)
        }
        let wanted = try String(contentsOf: file, encoding: .utf8)
        #expect(output.code == wanted)
        let notes = output.diagnostics.map(\.message)
        #expect(
            notes.contains(
                "resolveBooksHTTPClient is asynchronous, so no definition of BooksResolverAssembly can call it"))
        #expect(
            notes.contains(
                "resolveBooksStamp belongs to MainActor, so no definition of ScreenResolverAssembly can call it"))
        let assembly = "IOCStaticTestsComponentsAssembly"
        for (name, reason) in [
            ("Mall.Hidden", "is fileprivate"), ("Mall.Shelf", "is generic"),
            ("Mall.Counter", "processes definitions, as only a class that is found by its name does"),
        ] {
            #expect(notes.contains("'\(name)' \(reason), so \(assembly) leaves it out"), "\(notes)")
        }
        #expect(!output.diagnostics.contains { $0.severity != .note })
    }

    @Test("An assembly of the module's components makes the graph that a scan of them makes")
    func components() throws {
        for profiles in [[], ["test"]] {
            var configuration = ContextConfiguration(
                prefixes: ["IOCStaticTests.Mall.", "IOCStaticTests.Books.", "IOCStaticTests.Mapper"],
                exclude: ["IOCStaticTests.Mall.Hidden", "IOCStaticTests.Mall.Counter"],
                assemblies: ["IOCStaticTests.BooksResolverAssembly"], profiles: profiles)
            let scanned = try lines(ApplicationContext(configuration))
            configuration.prefixes = []
            configuration.exclude = []
            configuration.assemblies.append("IOCStaticTests.IOCStaticTestsComponentsAssembly")
            #expect(try lines(ApplicationContext(configuration)) == scanned)
            #expect(scanned.contains { $0.hasPrefix("IOCStaticTests.Mall.Fake") } == !profiles.isEmpty)
            #expect(scanned.count == 17 + profiles.count)
        }
    }

    /// What a graph says of its components, but where they are declared.
    private func lines(_ context: ApplicationContext) -> [String] {
        context.graph.components.map { component in
            let needs = component.dependencies.map { "\($0.property ?? "-"): \($0.targets)" }
            return "\(component.name) \(component.typeName) \(component.lifetime) \(needs)"
        }
    }
}
