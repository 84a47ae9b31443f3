import IOC
import Testing

protocol PromisedSource<Item>: Sendable {
    associatedtype Item
    var item: Item { get }
}

@Suite("What definitions promise")
struct PromisedTypeTests {
    struct Fixed<Item: Sendable>: PromisedSource {
        let item: Item
    }
    final class Holder: @unchecked Sendable {
        @Autowired var source: any PromisedSource<String>
    }
    final class Sources: Assembly {
        let text: Define<any PromisedSource<String>>
        let number: Define<any PromisedSource<Int>> = Define(.prototype) { _ in Fixed(item: 7) }
        let holder = Define { _ in Holder() }
        @TaskLocal static var scope = Scope.prototype
        init() { text = Define(Self.scope) { _ in Fixed(item: "text") } }
    }

    @Test(
        "A protocol with parameters is found by its type, whatever the scope",
        arguments: [Scope.objectGraph, .prototype, .singleton, .lazySingleton])
    func parameterized(scope: Scope) throws {
        let sources = try Sources.$scope.withValue(scope) { try Sources.activated() }
        let context = try sources.context
        #expect(try context.component((any PromisedSource<String>).self).item == "text")
        #expect(try context.component((any PromisedSource<Int>).self).item == 7)
        #expect(try sources.holder().source.item == "text")
    }
}
