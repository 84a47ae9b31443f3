import Foundation
import IOC
import IOCGenerate
import TestSupport
import Testing

@Suite("Generated resolvers and the container")
struct BridgeTests {
    private let configuration = ContextConfiguration(prefixes: ["IOCGenerateTests.Books."])

    final class Other: IOCComponent {}

    @Test("A resolver that is a component provides the values that the container injected into it")
    func component() throws {
        let context = try ApplicationContext(configuration)
        let ledger = try context.component(Books.Ledger.self)
        let session = try context.component(Books.Clerk.self).resolveBooksSession(userID: 7, onClose: { _ in })
        #expect(session.dependency.ledger === ledger)
        #expect(session.dependency.userID == 7)
    }

    @Test("A resolver that looks up its values in a context throws the errors of the lookup")
    func lookup() throws {
        let context = try ApplicationContext(configuration)
        let stamp = try Books.Visitor(context: context).resolveBooksStamp()
        #expect(try stamp.ledger === context.component(Books.Ledger.self))
        let other = try ApplicationContext(ContextConfiguration(classes: ["IOCGenerateTests.BridgeTests.Other"]))
        let error = try #require(throws: IOCError.self) { try Books.Visitor(context: other).resolveBooksStamp() }
        #expect(error.code == .dependencyMissing)
    }

    @Test("The page's resolver is a component, and generated code uses what it provides")
    func page() throws {
        let context = try ApplicationContext(ContextConfiguration(components: [Shop.self, WebClient.self]))
        #expect(throws: Never.self) { try context.component(Shop.self).resolveSession(userID: 7) }
    }

    @Test(
        "The resolvers of these tests are the generator's output",
        arguments: [("Books.swift", "Resolvers.swift"), ("Page.swift", "PageResolvers.swift")])
    func golden(source: String, resolvers: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = try SourceLoader().load([folder.appending(path: source).path(percentEncoded: false)])
        let output = Generator(module: "IOCGenerateTests").generate(sources.files)
        let file = folder.appending(path: resolvers)
        if GoldenFiles.areUpdated {
            try output.code?.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try output.code == String(contentsOf: file, encoding: .utf8))
        #expect(output.diagnostics.isEmpty)
    }
}
