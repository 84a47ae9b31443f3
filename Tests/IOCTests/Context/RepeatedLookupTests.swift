import FoundationEssentials
import IOC
import Testing

@Suite("Lookups that are repeated")
struct RepeatedLookupTests {
    protocol Sink: Sendable {}
    @Component final class Console: Sink {}

    @Test("Lists, optionals and providers that are looked up again and again take no more memory")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let context = try ApplicationContext(ContextConfiguration(components: [Console.self]))
            func look() throws {
                for _ in 0..<20_000 {
                    _ = try context.component([any Sink].self)
                    _ = try context.component(Console?.self)
                    _ = try context.component(Provider<Console>.self)
                    _ = try context.component(Console.self)
                }
            }
            func residentKilobytes() throws -> Int {
                let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
                return try #require(Int(fields[1])) * 4
            }
            try look()
            let before = try residentKilobytes()
            try look()
            #expect(try residentKilobytes() - before < 2_000)
        }
    }
}
