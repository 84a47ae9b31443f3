import IOC
import IOCBase
import Testing

@Suite("Reference counting frees cycles")
struct CycleOwnershipTests {
    // MARK: What a deinit may read

    final class Diary: IOCComponent {
        let lines = Guarded<[String]>([])
        func say(_ line: String) { lines.withLock { $0.append(line) } }
    }
    final class Left: IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
        @Autowired var diary: Diary
        @Value("name") var name = "left"
        deinit { diary.say("\(name) went") }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
        @Autowired var diary: Diary
        deinit { diary.say("right went") }
    }

    @Test(
        "A deinit in a cycle reads what leads out of it, whether that was read before or not", arguments: [true, false])
    func deinitReads(wasRead: Bool) throws {
        let diary: Diary = try {
            let context = try boot(Left.self, Right.self, Diary.self)
            let left = try context.component(Left.self)
            #expect(left.right.left === left)
            if wasRead { _ = (left.diary, left.right.diary, left.name) }
            return try context.component(Diary.self)
        }()
        #expect(Set(diary.lines.withLock { $0 }) == ["left went", "right went"])
    }

    final class RequestLeft: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var right: RequestRight
        @Autowired var diary: Diary
        @Autowired var log: RequestLog
        deinit {
            diary.say("left went")
            log.close()
        }
    }
    final class RequestRight: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var left: RequestLeft
        @Autowired var all: [RequestLeft]
        @Autowired var byName: [String: RequestLeft]
        @Autowired var maybe: RequestLeft?
        @Autowired var log: RequestLog
        deinit { log.close() }
    }
    final class RequestLog: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var diary: Diary
        func close() { diary.say("closed") }
    }

    @Test("A request's cycle goes with its request, and its deinits read what leads out of it")
    func requestCycle() throws {
        let context = try boot(RequestLeft.self, RequestRight.self, RequestLog.self, Diary.self)
        weak var left: RequestLeft?
        weak var right: RequestRight?
        try withRequestScope {
            left = try context.component(RequestLeft.self)
            right = left?.right
            #expect(right?.left === left)
            #expect(right?.all.first === left)
            #expect(right?.byName.values.first === left)
            #expect(right?.maybe === left)
        }
        #expect(left == nil && right == nil)
        let lines = try context.component(Diary.self).lines.withLock { $0 }
        #expect(lines.sorted() == ["closed", "closed", "left went"])
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
                #expect(depot.station as? Depot === depot)
                #expect(depot.halt === depot)
                #expect(depot.maybe as? Depot === depot)
                #expect(depot.all.first as? Depot === depot && depot.all.count == 1)
                #expect(depot.byName.values.first === depot && depot.byName.count == 1)
                #expect(depot.depot === depot)
            }
            #expect(depot.$station.isFilled && depot.$all.isFilled && depot.$depot.isFilled)
        }
        #expect(witness == nil)
    }

    protocol Gear: AnyObject, Sendable {}
    final class Axle: IOCComponent, Gear {
        static var traits: [ComponentTrait] { [.named("axle")] }
    }
    final class SmallGear: IOCComponent, Gear, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("small")] }
        @Autowired var all: [any Gear]
        @Autowired var byName: [String: any Gear]
    }
    final class LargeGear: IOCComponent, Gear, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("large")] }
        @Autowired var all: [any Gear]
        @Autowired var maybe: [String: any Gear]?
    }

    @Test("A list and a table in which some lead back hold each of them, however often they are read, and let them go")
    func severalBack() throws {
        weak var freed: Axle?
        do {
            let context = try boot(SmallGear.self, LargeGear.self, Axle.self)
            let axle = try context.component(Axle.self)
            let (small, large) = (try context.component(SmallGear.self), try context.component(LargeGear.self))
            for _ in 0..<3 {
                for all in [small.all, large.all] {
                    #expect(all.count == 3 && all[0] === axle && all[1] === large && all[2] === small)
                }
                for byName in [small.byName, large.maybe ?? [:]] {
                    #expect(byName.count == 3 && byName["axle"] === axle)
                    #expect(byName["small"] === small && byName["large"] === large)
                }
            }
            freed = axle
        }
        #expect(freed == nil)
    }

    @Test("A property that closes a cycle is the context's to answer, though its instance is held beyond the end")
    func alwaysTheSame() throws {
        let depot = try boot(Depot.self).component(Depot.self)
        for read in [{ _ = try depot.$station.get() }, { _ = try depot.$all.get() }, { _ = try depot.$depot.get() }] {
            let error = #expect(throws: IOCError.self) { try read() }
            #expect(error?.code == .contextEnded)
        }
    }

    // MARK: Prototypes and object graphs

    final class Egg: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var hen: Hen
        func didInject() { #expect(hen.egg === self) }
    }
    final class Hen: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var egg: Egg
        func didInject() { #expect(type(of: egg) == Egg.self) }
    }

    @Test("Prototypes that lead to each other are released with their last holder")
    func prototypes() throws {
        let context = try boot(Egg.self, Hen.self)
        weak var hen: Hen?
        weak var egg: Egg?
        do {
            let made = try context.component(Egg.self)
            egg = made
            hen = made.hen
            #expect(hen?.egg === egg)
        }
        #expect(hen == nil && egg == nil)
        let held = try context.component(Egg.self).hen
        let error = #expect(throws: IOCError.self) { try held.$egg.get() }
        #expect(error?.code == .instanceGone)
        #expect(error?.description.contains("Hen.egg") == true)
    }

    final class Sun: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.objectGraph)] }
        @Autowired var moon: Moon
        @Autowired var planets: [Planet]
    }
    final class Moon: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.objectGraph)] }
        @Autowired var sun: Sun
        @Autowired var planet: Planet
    }
    final class Planet: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.objectGraph)] }
        @Autowired var sun: Sun
        @Autowired var moon: Moon
    }

    @Test("Instances of one object graph are shared, lead back, and are released with their first holder")
    func objectGraph() throws {
        let context = try boot(Sun.self, Moon.self, Planet.self)
        weak var moon: Moon?
        weak var planet: Planet?
        do {
            let sun = try context.component(Sun.self)
            (moon, planet) = (sun.moon, sun.planets.first)
            #expect(sun.moon.sun === sun)
            #expect(sun.moon.planet === sun.planets.first)
            #expect(sun.planets.first?.moon === sun.moon)
            #expect(try context.component(Sun.self).moon !== sun.moon)
        }
        #expect(moon == nil && planet == nil)
        do {
            let first = try context.component(Moon.self)
            #expect(first.sun.moon === first)
            moon = first
        }
        #expect(moon == nil)
    }

    // MARK: Cycles that no scope keeps

    final class WeakOne: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        @Autowired var other: WeakOther
    }
    final class WeakOther: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        @Autowired var one: WeakOne
    }

    @Test("A cycle of weak singletons is a fault at boot")
    func unkept() throws {
        let error = try bootError(ContextConfiguration(WeakOne.self, WeakOther.self))
        #expect(error.faults.map(\.code) == [.cycleUnkept])
        #expect(error.description.contains("WeakOne.other"))
        #expect(error.description.contains("lazySingleton"))
    }

    final class WeakMiddle: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        @Autowired var keeper: Keeper
    }
    final class Keeper: IOCComponent, @unchecked Sendable {
        @Autowired var middle: WeakMiddle
    }

    @Test("A cycle with one member that a scope retains is no fault, and is freed")
    func keptByOne() throws {
        weak var middle: WeakMiddle?
        do {
            let context = try boot(WeakMiddle.self, Keeper.self)
            middle = try context.component(Keeper.self).middle
            #expect(middle?.keeper.middle === middle)
        }
        #expect(middle == nil)
    }

    protocol Late: Sendable {}
    final class LateWeak: Assembly {
        // What it promises does not show that it leads back.
        let one = Definition(.weakSingleton) { (_: LateWeak) -> any Late in LateOne() }
        let two = Definition(.weakSingleton) { (_: LateWeak) in LateTwo() }
    }
    final class LateOne: Late, @unchecked Sendable { @Autowired var two: LateTwo }
    final class LateTwo: @unchecked Sendable { @Autowired var one: any Late }

    @Test("A circle of weak singletons that only instances show is a fault when the first one is created")
    func unkeptLate() throws {
        let assembly = try LateWeak.activated()
        let error = try #require(throws: IOCError.self) { try assembly.one() }
        #expect(error.faults.map(\.code) == [.cycleUnkept])
        for part in ["LateWeak.one.two", "LateWeak.two.one"] { #expect(error.description.contains(part), "\(error)") }
    }

    // MARK: Edges that only a run shows

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

    // MARK: A boot that fails

    final class Early: IOCComponent, @unchecked Sendable {
        static let count = Guarded(0)
        @Autowired("absent") var wrong: Diary
        init() { Self.count.withLock { $0 += 1 } }
        deinit { Self.count.withLock { $0 -= 1 } }
    }

    @Test("A boot that fails on wiring frees what it had made")
    func failedBoot() throws {
        let error = try bootError(ContextConfiguration(Early.self, Diary.self))
        #expect(error.code == .qualifierUnknown)
        #expect(Early.count.withLock { $0 } == 0)
    }

    // MARK: Lists

    protocol Limb: AnyObject, Sendable {}
    final class Trunk: IOCComponent, @unchecked Sendable {
        @Autowired var limbs: [any Limb]
    }
    final class Branch: IOCComponent, Limb, @unchecked Sendable {
        @Autowired var trunk: Trunk
    }
    final class Leaf: IOCComponent, Limb {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        private let mark = AliveMark()
    }

    @Test("A list that leads back to its owner keeps its other elements for as long as its owner")
    func listLeadingBack() throws {
        let count = AliveCount()
        var context: ApplicationContext? = try boot(Trunk.self, Branch.self, Leaf.self)
        weak let trunk = try context?.component(Trunk.self)
        AliveCount.$current.withValue(count) { #expect(trunk?.limbs.count == 2) }
        #expect((trunk?.limbs.first { $0 is Branch } as? Branch)?.trunk === trunk)
        #expect(trunk?.limbs.count == 2 && count.alive == 1)
        context = nil
        #expect(trunk == nil && count.alive == 0)
    }
}
