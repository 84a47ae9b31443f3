import Dispatch
import IOC
import Synchronization
import Testing

@Suite("Activating an assembly", .timeLimit(.minutes(30)))
struct ActivationTests {
    final class Seasons: Assembly {
        let snow = Define(.singleton) { _ in "snow" }.traits(.profile("winter"))
        let sun = Define(.singleton) { _ in 1 }
    }

    final class Drafts: Assembly {
        let draft: AbstractDefinition<Drafts, Engine> = AbstractDefinition(Engine.self, in: Drafts.self)
        let engine = Define(.singleton) { _ in Engine() }.parent(\.draft) { $0 }
    }

    @Test("The first activation counts, also where the first of the definitions is out, or abstract")
    func again() throws {
        let seasons = Seasons()
        try seasons.activate()
        let drafts = Drafts()
        try drafts.activate()
        let first = [try seasons.context, try drafts.context]
        try seasons.activate()
        try drafts.activate()
        #expect(try seasons.context === first[0] && drafts.context === first[1])
        #expect(throws: IOCError.self) { try seasons.snow() }
    }

    @Test("An assembly that works in another one's context stays there")
    func inAnother() throws {
        let (seasons, drafts) = (Seasons(), Drafts())
        try seasons.activate(with: [drafts])
        try drafts.activate()
        #expect(try drafts.context.component(Int.self) == 1)
    }

    final class Engine: Sendable {}
    final class Garage: Assembly {
        let made = Atomic(0)
        let isSecondComing = DispatchSemaphore(value: 0)
        let engine = Define(.singleton) { garage in
            if garage.made.add(1, ordering: .relaxed).newValue == 1 {
                // Long enough for another thread to come here as well, if nothing holds it.
                _ = garage.isSecondComing.wait(timeout: .now() + .milliseconds(100))
            } else {
                garage.isSecondComing.signal()
            }
            return Engine()
        }
    }

    @Test("Threads that activate an assembly at once get one context, whose singletons are created once")
    func together() throws {
        let garage = Garage()
        let contexts = try onThreads(3) { _ in
            try garage.activate()
            return try garage.context
        }
        #expect(contexts.allSatisfy { $0 === contexts[0] })
        #expect(garage.made.load(ordering: .relaxed) == 1)
    }

    final class Moody: Assembly {
        struct Mood: Error {}
        let mayStart = Atomic(false)
        let engine = Define(.singleton) { moody in
            if !moody.mayStart.load(ordering: .relaxed) { throw Mood() }
            return Engine()
        }
        let number = Define(.singleton) { _ in 7 }
        let text = Define(.singleton) { _ in "seven" }
        let others = Collaborator(Seasons.self)
    }

    @Test("A failed activation leaves every definition unchanged for the next one")
    func afterFailure() throws {
        let (moody, seasons) = (Moody(), Seasons())
        func codes() -> [IOCError.Code?] {
            let calls: [() throws -> Any] = [
                { try moody.engine() }, { try moody.number() }, { try moody.text() }, { try seasons.sun() },
            ]
            return calls.map { call in
                do {
                    _ = try call()
                    return nil
                } catch { return (error as? IOCError)?.code }
            }
        }
        for _ in 0..<2 {
            #expect(throws: IOCError.self) { try moody.activate(with: [seasons]) }
            #expect(codes() == Array(repeating: .assemblyNotActivated, count: 4))
        }
        moody.mayStart.store(true, ordering: .relaxed)
        try moody.activate(with: [seasons])
        #expect(codes() == [nil, nil, nil, nil])
        #expect(try moody.context.component(Engine.self) === moody.engine())
    }
}
