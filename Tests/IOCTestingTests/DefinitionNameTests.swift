import IOC
import Testing

@Suite("Definitions by their names")
struct DefinitionNameTests {
    enum East { final class Gate: IOCComponent {} }
    enum West { final class Gate: IOCComponent {} }

    @Test("A name that several end with is told with all of them, in order; one that nobody has with what was meant")
    func names() throws {
        let context = try ApplicationContext(.of(West.Gate.self, East.Gate.self))
        let full = "IOCTestingTests.DefinitionNameTests"
        let found = context.definitions(named: ["Gate", "East.Gate", "West.Gat"])
        #expect(found.names == ["\(full).East.Gate"])
        #expect(
            found.failures.first == "several definitions are named 'Gate': \(full).East.Gate, \(full).West.Gate")
        #expect(found.failures.count == 2)
        #expect(found.failures.last?.hasPrefix("no definition is named 'West.Gat'; did you mean '") == true)
    }
}
