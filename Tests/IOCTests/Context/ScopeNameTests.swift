import IOC
import Testing

@Suite("Names of custom scopes")
struct ScopeNameTests {
    final class Store: ScopeStore {
        let kept = ScopeInstances()
        var instances: ScopeInstances? { kept }
        static let one = Store()
        static let two = Store()
    }
    struct Shelf: ScopeStore { var instances: ScopeInstances? { nil } }
    struct Box: ScopeStore { var instances: ScopeInstances? { nil } }
    struct Drawer: ScopeStore, Equatable {
        let number: Int
        var instances: ScopeInstances? { nil }
    }

    final class Scoped: Assembly {
        let left, right: Define<Leaf>
        init(_ left: Scope, _ right: Scope) {
            self.left = Define(left) { _ in Leaf() }
            self.right = Define(right) { _ in Leaf() }
        }
        convenience init() { self.init(.singleton, .singleton) }
    }

    private func faults(_ left: (String, any ScopeStore), _ right: (String, any ScopeStore)) -> [IOCError.Fault] {
        do {
            try Scoped(.custom(named: left.0, store: left.1), .custom(named: right.0, store: right.1)).activate()
            return []
        } catch {
            return (error as? IOCError)?.faults ?? []
        }
    }

    @Test(
        "A custom scope with the name of a built-in one is a fault at boot",
        arguments: ["singleton", "lazySingleton", "weakSingleton", "objectGraph", "prototype", "request"])
    func builtIn(name: String) throws {
        #expect(faults((name, Store.one), ("tenant", Store.two)).map(\.code) == [.scopeNameTaken])
    }

    @Test("Two custom scopes of one name with different stores are a fault at boot with both components")
    func differentStores() throws {
        let pairs: [(any ScopeStore, any ScopeStore)] = [
            (Store.one, Store.two), (Store.one, Shelf()), (Shelf(), Box()), (Drawer(number: 1), Drawer(number: 2)),
        ]
        for (left, right) in pairs {
            let faults = faults(("tenant", left), ("tenant", right))
            #expect(faults.map(\.code) == [.scopeNameTaken])
            #expect(faults.first?.candidates == ["left", "right"].map { "IOCTests.ScopeNameTests.Scoped.\($0)" })
        }
    }

    @Test("Scopes of one name with the same store are one scope, also if each read creates the scope")
    func sameStore() throws {
        for store in [Store.one, Shelf(), Drawer(number: 1)] as [any ScopeStore] {
            #expect(faults(("tenant", store), ("tenant", store)).isEmpty)
        }
        #expect(faults(("a", Store.one), ("b", Store.two)).isEmpty)
    }
}
