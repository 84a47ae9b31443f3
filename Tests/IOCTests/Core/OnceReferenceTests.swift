import Dispatch
import IOCBase
import Testing

@testable import IOC

@Suite("References that are set once")
struct OnceReferenceTests {
    private final class Thing: Sendable {}

    @Test("There is none before one is set, and the first one stays")
    func first() {
        let reference = OnceReference<Thing>()
        #expect(reference.object == nil)
        let (one, other) = (Thing(), Thing())
        #expect(reference.setIfNil(one) === one)
        #expect(reference.setIfNil(other) === one)
        #expect(reference.object === one)
    }

    @Test("What was set is kept as long as the reference, what came too late is not")
    func kept() {
        final class Owner: Sendable { let reference = OnceReference<Thing>() }
        var owner: Owner? = Owner()
        weak let first = owner?.reference.setIfNil(Thing())
        #expect(first != nil && owner?.reference.object === first)
        weak var late: Thing?
        do {
            let thing = Thing()
            late = thing
            owner?.reference.setIfNil(thing)
        }
        #expect(late == nil)
        owner = nil
        #expect(first == nil)
    }

    @Test("Of threads that set one at once all get the same")
    func threads() {
        final class Owner: Sendable { let reference = OnceReference<Thing>() }
        for _ in 0..<200 {
            let owner = Owner()
            let found = Guarded(Set<ObjectIdentifier>())
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let thing = owner.reference.setIfNil(Thing())
                found.withLock { _ = $0.insert(ObjectIdentifier(thing)) }
            }
            #expect(found.withLock(\.count) == 1)
        }
    }

    @Test("A state of groups is kept for the next construction, one at a time, and goes with the last one")
    func work() {
        var waits: WaitGraph? = WaitGraph()
        var one = waits?.takeWork()
        weak let first = one
        var other = waits?.takeWork()
        weak let last = other
        #expect(first != nil && first !== other)
        if let work = one.take() { waits?.giveBack(work) }
        one = waits?.takeWork()
        #expect(one === first)
        if let work = one.take() { waits?.giveBack(work) }
        if let other { waits?.giveBack(other) }
        #expect(first == nil)
        one = waits?.takeWork()
        #expect(one === other)
        if let work = one.take() { waits?.giveBack(work) }
        other = nil
        #expect(last != nil)
        waits = nil
        #expect(last == nil)
    }
}
