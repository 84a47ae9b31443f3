import IOC
import Testing

@Suite("Definitions with arguments as candidates")
struct ArgumentedCandidateTests {
    final class Session: @unchecked Sendable {
        let user: Int
        init(user: Int) { self.user = user }
    }
    final class Parcel: Sendable {}
    final class Desk: Assembly {
        let session = Define(.lazySingleton) { _ in Session(user: 0) }
        let sessionOf = Define { (_: Desk, user: Int) in Session(user: user) }
        let parcelOf = Define { (_: Desk, _: Int) in Parcel() }
    }
    final class Asker: IOCComponent, @unchecked Sendable {
        @Autowired var session: Session
        @Autowired var sessions: [Session]
        @Autowired var byName: [String: Session]
        @Autowired var parcel: Parcel?
    }

    @Test("They are none of a lookup, a property or a collection")
    func none() throws {
        let desk = try Desk.activated(configuration: ContextConfiguration(Asker.self))
        let context = try desk.context
        let shared = try desk.session()
        #expect(try context.component(Session.self) === shared)
        let asker = try context.component(Asker.self)
        #expect(asker.session === shared)
        #expect(asker.sessions.map(\.user) == [0])
        #expect(asker.byName.values.map(\.user) == [0])
        #expect(asker.parcel == nil)
        #expect(try desk.sessionOf(7).user == 7)
        let error = try #require(throws: IOCError.self) { try context.component(Parcel.self) }
        #expect(error.code == .dependencyMissing)
        #expect("\(error)".contains("takes arguments, so it can only be called"))
        #expect("\(error)".contains("on its assembly, with the arguments"))
    }

    final class TopAssembly: Assembly {
        let motto = Define.value("top")
    }
    final class Outer: Assembly {
        let top = Collaborator(TopAssembly.self)
        let motto = Define.value("outer")
    }

    @Test("The end of a definition's name is a name while it is unique")
    func nameEnd() throws {
        let outer = try Outer.activated()
        let context = try outer.context
        #expect(try context.component(named: "TopAssembly.motto", as: String.self) == "top")
        #expect(try context.component(named: "Outer.motto", as: String.self) == "outer")
        let error = try #require(throws: IOCError.self) { try context.component(named: "motto", as: String.self) }
        #expect(error.code == .nameAmbiguous)
    }
}
