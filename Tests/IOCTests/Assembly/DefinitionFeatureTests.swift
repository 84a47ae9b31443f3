import IOC
import Testing

@Suite("Definitions among other components")
struct DefinitionFeatureTests {
    protocol Gateway: AnyObject, Sendable {}
    final class Stripe: IOCComponent, Gateway {}
    final class Invoice: Gateway {}

    // MARK: Conditions

    struct Checkout: Sendable { let gateway: any Gateway }

    final class Payments: Assembly {
        let stripe: Define<any Gateway> = Define(.singleton) { _ in Stripe() }
            .traits(.when(setting: "gateway", equals: "card"))
        let invoice: Define<any Gateway> = Define(.singleton) { _ in Invoice() }
            .traits(.when(setting: "gateway", equals: 7))
        let checkout = Define { payments in Checkout(gateway: try payments.context.component()) }
    }
    final class Shop: Assembly {
        let payments = Collaborator(Payments.self)
        let free: Define<any Gateway> = Define(.singleton) { _ in Invoice() }.traits(.whenMissing((any Gateway).self))
    }
    final class Replacing: Assembly {
        let payments = Collaborator(Payments.self).replace(\.stripe) { _ in Invoice() }
    }

    private func configuration(_ gateway: SettingValue?) -> ContextConfiguration {
        ContextConfiguration(settings: gateway.map { ["gateway": $0] } ?? [:])
    }

    @Test("Of several definitions with conditions, the one whose condition holds is found by its type")
    func conditions() throws {
        let card = try Payments.activated(configuration: configuration("card"))
        #expect(try card.checkout().gateway is Stripe && card.stripe() is Stripe)
        let seven = try Payments.activated(configuration: configuration(7))
        #expect(try seven.checkout().gateway is Invoice)
        let shop = try Shop.activated(configuration: configuration(nil))
        #expect(try shop.payments().checkout().gateway is Invoice)
        #expect(try shop.free() === shop.context.component((any Gateway).self))
    }

    @Test("A replaced definition keeps its condition")
    func replaced() throws {
        let card = try Replacing.activated(configuration: configuration("card"))
        #expect(try card.payments().stripe() is Invoice)
        let cash = try Replacing.activated(configuration: configuration("cash"))
        #expect(faultCodes { try cash.payments().stripe() } == [.conditionNotMet])
    }

    @Test("A definition that a condition leaves out is named with the reason, called or looked up by its type")
    func leftOut() throws {
        let card = try Payments.activated(configuration: configuration("card"))
        let call = try #require(throws: IOCError.self) { try card.invoice() }
        #expect(call.faults.map(\.code) == [.conditionNotMet])
        for part in ["Payments.invoice was called", "gateway", "DefinitionFeatureTests.swift:"] {
            #expect(call.description.contains(part), "\(call)")
        }
        let cash = try Payments.activated(configuration: configuration("cash"))
        let lookup = try #require(throws: IOCError.self) { try cash.checkout() }
        #expect(lookup.faults.map(\.code) == [.dependencyMissing])
        for part in ["Payments.stripe", "Payments.invoice", "gateway"] { #expect(lookup.description.contains(part)) }
    }

    // MARK: Lookups

    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var gateway: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired var number: Int
        @Autowired("invoice") var invoice: any Gateway
        @Autowired var pieces: [Piece]
        @Autowired var byName: [String: Piece]
        @Autowired var fine: FinePiece?
    }
    final class Wrapped: @unchecked Sendable {
        @Autowired var service: Service
    }
    final class Mixed: Assembly {
        let stripe = Define(.singleton) { _ in Stripe() }.traits(.primary).traits(.named("by card"))
        let invoice = Define(.singleton) { (_) -> any Gateway in Invoice() }
        let number = Define<Int>.value(3)
        let wrapped = Define(.prototype) { _ in Wrapped() }
        let needs = Define(.lazySingleton) { mixed in "\(try mixed.context.component(Service.self).number)" }
        let piece = Define(.lazySingleton) { _ in Piece("plain") }
        let pieceOf = Define { (_: Mixed, label: String) in Piece(label) }
        let fineOf = Define { (_: Mixed, label: String) in FinePiece(label) }
        let alias = Define { mixed in try mixed.piece() }
    }

