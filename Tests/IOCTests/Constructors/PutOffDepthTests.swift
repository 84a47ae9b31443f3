import IOC
import Testing

@Suite("An injection that waits for a making further out")
struct PutOffDepthTests {
    @Component(.lazy) final class House {
        let hall: Hall
    }
    final class Hall: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var stairs: Stairs
        init() { _ = try? _stairs.projectedValue.get() }
    }
    final class Stairs: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var attic: Attic
        init() { _ = try? _attic.projectedValue.get() }
    }
    final class Attic: IOCComponent, @unchecked Sendable {
        // Sound: written on the thread that makes it.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var house: House
        private(set) weak var seen: House?
        func didInject() throws { seen = try $house.get() }
    }

    @Test("Is done once that is made, however many makings there are between")
    func depth() throws {
        let context = try boot(House.self, Hall.self, Stairs.self, Attic.self)
        let house = try context.component(House.self)
        let attic = try context.component(Attic.self)
        #expect(house.hall.stairs.attic === attic)
        #expect(attic.seen === house && attic.house === house)
    }
}
