import IOC
import Testing

@Suite("Protocols with parameters")
struct ParameterizedProtocolTests {
    protocol Repository<Row>: Sendable {
        associatedtype Row
    }
    final class Books: IOCComponent, Repository { typealias Row = Int }
    final class Authors: IOCComponent, Repository { typealias Row = String }
    final class LazyOrders: IOCComponent, Repository {
        typealias Row = Double
        static var traits: [ComponentTrait] { [.lazy, .named("orders")] }
    }
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var books: any Repository<Int>
        @Autowired var authors: any Repository<String>
        @Autowired var all: [any Repository]
        @Autowired("orders") var orders: any Repository<Double>
    }

    @Test("A protocol's parameter distinguishes components")
    func parameters() throws {
        let context = try boot(Shop.self, Books.self, Authors.self, LazyOrders.self)
        let shop = try context.component(Shop.self)
        #expect(shop.books is Books)
        #expect(shop.authors is Authors)
        #expect(shop.all.count == 3)
        #expect(try context.component((any Repository<Int>).self) is Books)
    }

    @Test("A lazy component serves by name")
    func byName() throws {
        let context = try boot(Shop.self, Books.self, Authors.self, LazyOrders.self)
        #expect(try context.component(Shop.self).orders is LazyOrders)
    }

    @Test("A component of other parameters does not fit")
    func mismatch() throws {
        let context = try boot(Books.self, LazyOrders.self)
        #expect(throws: IOCError.self) { try context.component((any Repository<String>).self) }
        let error = try #require(throws: IOCError.self) {
            try context.component(named: "orders", as: (any Repository<String>).self)
        }
        #expect(error.code == .qualifierWrongType)
    }

    @Component final class Reader {
        let rows: any Repository<Int>
        init(rows: any Repository<Int>) { self.rows = rows }
    }
    @Component final class Lost {
        init(rows: any Repository<Bool>) {}
    }

    @Test("A parameter is judged by the instances that boot has made, also where no class has a property")
    func passed() throws {
        let context = try boot(Reader.self, Books.self, Authors.self)
        #expect(try context.component(Reader.self).rows is Books)
        let row = try #require(context.graph.components.first { $0.name.hasSuffix("Reader") })
        #expect(row.dependencies.map { $0.targets.map { $0.hasSuffix("Books") } } == [[true]])
        let error = try #require(throws: IOCError.self) { try boot(Lost.self, Books.self, Authors.self) }
        #expect(error.faults.map(\.code) == [.dependencyMissing])
    }
}
