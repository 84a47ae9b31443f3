import IOC
import Testing

@Suite("An object graph that a property leads to")
struct ReadGraphTests {
    /// A prototype, made from a member of the object graph.
    final class Room: @unchecked Sendable {
        let desk: Desk
        init(_ desk: Desk) { self.desk = desk }
    }
    /// A member of the object graph whose property leads on to another member.
    final class Desk: @unchecked Sendable {
        @Autowired("door") var door: Door
    }
    /// A member of the object graph that asks for the prototype.
    final class Door: @unchecked Sendable {
        let room: Room
        init(_ room: Room) { self.room = room }
    }
    final class Visitor: @unchecked Sendable {
        @Autowired("room") var room: Room
    }

    final class House: Assembly {
        let visitor = Define(.singleton) { _ in Visitor() }
        let room: Define<Room> = Define(.prototype) { house in Room(try house.desk()) }
        let desk: Define<Desk> = Define(.objectGraph) { _ in Desk() }
        let door: Define<Door> = Define(.objectGraph) { house in Door(try house.room()) }
    }

    @Test("The prototype that is read from outside is part of its graph, as one that a call returns")
    func prototype() throws {
        let house = try House.activated()
        let called = try house.room()
        #expect(called.desk.door.room === called)
        let read = try house.visitor().room
        #expect(read.desk.door.room === read)
    }
}
