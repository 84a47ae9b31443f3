import IOC
import Testing

@Suite("An injection that waits for a making further out")
struct PutOffDepthTests {
    @Component(.lazy) final class House {
        let hall: Hall
    }
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
        // Sound: written on the thread that makes it.
        @Autowired var house: House
        private(set) weak var seen: House?
        func look() { seen = try? $house.get() }
    }
    final class Estate: Assembly {
        let hall = Definition(.lazySingleton) { (estate: Estate) in Hall(try estate.stairs()) }
        let stairs = Definition(.lazySingleton) { (estate: Estate) in Stairs(try estate.attic()) }
        let attic = Definition(.lazySingleton) { (_: Estate) in Attic() }.inject { attic, _ in attic.look() }
    }

    @Test("Is done once that exists, however many constructions are between")
    func depth() throws {
        let estate = try Estate.activated(configuration: ContextConfiguration(House.self))
        let house = try estate.context.component(House.self)
        let attic = try estate.attic()
        #expect(house.hall.first.first === attic && house.hall.stairs.attic === attic)
        #expect(attic.seen === house && attic.house === house)
    }

    @Component(.lazy) final class Inn {
        let room: Room
    }
    final class Room: Sendable {
        let bed: Bed
        init(_ bed: Bed) { self.bed = bed }
    }
    final class Bed: Sendable {
        let guest: Guest
        init(_ guest: Guest) { self.guest = guest }
    }
    final class Guest: @unchecked Sendable {
        // Sound: written on the thread that makes it.
        @Autowired var inn: Inn
        private(set) weak var seen: Inn?
        func look() throws { seen = try $inn.get() }
    }
    final class Village: Assembly {
        let room = Definition(.lazySingleton) { (village: Village) in Room(try village.bed()) }
        let bed = Definition(.lazySingleton) { (village: Village) in Bed(try village.guest()) }
        let guest = Definition(.lazySingleton) { (_: Village) in Guest() }.inject { guest, _ in try guest.look() }
    }

    @Test("It is deferred also if only the construction leads there")
    func unforeseen() throws {
        let village = try Village.activated(configuration: ContextConfiguration(Inn.self))
        let inn = try village.context.component(Inn.self)
        let guest = try village.guest()
        #expect(inn.room.bed.guest === guest && guest.seen === inn)
    }
}
