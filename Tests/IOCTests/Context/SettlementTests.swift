import IOCModel
import Testing

@testable import IOC

@Suite("A lookup that has got unpublished instances from other threads", .timeLimit(.minutes(30)))
struct SettlementTests {
    struct Broken: Error {}

    private let waits = WaitGraph()

    private func awaiting(_ publication: Publication, _ name: String) -> AwaitedPublication {
        AwaitedPublication(
            publication: publication, name: name, instance: ObjectIdentifier(publication), path: ["here"])
    }

    /// What settling came to on threads of their own, while another one does something.
    private func settle(
        _ lookups: [(own: [Publication], awaited: [AwaitedPublication])], timeout: Duration = .seconds(60),
        meanwhile: @escaping @Sendable () -> Void = {}
    ) -> [Result<Void, any Error>] {
        outcomesOnThreads(lookups.count + 1) { [waits] number in
            guard number < lookups.count else { return meanwhile() }
            try waits.settle(lookups[number].own, lookups[number].awaited, timeout: timeout)
        }.dropLast()
    }

    @Test("Two that hold each other's instances both publish")
    func circle() throws {
        let (first, second) = (Publication(waits), Publication(waits))
        let results = settle([([first], [awaiting(second, "second")]), ([second], [awaiting(first, "first")])])
        for result in results { try result.get() }
    }

    @Test("One whose instance stays publishes, whether it stays before or after the lookup has ended")
    func stays() throws {
        let (before, after) = (Publication(waits), Publication(waits))
        before.stays()
        let results = settle([([], [awaiting(before, "before"), awaiting(after, "after")])]) { after.stays() }
        for result in results { try result.get() }
    }

    @Test("A lookup fails with whichever of several fails, whatever became of the others", arguments: 0..<3)
    func oneOfSeveral(failing: Int) {
        let publications = (0..<3).map { _ in Publication(waits) }
        publications[(failing + 1) % 3].stays()
        let all = publications.enumerated().map { awaiting($1, "\($0)") }
        let results = settle([([], all)]) {
            publications[failing].fails(Broken())
            publications[(failing + 2) % 3].stays()
        }
        #expect(throws: Broken.self) { try results[0].get() }
    }

    @Test("A failure reaches all that hold the instance, with the way to it")
    func failure() throws {
        let (root, middle) = (Publication(waits), Publication(waits))
        var fault = Fault(.componentFailed(component: "root", stage: "didInject"))
        fault.path = ["elsewhere", "root", "leaf"]
        fault.cause = Broken()
        let error = IOCError(fault)
        let results = settle([([middle], [awaiting(root, "root")]), ([], [awaiting(middle, "middle")])]) {
            root.fails(error)
        }
        for result in results {
            let error = #expect(throws: IOCError.self) { try result.get() }
            #expect(error?.cause is Broken)
        }
        let direct = #expect(throws: IOCError.self) { try results[0].get() }
        #expect(direct?.description.contains("here -> root -> leaf") == true, "\(String(describing: direct))")
    }

    @Test("Two that hold each other's instances publish both or none, however late one sees that the other has come")
    func late() throws {
        for round in 0..<400 {
            let (first, second) = (Publication(waits), Publication(waits))
            let results = settle(
                [([first], [awaiting(second, "second")]), ([second], [awaiting(first, "first")])],
                timeout: .microseconds(round % 60))
            let published = results.map { (try? $0.get()) != nil }
            #expect(published[0] == published[1], "round \(round)")
        }
    }

    @Test("An publication that does not come ends in a timeout, for all that wait for it")
    func timeout() throws {
        let (never, mine) = (Publication(waits), Publication(waits))
        let results = settle(
            [([mine], [awaiting(never, "never")]), ([], [awaiting(mine, "mine")])], timeout: .milliseconds(20))
        for result in results {
            let error = #expect(throws: IOCError.self) { try result.get() }
            #expect(error?.code == .constructionTimeout)
        }
    }
}
