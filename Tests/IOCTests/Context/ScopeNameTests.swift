import Foundation
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
    struct Shelf: ScopeStore {
        static let kept = ScopeInstances()
        var instances: ScopeInstances? { Self.kept }
    }
    struct Drawer: ScopeStore, Equatable {
        let number: Int
        var instances: ScopeInstances? { nil }
    }
    struct Box: ScopeStore {
        var instances: ScopeInstances? { nil }
    }

    static var shelf: Scope { .custom(named: "shelf", store: Shelf()) }
    static var one: Scope { .custom(named: "tenant", store: Store.one) }

    final class Thing: Sendable {}
    final class Scoped: Assembly, @unchecked Sendable {
        // Sound: nothing is assigned.
        let left: Define<Thing>
        let right: Define<Thing>
        init(_ left: Scope, _ right: Scope) {
            self.left = Define(left) { _ in Thing() }
            self.right = Define(right) { _ in Thing() }
        }
        convenience init() { self.init(.singleton, .singleton) }
    }

    private func error(_ left: Scope, _ right: Scope = .singleton) throws -> IOCError? {
        do {
            try Scoped(left, right).activate()
            return nil
        } catch let error as IOCError {
            return error
        }
    }

    @Test(
        "A custom scope with the name of a built-in one is a fault at boot that names the component",
        arguments: ["singleton", "lazySingleton", "weakSingleton", "objectGraph", "prototype", "request"])
    func builtIn(name: String) throws {
        let error = try error(.custom(named: name, store: Store.one))
        #expect(error?.faults.map(\.code) == [.scopeNameTaken])
        #expect(error.map { "\($0)".contains("Scoped.left is in a custom scope called '\(name)'") } == true)
    }

    @Test("Two custom scopes of one name with different stores are a fault at boot that names both components")
    func differentStores() throws {
        let pairs: [(any ScopeStore, any ScopeStore)] = [
            (Store.one, Store.two), (Store.one, Shelf()), (Shelf(), Box()), (Drawer(number: 1), Drawer(number: 2)),
        ]
        for (left, right) in pairs {
            let error = try error(.custom(named: "tenant", store: left), .custom(named: "tenant", store: right))
            #expect(error?.faults.map(\.code) == [.scopeNameTaken])
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("Scoped.left") && text.contains("Scoped.right"))
            #expect(text.components(separatedBy: "ScopeNameTests.swift:").count > 2)
        }
    }

    @Test("A scope that is made at each read is one scope, because its store is the same")
    func sameStore() throws {
        #expect(try error(Self.shelf, Self.shelf) == nil)
        #expect(try error(Self.one, Self.one) == nil)
        let drawers = [1, 1].map { Scope.custom(named: "drawer", store: Drawer(number: $0)) }
        #expect(try error(drawers[0], drawers[1]) == nil)
        #expect(try error(.custom(named: "a", store: Store.one), .custom(named: "b", store: Store.two)) == nil)
    }
}