    @Test("Properties find definitions, and definitions look up components")
    func everything() throws {
        let mixed = try Mixed.activated(configuration: ContextConfiguration(Service.self))
        let service = try mixed.context.component(Service.self)
        #expect(service.gateway is Stripe && service.all.count == 2 && service.invoice is Invoice)
        #expect(service.number == 3)
        #expect(try mixed.wrapped().service === service && mixed.needs() == "3")
        #expect(try mixed.context.component(named: "by card", as: (any Gateway).self) is Stripe)
    }

    @Test("A definition that takes arguments is no candidate of a lookup, a property or a collection")
    func argumented() throws {
        let mixed = try Mixed.activated(configuration: ContextConfiguration(Service.self))
        let service = try mixed.context.component(Service.self)
        #expect(service.pieces.map(\.label) == ["plain", "plain"] && service.byName.count == 2 && service.fine == nil)
        #expect(try mixed.pieceOf("other").label == "other")
        let error = try #require(throws: IOCError.self) { try mixed.context.component(FinePiece.self) }
        #expect(error.faults.map(\.code) == [.dependencyMissing])
        #expect(error.description.contains("takes arguments, so it can only be called"))
    }

    final class Spares: Assembly {
        let fineOf = Define { (_: Spares, label: String) in FinePiece(label) }
        let fine = Define(.singleton) { _ in FinePiece("spare") }.traits(.whenMissing(FinePiece.self))
    }

    @Test("A component with whenMissing is included if only a definition with arguments has the type")
    func spare() throws {
        #expect(try Spares.activated().context.component(FinePiece.self).label == "spare")
    }

    @Test("The graph lists the name, type, scope, origin and observed dependencies of a definition")
    func introspection() throws {
        let mixed = try Mixed.activated(configuration: ContextConfiguration(Service.self))
        #expect(try mixed.alias() === mixed.piece())
        let alias = try #require(try mixed.context.graph.components.first { $0.name.hasSuffix("Mixed.alias") })
        #expect(alias.typeName == "IOCTests.Piece" && alias.scope == .objectGraph)
        #expect(alias.origin.contains("DefinitionFeatureTests.swift:"))
        #expect(alias.dependencies.map(\.targets) == [["IOCTests.DefinitionFeatureTests.Mixed.piece"]])
    }

    // MARK: Existing objects

    final class View: @unchecked Sendable {
        @Autowired var leaf: Leaf
        var children: [AnyObject] = []
        var log: [String] = []
    }
    final class Views: Assembly {
        let view = Define(.prototype) { _ in View() }
            .inject { view, _ in view.log.append("inject") }
            .didBuildGraph { $0.log.append("graph") }
        let viewOf = Define { (_: Views, _: Int) in View() }
        let page = Define(.prototype) { _ in Piece() }.inject { page, _ in page.log = ["page"] }
        let otherPage = Define(.prototype) { _ in Piece() }.inject { page, _ in page.log = ["other"] }
        let fineOf = Define { (_: Views, _: Int) in FinePiece() }
    }

    private func views() throws -> Views { try Views.activated(configuration: ContextConfiguration(Leaf.self)) }

    @Test("An existing object gets all that the definition of its type injects, and so does the tree below it")
    func existing() throws {
        let (views, view, below) = (try views(), View(), View())
        view.children = [Plain(), below]
        try views.context.inject(into: view) { ($0 as? View)?.children ?? [] }
        #expect(view.log == ["inject", "graph"] && below.log == view.log)
        #expect(try view.leaf === views.context.component(Leaf.self))
        #expect(throws: IOCError.self) { try views.context.inject(into: Plain(), children: { _ in [Plain()] }) }
    }
    final class Plain {}

    @Test("An existing object is injected by a definition's name if several promise its type")
    func existingByName() throws {
        let (views, page) = (try views(), Piece())
        let context = try views.context
        #expect(faultCodes { try context.inject(into: page) } == [.dependencyAmbiguous])
        try context.inject(into: page, named: "otherPage")
        #expect(page.log == ["other"])
        #expect(!faultCodes { try context.inject(into: page, named: "view") }.isEmpty)
        #expect(faultCodes { try context.inject(into: FinePiece(), named: "fineOf") } == [.argumentsNeeded])
    }
}
