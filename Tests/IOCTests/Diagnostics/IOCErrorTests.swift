import IOC
import Synchronization
import Testing

private struct Boom: Error, CustomStringConvertible {
    static let described = Mutex(0)
    var description: String {
        Self.described.withLock { $0 += 1 }
        return "boom"
    }
}
@Component(.scope(.prototype)) private final class Failing { init() throws { throw Boom() } }

@Suite("Texts of errors")
struct IOCErrorTests {
    @Test("A failed lookup runs no code of the program until its message is read")
    func silent() throws {
        let context = try ApplicationContext(ContextConfiguration(components: [Failing.self]))
        // An expectation would print what it is about.
        var errors: [IOCError] = []
        for _ in 0..<3 {
            do { _ = try context.component(Failing.self) } catch let error as IOCError { errors.append(error) }
        }
        let error = IOCError(errors.flatMap(\.faults) + [Fault(.contextRunning)])
        let codes = error.faults.map(\.code)
        let described = Boom.described.withLock(\.self)
        #expect(codes.filter { $0 == .componentFailed }.count == 3 && described == 0)
        #expect("\(error)".contains("boom") && Boom.described.withLock(\.self) > 0)
    }

    @Test("An error counts its faults, orders them by phase and keeps the user's own error")
    func errorDescribesItsFaults() {
        struct Boom: Error {}
        var failed = Fault(.componentFailed("Clock", in: "didInject()"))
        failed.cause = Boom()
        let error = IOCError([failed, Fault(.fileEmpty(path: "a.json"))])
        #expect(error.faults.map(\.code) == [.fileMalformed, .componentFailed])
        #expect(error.cause is Boom)
        #expect(error.description.hasPrefix("2 faults\n\n1. file-malformed: a.json is empty"))
    }
}
