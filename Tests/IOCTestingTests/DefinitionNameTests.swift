import IOC
import Testing

@Suite("Definitions by their names")
struct DefinitionNameTests {
    enum East { final class Gate: IOCComponent {} }
    enum West { final class Gate: IOCComponent {} }

    @Test("An ambiguous ending of a name is reported with all matches in order, and an unknown one with a suggestion")
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
