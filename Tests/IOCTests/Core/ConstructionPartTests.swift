import IOCModel
import Testing

@testable import IOC

@Suite("The parts of a construction")
struct ConstructionPartTests {
    final class A: IOCComponent {}
    final class B: IOCComponent {}
    final class C: IOCComponent {}
    final class D: IOCComponent {}

    private struct Failure: Error {}

    private func definitions() throws -> (ContextCore, [RegisteredDefinition]) {
        let core = ContextCore.unbooted(A.self, B.self, C.self, D.self)
        let types: [any IOCComponent.Type] = [A.self, B.self, C.self, D.self]
        return (core, try types.map { try #require(core.definition(of: $0)) })
    }

    // MARK: Groups

    /// Has thread 1 begin an instance in a group that is free for it.
    private func begins(_ group: ConstructionGroup, _ slot: SharedSlot, depth: Int, _ waits: WaitGraph) {
        guard case .entered(.begun(made: nil)) = group.enter(slot, 1, depth: depth, waits) else {
            Issue.record("not begun")
            return
        }
    }

    @Test("What is finished beside a member that fails with one further out fails with that one too")
    func roots() throws {
        let (_, definitions) = try definitions()
        let waits = WaitGraph()
        let group = ConstructionGroup()
        let (outer, left, right) = (definitions[0].slot, definitions[1].slot, definitions[2].slot)
        func begin(_ slot: SharedSlot, _ instance: AnyObject) {
            begins(group, slot, depth: 1, waits)
            group.isMade(slot, instance)
        }
        begin(outer, A())
        begin(left, B())
        // It holds the outermost one, which is not finished.
        #expect(group.finish(left, 1, depth: 2, lowLink: 1, serial: 1, waits) == 1)
        #expect(left.instance == nil)
        begin(right, C())
        #expect(group.finish(right, 1, depth: 2, lowLink: .max, serial: 2, waits) == 1)
        #expect(right.instance == nil, "it stands in one cycle with what may fail")
        guard case .entered(.finished(_, let serial)) = group.enter(left, 1, depth: 2, waits) else {
            Issue.record("not finished")
            return
        }
        group.leave(1, waits)
        #expect(serial == 1)
        group.publish(left, 1, leaving: true, waits)
        group.publish(right, 1, leaving: true, waits)
        #expect(left.instance is B && right.instance is C)
        #expect(group.owner == 1)
        #expect(group.finish(outer, 1, depth: 1, lowLink: .max, serial: 3, waits) >= 1)
        #expect(outer.instance is A)
        #expect(group.owner == 0)
    }

    @Test("What may fail with a construction outside its cycle is published with none of the cycle")
    func lowerRoots() throws {
        let (_, definitions) = try definitions()
        let waits = WaitGraph()
        let group = ConstructionGroup()
        let slots = definitions.map(\.slot)
        func begin(_ slot: SharedSlot, depth: Int) {
            begins(group, slot, depth: depth, waits)
            group.isMade(slot, A())
        }
        begin(slots[0], depth: 3)
        begin(slots[1], depth: 4)
        #expect(group.finish(slots[1], 1, depth: 4, lowLink: 1, serial: 1, waits) == 1)
        begin(slots[2], depth: 4)
        #expect(group.finish(slots[2], 1, depth: 4, lowLink: .max, serial: 2, waits) == 1)
        #expect(group.finish(slots[0], 1, depth: 3, lowLink: .max, serial: 3, waits) == 1)
        #expect(slots.allSatisfy { $0.instance == nil })
        for slot in slots.prefix(3) { group.drop(slot, 1, leaving: true, Failure(), waits) }
        #expect(group.owner == 0 && slots.allSatisfy { $0.instance == nil })
    }

    enum Fate: CaseIterable { case finished, publishedLater, released, dropped }

    @Test("Another thread that has got an unfinished instance learns what became of it", arguments: Fate.allCases)
    func fates(fate: Fate) throws {
        let (_, definitions) = try definitions()
        let waits = WaitGraph()
        let group = ConstructionGroup()
        let slot = definitions[0].slot
        begins(group, slot, depth: 1, waits)
        group.isMade(slot, A())
        // The second thread has been lent the lock, as the first one waits for it.
        guard case .others(_, let publication) = group.borrow(slot, 2, depth: 1, waits) else {
            Issue.record("not another's")
            return
        }
        group.leave(2, waits)
        switch fate {
        case .finished: #expect(group.finish(slot, 1, depth: 1, lowLink: .max, serial: 1, waits) >= 1)
        case .publishedLater, .dropped, .released:
            #expect(group.finish(slot, 1, depth: 1, lowLink: 0, serial: 1, waits) == 0)
            if fate == .released { #expect(group.release(slot, 1, waits) === publication) }
            if fate == .dropped {
                group.drop(slot, 1, leaving: true, Failure(), waits)
            } else {
                group.publish(slot, 1, leaving: fate == .publishedLater, waits)
            }
        }
        #expect(group.owner == 0)
        let awaited = AwaitedPublication(
            publication: publication, name: "A", instance: ObjectIdentifier(slot), path: ["here"])
        func settled() throws { try waits.settle([], [awaited], timeout: .milliseconds(20)) }
        if fate == .dropped {
            #expect(throws: Failure.self) { try settled() }
            #expect(slot.instance == nil)
        } else {
            try settled()
            #expect(slot.instance is A)
        }
    }

    @Test("A settlement that has waited too long fails those that wait for it, and does not leave them waiting")
    func settlements() throws {
        let waits = WaitGraph()
        let (own, open) = ((0..<3).map { _ in Publication(waits) }, Publication(waits))
        let other = A()
        func awaited(_ publication: Publication) -> AwaitedPublication {
            AwaitedPublication(
                publication: publication, name: "other", instance: ObjectIdentifier(other), path: ["mine"])
        }
        let error = try #require(throws: IOCError.self) {
            try waits.settle(own, [awaited(open)], timeout: .milliseconds(1))
        }
        #expect(error.code == .constructionTimeout)
        #expect(error.faults.first?.path == ["mine", "other"])
        // At once, whatever its own limit.
        for own in own {
            let told = try #require(throws: IOCError.self) {
                try waits.settle([], [awaited(own)], timeout: .seconds(20))
            }
            #expect(told.faults.map { "\($0)" } == error.faults.map { "\($0)" })
        }
        open.stays()
        try waits.settle([Publication(waits)], [awaited(open)], timeout: .seconds(20))
        open.fails(Failure())
        #expect(throws: Failure.self) { try waits.settle([], [awaited(open)], timeout: .seconds(20)) }
    }

    private final class Witness {
        private(set) weak var publication: Publication?
        init(_ publication: Publication) { self.publication = publication }
    }

    @Test("Lookups that hold each other's instances stay or fail together, with all that each has finished")
    func together() throws {
        let waits = WaitGraph()
        let part = ObjectIdentifier(A())
        @Sendable func settle(_ own: [Publication], _ awaited: [Publication]) throws {
            let awaited = awaited.map {
                AwaitedPublication(publication: $0, name: "other", instance: part, path: ["mine"])
            }
            try waits.settle(own, awaited, timeout: .seconds(600))
        }
        func run(doesFail: Bool) -> [Witness] {
            let parts = (0..<3).map { _ in (0..<3).map { _ in Publication(waits) } }
            let outside = (0..<3).map { _ in Publication(waits) }
            // Each holds another one's first, second or third instance, and something that is finished last.
            let outcomes = outcomesOnThreads(4) { number in
                if number < 3 { return try settle(parts[number], [parts[(number + 1) % 3][number], outside[number]]) }
                outside[0].stays()
                outside[1].stays()
                if doesFail { outside[2].fails(Failure()) } else { outside[2].stays() }
            }
            #expect(outcomes.map { (try? $0.get()) == nil } == [doesFail, doesFail, doesFail, false])
            for part in parts.joined() { #expect(((try? settle([], [part])) == nil) == doesFail) }
            return parts.joined().map(Witness.init)
        }
        for doesFail in [false, true] {
            let witnesses = run(doesFail: doesFail)
            // A thread may let go of its work a moment after its end.
            try spin("the end of all publications") { witnesses.allSatisfy { $0.publication == nil } }
        }
    }

    // MARK: The instances of an object graph

    @Test(
        "A construction that fails forgets what may hold its instance, and keeps what was finished before or holds none"
    )
    func sessions() throws {
        let (core, definitions) = try definitions()
        let instances: [AnyObject] = [A(), B(), C(), D()]
        func push(_ definition: RegisteredDefinition, _ body: (ConstructionFrame.Pointer) throws -> Void) throws {
            try ConstructionFrame.push(core.maker, definition, nil) { try body($0) }
        }
        try push(definitions[0]) { outer in
            let session = ConstructionFrame.session()
            func kept() -> [Bool] { definitions.map { session.instance(of: $0, nil) != nil } }
            session.keep(instances[0], of: definitions[0], nil)
            try push(definitions[1]) { inner in
                session.keep(instances[1], of: definitions[1], nil)
                session.keep(instances[2], of: definitions[2], nil)
                session.keep(instances[3], of: definitions[3], nil)
                session.finish(definitions[3], nil)
                #expect(kept() == [true, true, true, true])
                #expect(session.instance(of: definitions[3], nil)?.serial == nil)
                #expect(session.instance(of: definitions[2], nil)?.serial == session.serial(of: definitions[2], nil))
                session.fail(inner)
                #expect(kept() == [true, false, false, true])
            }
            // In place of the one that was there.
            session.keep(instances[1], of: definitions[3], nil, mayFail: true)
            #expect(session.instance(of: definitions[3], nil)?.instance === instances[1])
            session.keep(instances[2], of: definitions[0], nil, mayFail: false)
            #expect(session.instance(of: definitions[0], nil)?.instance === instances[2])
            #expect(session.instance(of: definitions[0], nil)?.serial == nil)
            session.fail(outer)
            #expect(kept() == [true, false, false, true])
        }
    }

    @Test("So many instances that they are looked up are found, replaced and forgotten the same way")
    func largeSessions() throws {
        let (core, definitions) = try definitions()
        try ConstructionFrame.push(core.maker, definitions[0], nil) { outer in
            let session = ConstructionFrame.session()
            let keys = (0..<40).map { ArgumentKey([$0]) }
            let instances = keys.map { _ in A() }
            func found() -> [Int] {
                keys.indices.filter {
                    session.instance(of: definitions[1], ArgumentKey([$0]))?.instance === instances[$0]
                }
            }
            for index in 0..<20 { session.keep(instances[index], of: definitions[1], keys[index]) }
            for index in [3, 5, 19] { session.finish(definitions[1], keys[index]) }
            try ConstructionFrame.push(core.maker, definitions[2], nil) { inner in
                for index in 20..<40 { session.keep(instances[index], of: definitions[1], keys[index]) }
                #expect(found() == Array(0..<40))
                session.finish(definitions[1], keys[30])
                session.fail(inner)
                #expect(found() == Array(0..<20) + [30])
            }
            #expect(session.instance(of: definitions[1], ArgumentKey([40])) == nil)
            session.fail(outer)
            #expect(found() == [3, 5, 19, 30])
            session.keep(instances[7], of: definitions[1], keys[7])
            #expect(found() == [3, 5, 7, 19, 30])
            #expect(session.instance(of: definitions[0], keys[7]) == nil)
        }
    }

    // MARK: Frames

    private struct Alike: Hashable, Sendable {
        var number: Int
        func hash(into hasher: inout Hasher) {}
    }

    @Test("A construction far in is told from those of other definitions and of other arguments with the same hash")
    func deepNeighbours() throws {
        let (core, definitions) = try definitions()
        func found(_ definition: Int, _ number: Int) -> Int? {
            ConstructionFrame.building(definitions[definition], ArgumentKey([Alike(number: number)]))?.pointee.depth
        }
        // Two of each definition with each of the arguments, most of them where frames are looked up.
        func descend(_ depth: Int) throws {
            guard depth <= 41 else {
                for (definition, number) in (0..<4).flatMap({ definition in (0..<8).map { (definition, $0) } }) {
                    let expected = (1...41).last { $0 % 3 == definition && $0 / 6 == number }
                    #expect(found(definition, number) == expected, "\(definition) with \(number)")
                }
                return
            }
            let key = ArgumentKey([Alike(number: depth / 6)])
            try ConstructionFrame.push(core.maker, definitions[depth % 3], key) { _ in try descend(depth + 1) }
        }
        try descend(1)
    }

    @Test("What a read inside a construction comes to is final unless it has got something unfinished, each time")
    func watching() throws {
        let (core, definitions) = try definitions()
        try ConstructionFrame.push(core.maker, definitions[0], nil) { frame in
            func isFinal(_ body: () -> Void = {}) -> Bool { ConstructionFrame.watch(frame) { body() }.isFinal }
            #expect(isFinal())
            for _ in 0..<3 {
                let afterOne = isFinal { frame.pointee.readUnfinished(.max) }
                #expect(!afterOne && isFinal())
            }
        }
    }

    // MARK: What is counted

    @Test("A gate is closed once, and the last one out is told")
    func gates() {
        let gate = Gate()
        // What can't be copied goes into no expectation.
        let inside = [gate.enter(), gate.enter(), !gate.isClosed, !gate.leave(), !gate.close()]
        #expect(inside == Array(repeating: true, count: 5))
        let after = [gate.isClosed, !gate.enter(), !gate.close(), gate.leave()]
        #expect(after == Array(repeating: true, count: 4))
        let empty = Gate()
        let closed = [empty.close(), !empty.close(), !empty.enter()]
        #expect(closed == Array(repeating: true, count: 3))
    }

    @Test("Holds are as many as were added, and once the last is gone there are none")
    func holds() {
        let holds = OneWayCounter()
        let answers = [holds.add(), holds.add(), holds.remove(), holds.remove(), holds.remove(), holds.add()]
        #expect(answers == [true, true, false, false, true, false])
    }

    @Test("What was observed is kept once")
    func observed() {
        let targets = ObservedTargets()
        let answers = [3, 0, 3, 7, 0].map { targets.insert($0) }
        #expect(answers == [true, true, false, true, false])
        let all = targets.all
        #expect(all == [0, 3, 7])
    }

    // MARK: Arguments

    final class Plain: Sendable {}
    struct Odd: Sendable { var number = 1 }
    struct Same: Equatable, Sendable { var number: Int }

    @Test("Arguments are compared by value, by identity, by their parts, and those of no kind by nothing")
    func arguments() {
        let (one, other) = (Plain(), Plain())
        func equal(_ left: Any, _ right: Any) -> Bool {
            let (left, right) = (ArgumentKey([left]), ArgumentKey([right]))
            let areEqual = ArgumentKey.areEqual(left, right)
            if areEqual { #expect(left.hash == right.hash) }
            return areEqual
        }
        #expect(equal(1, 1) && !equal(1, 2) && !equal(1, "1") && equal(Same(number: 1), Same(number: 1)))
        #expect(!equal(Same(number: 1), Same(number: 2)))
        #expect(equal(one, one) && !equal(one, other) && !equal(one, 1))
        #expect(equal(Plain.self, Plain.self) && !equal(Plain.self, Odd.self))
        #expect(equal([one, other], [one, other]) && !equal([one], [other]) && !equal([one], [one, one]))
        #expect(equal(["a": one], ["a": one]) && !equal(["a": one], ["a": other]) && !equal(["a": one], ["b": one]))
        #expect(
            equal(Plain?.none as Any, Plain?.none as Any) && equal(Plain?.some(one) as Any, Plain?.some(one) as Any))
        #expect(!equal(Plain?.none as Any, Plain?.some(one) as Any) && equal(Int?.some(1) as Any, Int?.some(1) as Any))
        #expect(!equal(Odd(), Odd()))
        let key = ArgumentKey([1, "a"])
        #expect(ArgumentKey.areEqual(nil, nil) && !ArgumentKey.areEqual(nil, key) && ArgumentKey.areEqual(key, key))
        #expect(!ArgumentKey.areEqual(key, ArgumentKey([1])) && !ArgumentKey.areEqual(key, ArgumentKey(["a", 1])))
        #expect(ArgumentKey([1, one]).incomparable == nil)
        #expect(ArgumentKey([1, Odd()]).incomparable == Odd.self)
        #expect(ArgumentKey([[Odd()]]).incomparable == Odd.self && ArgumentKey([["a": Odd()]]).incomparable == Odd.self)
        #expect(ArgumentKey([Odd?.some(Odd()) as Any]).incomparable == Odd.self)
        #expect(ArgumentKey([Odd?.none as Any]).incomparable == nil)
    }
}
