import IOC
import Testing

/// Circles of an initializer and a property of which only an instance shows whom it asks for.
@Suite("Circles that only names close")
struct NamedCircleTests {
    protocol Depot: Sendable {}
    @Component final class OtherDepot: Depot {}
    @Component final class Store: Depot {
        let clerk: Clerk
        private let mark = AliveMark()
    }
    @Component final class Clerk {
        @Autowired("store") var depot: any Depot
        private let mark = AliveMark()
    }

    private static let scopes: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype]

    private static func configuration(store: Scope, clerk: Scope) -> ContextConfiguration {
        let prefix = "IOCTests.NamedCircleTests."
        return ContextConfiguration(components: [
            "store": ContextConfiguration.ComponentEntry(className: prefix + "Store", scope: store),
            "clerk": ContextConfiguration.ComponentEntry(className: prefix + "Clerk", scope: clerk),
            "other": ContextConfiguration.ComponentEntry(className: prefix + "OtherDepot"),
        ])
    }

    @Test(
        "They work and are freed, whichever is asked for first, unless the property would retain what stores its owner",
        arguments: scopes, scopes)
    func freed(store: Scope, clerk: Scope) throws {
        let asks: [(ApplicationContext) throws -> Void] = [
            { context in
                let store = try context.component(Store.self)
                #expect(try store.clerk.$depot.get() is Store)
            },
            { context in
                let depot = try context.component(Clerk.self).$depot.get()
                #expect(depot is Store)
            },
        ]
        for order in [asks, asks.reversed()] {
            let living = AliveCount()
            let isKept = [.singleton, .lazySingleton].contains(store)
            try AliveCount.$current.withValue(living) {
                do {
                    let context = try ApplicationContext(Self.configuration(store: store, clerk: clerk))
                    for ask in order { try ask(context) }
                    #expect(isKept)
                } catch let error as IOCError {
                    #expect(error.faults.map(\.code) == [.cycleUnkept], "\(error)")
                    #expect(!isKept)
                }
            }
            #expect(living.alive == 0)
        }
    }

    @Test("A weak singleton that its prototype leads back to is a fault at boot")
    func each() throws {
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext(Self.configuration(store: .weakSingleton, clerk: .prototype))
        }
        #expect(error.code == .cycleUnkept)
        #expect(error.description.contains(".clerk") && error.description.contains(".depot"))
    }
}
