import IOC
import IOCBase
import Testing

@Suite("Reference counting frees cycles")
struct CycleOwnershipTests {
    // MARK: What a deinit may read

    final class Left: IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
        @Autowired var log: PartLog
        @Autowired var leaf: Leaf
        @Value("name") var name = "left"
        deinit { log.note("\(name) went, \(type(of: leaf)) is there") }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
        @Autowired var all: [Left]
        @Autowired var byName: [String: Left]
        @Autowired var maybe: Left?
        @Autowired var log: PartLog
        deinit { log.note("right went") }
    }

    @Test(
        "A cycle goes with its context or request, and its deinits read what leads out of it, read before or not",
        arguments: [false, true], [false, true])
    func deinitReads(isRequest: Bool, wasRead: Bool) throws {
        var context: ApplicationContext? = try ApplicationContext(
            ContextConfiguration(
                isRequest ? .request : .singleton, [Left.self, Right.self, Leaf.self], and: [PartLog.self]))
        let log = try #require(try context?.component(PartLog.self))
        weak var left: Left?
        weak var right: Right?
        try withRequestScope {
            left = try context?.component(Left.self)
            right = left?.right
            #expect(right?.left === left && right?.maybe === left)
            #expect(right?.all.first === left && right?.byName.values.first === left)
            if wasRead { _ = (left?.log, left?.leaf, left?.name, right?.log) }
        }
        if !isRequest { context = nil }
        #expect(left == nil && right == nil)
        #expect(log.lines.sorted() == ["left went, Leaf is there", "right went"])
    }

    // MARK: Cycles of every shape

    protocol Station: Sendable {}
    protocol Halt: AnyObject, Sendable {}
    final class Depot: IOCComponent, Station, Halt, @unchecked Sendable {
        @Autowired var station: any Station
        @Autowired var halt: any Halt
        @Autowired var maybe: (any Station)?
        @Autowired var all: [any Station]
        @Autowired var byName: [String: any Halt]
        @Autowired var depot: Depot
    }

    @Test("A component that leads to itself in every shape can be read repeatedly, and is freed with its context")
    func everyShape() throws {
        weak var witness: Depot?
        do {
            let context = try boot(Depot.self)
            let depot = try context.component(Depot.self)
            witness = depot
            for _ in 0..<3 {
                #expect(depot.station as? Depot === depot && depot.maybe as? Depot === depot)
                #expect(depot.halt === depot && depot.depot === depot)
                #expect(depot.all.map { $0 as? Depot === depot } == [true])
                #expect(depot.byName.values.map { $0 === depot } == [true])
            }
            #expect(depot.$station.isFilled && depot.$all.isFilled && depot.$depot.isFilled)
        }
        #expect(witness == nil)
    }

    protocol Limb: AnyObject, Sendable {}
    final class Trunk: IOCComponent, @unchecked Sendable {
        @Autowired var limbs: [any Limb]
        @Autowired var byName: [String: any Limb]
    }
    final class Branch: IOCComponent, Limb, @unchecked Sendable { @Autowired var trunk: Trunk }
    @Component(.scope(.prototype)) final class Twig: Limb { private let mark = AliveMark() }

    @Test("A list and a table that lead back to their owner keep their other elements for as long as the owner")
    func listLeadingBack() throws {
        let count = AliveCount()
        var context: ApplicationContext? = try boot(Trunk.self, Branch.self, Twig.self)
        weak let trunk = try context?.component(Trunk.self)
        for _ in 0..<2 {
            AliveCount.$current.withValue(count) {
                #expect(trunk?.limbs.compactMap { ($0 as? Branch)?.trunk === trunk ? 1 : nil } == [1])
                #expect(trunk?.limbs.count == 2 && trunk?.byName.count == 2)
            }
            #expect(count.alive == 2)
        }
        context = nil
        #expect(trunk == nil && count.alive == 0)
    }

    // MARK: Prototypes and object graphs

    @Component(.scope(.prototype)) final class Cup {
        @Autowired var saucer: Saucer
        func didInject() { #expect(saucer.cup === self) }
    }
    @Component(.scope(.prototype)) final class Saucer {
        @Autowired var cup: Cup
        func didInject() { _ = cup }
    }

    @Test("Prototypes that lead to each other are released with their last holder")
    func prototypes() throws {
        let context = try boot(Cup.self, Saucer.self)
        weak var cup: Cup?
        weak var saucer: Saucer?
        do {
            let made = try context.component(Cup.self)
            (cup, saucer) = (made, made.saucer)
            #expect(saucer?.cup === cup)
        }
        #expect(cup == nil && saucer == nil)
        let held = try context.component(Cup.self).saucer
        let error = #expect(throws: IOCError.self) { try held.$cup.get() }
        #expect(error?.code == .instanceGone && error?.faults[0].injectionPoint == "Saucer.cup")
    }

    @Test("Instances of one object graph are shared, lead back, and are released with their first holder")
    func objectGraph() throws {
        let context = try ApplicationContext(ContextConfiguration(.objectGraph, [Hen.self, Egg.self]))
        weak var hen: Hen?
        weak var egg: Egg?
        for startsWithHen in [true, false] {
            do {
                let held: AnyObject = try startsWithHen ? context.component(Hen.self) : context.component(Egg.self)
                hen = held as? Hen ?? (held as? Egg)?.hen
                egg = hen?.egg
                #expect(egg?.hen === hen && (held === hen || held === egg))
                #expect(try context.component(Hen.self) !== hen)
                withExtendedLifetime(held) {}
            }
            #expect(hen == nil && egg == nil)
        }
    }

    // MARK: Cycles of weak singletons

    @Test("A cycle of weak singletons is a fault at boot, and none if a scope retains one member")
    func weakSingletons() throws {
        let error = try bootError(ContextConfiguration(.weakSingleton, [Hen.self, Egg.self]))
        #expect(error.faults.map(\.code) == [.cycleUnkept])
        weak var hen: Hen?
        do {
            let context = try ApplicationContext(ContextConfiguration(.weakSingleton, [Hen.self], and: [Egg.self]))
            hen = try context.component(Egg.self).hen
            #expect(hen?.egg.hen === hen)
        }
        #expect(hen == nil)
    }

    protocol Late: Sendable {}
    final class LateWeak: Assembly {
        // What it promises does not show that it leads back.
        let one = Definition(.weakSingleton) { (_: LateWeak) -> any Late in LateOne() }
        let two = Definition(.weakSingleton) { (_: LateWeak) in LateTwo() }
    }
    final class LateOne: Late, @unchecked Sendable { @Autowired var two: LateTwo }
    final class LateTwo: @unchecked Sendable { @Autowired var one: any Late }

    @Test("A cycle of weak singletons that only instances show is a fault when the first one is created")
    func weakSingletonsLate() throws {
        let assembly = try LateWeak.activated()
        let error = try #require(throws: IOCError.self) { try assembly.one() }
        #expect(error.faults.map(\.code) == [.cycleUnkept])
        for part in ["LateWeak.one.two", "LateWeak.two.one"] { #expect(error.description.contains(part), "\(error)") }
    }

    final class Shown: Assembly {
        let front = Definition(.lazySingleton) { (_: Shown) -> any Late in Front() }
        let back = Definition(.lazySingleton) { (shown: Shown) in Back(try shown.front()) }
    }
    final class Front: Late, @unchecked Sendable { @Autowired var back: Back }
    final class Back: @unchecked Sendable {
        let front: any Late
        init(_ front: any Late) { self.front = front }
    }

    @Test("A cycle of a property and a closure's own reference is freed, from whichever end it is entered")
    func mixedCycle() throws {
        for entersFront in [true, false] {
            weak var front: Front?
            do {
                let assembly = try Shown.activated()
                if !entersFront { _ = try assembly.back() }
                front = try assembly.front() as? Front
                #expect(front?.back.front as? Front === front)
            }
            #expect(front == nil)
        }
    }
}
