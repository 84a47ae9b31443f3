import IOC
import Testing

/// Circles of which an initializer is one half and a property the other.
@Suite("Circles of initializers and properties")
struct MixedCircleTests {
    /// A member of a circle, which leads to the next one.
    protocol Member: ManagedComponent {
        func next() throws -> any Member
    }

    @Component final class Parent: Member {
        let child: Child
        private let mark = AliveMark()
        func next() -> any Member { child }
    }
    @Component final class Child: Member {
        @Autowired var parent: Parent
        private let mark = AliveMark()
        func next() throws -> any Member { try $parent.get() }
    }
    // The property is read while its owner is created.
    @Component final class Hen: Member {
        let egg: Egg
        private let mark = AliveMark()
        func next() -> any Member { egg }
    }
    @Component final class Egg: Member {
        @Autowired var hen: Hen
        private let mark = AliveMark()
        func didInject() throws { _ = try $hen.get() }
        func next() throws -> any Member { try $hen.get() }
    }
    @Component struct Wrapper: Member {
        let content: Content
        private let mark = AliveMark()
        func next() -> any Member { content }
    }
    @Component final class Content: Member {
        @Autowired var wrapper: Wrapper
        private let mark = AliveMark()
        func next() throws -> any Member { try $wrapper.get() }
    }
    // The property is read while its owner is created, so some mixtures of scopes need what doesn't exist yet.
    @Component final class Rock: Member {
        let paper: Paper
        private let mark = AliveMark()
        func next() -> any Member { paper }
    }
    @Component final class Paper: Member {
        @Autowired var scissors: Scissors
        private let mark = AliveMark()
        func didInject() throws { _ = try $scissors.get() }
        func next() throws -> any Member { try $scissors.get() }
    }
    @Component final class Scissors: Member {
        let rock: Rock
        private let mark = AliveMark()
        func next() -> any Member { rock }
    }

