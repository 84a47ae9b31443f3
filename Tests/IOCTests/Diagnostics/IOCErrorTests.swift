import IOC
import Testing

@Suite("Texts of errors")
struct IOCErrorTests {
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
