import IOCBase
import IOCModel
import Testing

@testable import IOC

/// What is remembered while a graph is built, and of what properties lead back to: by themselves.
@Suite("What the building of a graph remembers")
struct GraphSessionTests {
    final class A: IOCComponent {}
    final class B: IOCComponent {}
    final class C: IOCComponent {}
    final class D: IOCComponent {}
    private struct Failure: Error {}

    @Test("An instance of a graph is found by its definition and arguments, however many there are")
    func finding() throws {
        let core = ContextCore.unbooted(A.self, B.self)
        let definitions = core.registry.definitions
        try ConstructionFrame.push(core.maker, definitions[0], nil) { _ in
            let session = ConstructionFrame.session()
            var kept: [A] = []
            for count in 0..<40 {
                let instance = A()
                session.keep(instance, of: definitions[count % 2], ArgumentKey([count / 2]))
                kept.append(instance)
                for (number, instance) in kept.enumerated() {
                    let found = session.instance(of: definitions[number % 2], ArgumentKey([number / 2]))
                    #expect(found?.instance === instance, "\(number) of \(count)")
                }
                #expect(session.instance(of: definitions[0], ArgumentKey([99]))?.instance == nil)
                #expect(session.instance(of: definitions[0], nil)?.instance == nil)
            }
            // What takes an instance's place is found there, once.
            let other = A()
            session.keep(other, of: definitions[1], ArgumentKey([3]))
            #expect(session.instance(of: definitions[1], ArgumentKey([3]))?.instance === other)
            #expect(session.instance(of: definitions[0], ArgumentKey([3]))?.instance === kept[6])
        }
    }

    @Test(
        "A construction that fails takes from a graph what was begun inside it, and nothing that is finished or older",
        arguments: [0, 20])
    func failing(others: Int) throws {
        let core = ContextCore.unbooted(A.self, B.self, C.self, D.self)
        let definitions = core.registry.definitions
        try ConstructionFrame.push(core.maker, definitions[0], nil) { _ in
            let session = ConstructionFrame.session()
            for number in 0..<others { session.keep(A(), of: definitions[0], ArgumentKey([number])) }
            let (before, done) = (B(), D())
            session.keep(before, of: definitions[1], nil)
            #expect(throws: Failure.self) {
                try ConstructionFrame.push(core.maker, definitions[0], ArgumentKey(["failing"])) { _ in
                    session.keep(C(), of: definitions[2], nil)
                    session.keep(done, of: definitions[3], nil, mayFail: false)
                    throw Failure()
                }
            }
            #expect(session.instance(of: definitions[1], nil)?.instance === before)
            #expect(session.instance(of: definitions[2], nil)?.instance == nil)
            #expect(session.instance(of: definitions[3], nil)?.instance === done)
            for number in 0..<others {
                #expect(session.instance(of: definitions[0], ArgumentKey([number]))?.instance != nil)
            }
        }
    }

    // MARK: References that a scope's end empties

    /// The number of entries of a list after one more, where some of the properties before have gone.
    private func entries(alive: Int, gone: Int) -> Int {
        var list = ScopedReference.List()
        var references = (0..<alive + gone).map { _ in ScopedReference(A()) }
        for reference in references { list.add(reference) }
        references.removeLast(gone)
        let last = ScopedReference(A())
        list.add(last)
        withExtendedLifetime((references, last)) {}
        return list.count
    }

    @Test("Properties that have gone are forgotten when there are eight, sixteen and so on, of which half have gone")
    func references() {
        #expect(entries(alive: 0, gone: 4) == 5)
        #expect(entries(alive: 0, gone: 7) == 8)
        #expect(entries(alive: 0, gone: 8) == 1)
        #expect(entries(alive: 4, gone: 4) == 5)
        #expect(entries(alive: 5, gone: 3) == 9)
        #expect(entries(alive: 0, gone: 9) == 10)
        #expect(entries(alive: 0, gone: 16) == 1)
        #expect(entries(alive: 8, gone: 0) == 9)
    }

    // MARK: Pictures

    @Test("A start that took no time has a picture, with its components by name")
    func picture() {
        let now = ContinuousClock.now
        let bars = ["b", "a"].map { StartPicture.Bar(component: $0, begin: now, end: now, after: nil) }
        let bar = "|█" + String(repeating: " ", count: 39) + "| 0.000"
        #expect(StartPicture(bars).lines == ["critical path: a, 0.000 ms", "* a \(bar)", "  b \(bar)"])
        #expect(StartPicture([]).lines == [])
    }
}
