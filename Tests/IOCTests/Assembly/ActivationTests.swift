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
        let draft: AbstractDefinition<Drafts, Piece> = AbstractDefinition(Piece.self, in: Drafts.self)
        let piece = Define(.singleton) { _ in Piece() }.parent(\.draft) { $0 }
    }
    final class OnlyUsing: Assembly {
        let drafts = Collaborator(Drafts.self)
    }

    @Test(
        "The first activation counts, also if the first member is left out, abstract or a collaborator",
        arguments: [Seasons.self, Drafts.self, OnlyUsing.self] as [any Assembly.Type])
    func again(type: any Assembly.Type) throws {
        let assembly = try type.activated()
        let context = try assembly.context
        let names = context.shortNames
        try assembly.activate()
        #expect(try assembly.context === context && context.shortNames == names)
    }

    @Test("An assembly that was passed to another one, or is its collaborator, stays in that context")
    func inAnother() throws {
        let (seasons, drafts) = (Seasons(), Drafts())
        try seasons.activate(with: [drafts])
        let piece = try drafts.piece()
        try drafts.activate()
        #expect(try drafts.context.component(Int.self) == 1 && drafts.piece() === piece)
        let using = try OnlyUsing.activated()
        try using.drafts().activate()
        #expect(try using.drafts().piece() === using.context.component(Piece.self))
    }

    final class Garage: Assembly {
        let created = Atomic(0)
        let meeting = Meeting(of: 3)
        let piece = Define(.singleton) { garage in
            garage.created.add(1, ordering: .relaxed)
            return Piece()
        }
    }

    @Test("Threads that activate an assembly at once get one context, whose singletons are created once")
    func together() throws {
        let garage = Garage()
        let contexts = try onThreads(3) { _ in
            garage.meeting.attend()
            try garage.activate()
            return try garage.context
        }
        #expect(contexts.allSatisfy { $0 === contexts[0] })
        #expect(garage.created.load(ordering: .relaxed) == 1)
    }

    final class Moody: Assembly {
        let mayStart = Atomic(false)
        let piece = Define(.singleton) { moody in
            if !moody.mayStart.load(ordering: .relaxed) { throw SampleError() }
            return Piece()
        }
        let number = Define(.singleton) { _ in 7 }
        let others = Collaborator(Seasons.self)
    }

    @Test("A failed activation leaves every definition unchanged for the next one")
    func afterFailure() throws {
        let (moody, seasons) = (Moody(), Seasons())
        func codes() -> [IOCError.Code] {
            faultCodes { try moody.piece() } + faultCodes { try moody.number() } + faultCodes { try seasons.sun() }
        }
        for _ in 0..<2 {
            #expect(faultCodes { try moody.activate(with: [seasons]) } == [.componentFailed])
            #expect(codes() == Array(repeating: .assemblyNotActivated, count: 3))
        }
        moody.mayStart.store(true, ordering: .relaxed)
        try moody.activate(with: [seasons])
        #expect(codes() == [])
        #expect(try moody.context.component(Piece.self) === moody.piece())
    }

    // MARK: Assemblies that a configuration names

    final class Named: Assembly {
        let number = Definition(.singleton) { (_: Named) in 42 }
        let text = Definition(.singleton) { (named: Named) in "\(try named.number())" }
    }

    @Test("An assembly that the configuration names is activated, also if other classes have its simple name")
    func named() throws {
        let context = try ApplicationContext(ContextConfiguration(assemblies: ["IOCTests.ActivationTests.Named"]))
        #expect(try context.component(String.self) == "42" && context.component(named: "number", as: Int.self) == 42)
        let ledger = try ApplicationContext(ContextConfiguration(assemblies: ["NALedger"]))
        #expect(try ledger.component(Int.self) == 7)
    }

    @Test(
        "A name that means no assembly, or several, is a fault with a suggestion or with the matches",
        arguments: [
            ("IOCTests.ActivationTests.Nmed", .assemblyUnknown, "IOCTests.ActivationTests.Named"),
            ("DXPlain", .assemblyUnknown, ""), ("NATwice", .classAmbiguous, "NALeft.NATwice"),
            // No class of this name is an assembly, so it is unknown which one was meant.
            ("NANone", .classAmbiguous, "NARight.NANone"),
        ] as [(String, IOCError.Code, String)])
    func nameFaults(name: String, code: IOCError.Code, says: String) throws {
        let error = try bootError(ContextConfiguration(assemblies: [name]))
        #expect(error.faults.map(\.code) == [code])
        #expect(says.isEmpty || error.description.contains(says), "\(error)")
        #expect(!error.description.contains("NAShelf.NATwice"))
    }
}

private enum NALeft {
    final class NALedger: Assembly { let seven = Definition(.singleton) { (_: NALedger) in 7 } }
    final class NATwice: Assembly { let one = Definition(.singleton) { (_: NATwice) in 1 } }
    final class NANone {}
}

private enum NARight {
    final class NALedger {}
    final class NATwice: Assembly { let two = Definition(.singleton) { (_: NATwice) in 2 } }
    final class NANone {}
}

private enum NAShelf {
    final class NALedger {}
    final class NATwice {}
}