    static let circles: [[any Member.Type]] = [
        [Parent.self, Child.self], [Hen.self, Egg.self], [Wrapper.self, Content.self],
        [Rock.self, Paper.self, Scissors.self],
    ]
    static let scopes: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .prototype, .objectGraph, .request]

    /// Leads once round, from the first class on. If two lookups give one instance, so does the walk.
    private static func walk<Start: Member>(_ context: ApplicationContext, from type: Start.Type, _ count: Int) throws {
        func begin() throws -> any Member {
            let start = try context.component(Start.self)
            return Start.self is AnyClass ? start : try start.next()
        }
        let start = try begin()
        var member = start
        for _ in 0..<count { member = try member.next() }
        #expect(Swift.type(of: member) == Swift.type(of: start))
        let isShared = try begin() as AnyObject === start as AnyObject
        #expect(member as AnyObject === start as AnyObject || !isShared)
    }

    @Test(
        "Mixed cycles work from each end or are faults at boot, and everything is released",
        arguments: circles, 0..<3)
    func everyScope(_ circle: [any Member.Type], start: Int) throws {
        guard start < circle.count else { return }
        var codes: Set<IOCError.Code> = [.dependencyCaptive, .cycleUnkept, .scopeNeedsClass]
        if circle.contains(where: { $0 == Rock.self }) { codes.insert(.constructionCycle) }
        let choices = circle.reduce([[]] as [[Scope]]) { chosen, _ in
            chosen.flatMap { chosen in Self.scopes.map { chosen + [$0] } }
        }
        for chosen in choices {
            var configuration = ContextConfiguration(classes: circle.map { String(reflecting: $0) })
            for (member, scope) in zip(circle, chosen) {
                configuration.components[String(reflecting: member)] = .init(scope: scope)
            }
            let living = AliveCount()
            try AliveCount.$current.withValue(living) {
                do {
                    let context = try ApplicationContext(configuration)
                    try withRequestScope { try Self.walk(context, from: circle[start], circle.count) }
                    #expect(
                        chosen.contains { $0 != .weakSingleton && $0 != .objectGraph && $0 != .prototype }
                            || !chosen.contains(.weakSingleton), "\(chosen)")
                } catch let error as IOCError {
                    #expect(codes.isSuperset(of: error.faults.map(\.code)), "\(circle[start]) \(chosen): \(error)")
                }
            }
            #expect(living.alive == 0, "\(circle[start]) \(chosen)")
        }
    }

    @Test(
        "A property that would retain a prototype or an object graph that is passed its owner is a fault at boot",
        arguments: [
            (.prototype, .prototype), (.prototype, .singleton), (.prototype, .lazySingleton),
            (.objectGraph, .objectGraph),
        ] as [(Scope, Scope)])
    func retained(hen: Scope, egg: Scope) throws {
        var configuration = ContextConfiguration(Hen.self, Egg.self)
        configuration.components = ["Hen": .init(scope: hen), "Egg": .init(scope: egg)]
        #expect(try bootError(configuration).faults.map(\.code) == [.cycleUnkept])
    }

    @Component final class Hatchery {
        @Autowired var chick: Chick
        private let mark = AliveMark()
    }
    @Component(.scope(.prototype)) final class Chick {
        let hatchery: Provider<Hatchery>
        private let mark = AliveMark()
    }

    @Test("A circle through a Provider works and is released")
    func provider() throws {
        let living = AliveCount()
        try AliveCount.$current.withValue(living) {
            let context = try boot(Hatchery.self, Chick.self)
            let hatchery = try context.component(Hatchery.self)
            #expect(hatchery.chick === hatchery.chick)
            #expect(try hatchery.chick.hatchery() === hatchery)
        }
        #expect(living.alive == 0)
    }

    // MARK: Circles that only names close

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

    @Test(
        "A circle that a name closes works and is released in either order, unless the property would retain its owner",
        arguments: scopes.dropLast(), scopes.dropLast())
    func named(store: Scope, clerk: Scope) throws {
        let configuration = ContextConfiguration(components: [
            "store": .init(className: String(reflecting: Store.self), scope: store),
            "clerk": .init(className: String(reflecting: Clerk.self), scope: clerk),
            "other": .init(className: String(reflecting: OtherDepot.self)),
        ])
        let looks: [(ApplicationContext) throws -> any Depot] = [
            { try $0.component(Store.self).clerk.$depot.get() }, { try $0.component(Clerk.self).$depot.get() },
        ]
        for order in [looks, looks.reversed()] {
            let living = AliveCount()
            AliveCount.$current.withValue(living) {
                let codes = faultCodes {
                    let context = try ApplicationContext(configuration)
                    for look in order { #expect(try look(context) is Store) }
                }
                #expect(codes == ([.singleton, .lazySingleton].contains(store) ? [] : [.cycleUnkept]))
            }
            #expect(living.alive == 0)
        }
    }

    // MARK: Circles that lead through definitions

    @Component(.lazy) final class House { let hall: Hall }
    final class Hall: @unchecked Sendable {
        // Sound: the only state is wrapped.
        let first: Stairs
        @Autowired var stairs: Stairs
        init(_ first: Stairs) { self.first = first }
    }
    final class Stairs: @unchecked Sendable {
        // Sound: the only state is wrapped.
        let first: Attic
        @Autowired var attic: Attic
        init(_ first: Attic) { self.first = first }
    }
    final class Attic: @unchecked Sendable {
        // Sound: written on the thread that creates it.
        @Autowired var house: House
        private(set) weak var seen: House?
        func look() throws { seen = try $house.get() }
    }
    final class Estate: Assembly {
        let hall = Define(.lazySingleton) { estate in Hall(try estate.stairs()) }
        let stairs = Define(.lazySingleton) { estate in Stairs(try estate.attic()) }
        let attic = Define(.lazySingleton) { _ in Attic() }.inject { attic, _ in try? attic.look() }
    }

    @Component(.lazy) final class Inn { let room: Room }
    final class Room: Sendable {
        let bed: Bed
        init(_ bed: Bed) { self.bed = bed }
    }
    final class Bed: Sendable {
        let guest: Guest
        init(_ guest: Guest) { self.guest = guest }
    }
    final class Guest: @unchecked Sendable {
        // Sound: written on the thread that creates it.
        @Autowired var inn: Inn
        private(set) weak var seen: Inn?
        func look() throws { seen = try $inn.get() }
    }
    final class Village: Assembly {
        let room = Define(.lazySingleton) { village in Room(try village.bed()) }
        let bed = Define(.lazySingleton) { village in Bed(try village.guest()) }
        let guest = Define(.lazySingleton) { _ in Guest() }.inject { guest, _ in try guest.look() }
    }

    @Test("An injection waits for the initializer that it leads back to, however many constructions are between")
    func depth() throws {
        let estate = try Estate.activated(configuration: ContextConfiguration(House.self))
        let (house, attic) = (try estate.context.component(House.self), try estate.attic())
        #expect(house.hall.first.first === attic && house.hall.stairs.attic === attic)
        #expect(attic.seen === house && attic.house === house)
        // Only the constructions show that this injection leads back.
        let village = try Village.activated(configuration: ContextConfiguration(Inn.self))
        let (inn, guest) = (try village.context.component(Inn.self), try village.guest())
        #expect(inn.room.bed.guest === guest && guest.seen === inn)
    }
}
