import FoundationEssentials
import IOC
import IOCBase
import Testing

enum LiveParameters {
    @Component
    final class Constants {
        @Injected(setting: "isOpen", default: Live(false)) let isOpen: Live<Bool>
        @Injected(setting: "note") let note: Live<String?>
        @Injected(setting: "limit") let limit: Live<Int>
    }

    @Component
    struct Parameters {
        let isOpen: Live<Bool>
        let limit: Live<Int>

        init(@Named(setting: "isOpen") isOpen: Live<Bool> = Live(false), @Named(setting: "limit") limit: Live<Int>) {
            self.isOpen = isOpen
            self.limit = limit
        }
    }

    struct ByHand: ConstructedComponent {
        let isOpen: Live<Bool>
        let limit: Live<Int>
        static var constructor: Constructor {
            Constructor(
                Parameter<Live<Bool>>("isOpen", setting: "isOpen", default: Live(false)),
                Parameter<Live<Int>>("limit", setting: "limit")
            ) { try ByHand(isOpen: $0[0], limit: $0[1]) }
        }
    }

    struct Nameless: ConstructedComponent {
        let isOpen: Live<Bool>
        static var constructor: Constructor {
            Constructor(Parameter<Live<Bool>>("isOpen")) { try Nameless(isOpen: $0[0]) }
        }
    }
}

@Suite("Settings that an initializer is passed and that follow their sources")
struct LiveParameterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func context(_ settings: String, _ types: Any.Type...) throws -> ApplicationContext {
        let classes = types.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        try folder.write("a.json", "{ \"classes\": [\(classes)], \"settings\": \(settings) }")
        return try ApplicationContext(contentsOf: folder.path + "/a.json", environment: [:])
    }

    @Test("A constant, a parameter and a constructor by hand follow their sources, and have their default without one")
    func forms() async throws {
        let context = try context(
            #"{ "limit": 1 }"#, LiveParameters.Constants.self, LiveParameters.Parameters.self,
            LiveParameters.ByHand.self)
        let constants = try context.component(LiveParameters.Constants.self)
        let parameters = try context.component(LiveParameters.Parameters.self)
        let byHand = try context.component(LiveParameters.ByHand.self)
        func all() -> [String] {
            ["\(constants.isOpen()) \(constants.limit())", "\(parameters.isOpen()) \(parameters.limit())"]
                + ["\(byHand.isOpen()) \(byHand.limit())"]
        }
        #expect(all() == Array(repeating: "false 1", count: 3) && constants.note() == nil)
        _ = try self.context(
            #"{ "limit": 2, "isOpen": true, "note": "there" }"#, LiveParameters.Constants.self,
            LiveParameters.Parameters.self, LiveParameters.ByHand.self)
        #expect(try await context.reloading() === context)
        #expect(all() == Array(repeating: "true 2", count: 3) && constants.note() == "there")
    }

    @Test("A constant live value can be used in a test, and has no changes")
    func constant() async throws {
        let parameters = LiveParameters.Parameters(isOpen: Live(true), limit: Live(3))
        #expect(parameters.isOpen() && parameters.limit.value == 3)
        #expect(Live<Int?>(nil)() == nil)
        var changes = parameters.limit.changes.makeAsyncIterator()
        #expect(await changes.next() == nil)
    }

    @Test("A missing or unconvertible setting is reported at boot, with its parameter")
    func faults() throws {
        let mistakes = [("{}", IOCError.Code.settingMissing), (#"{ "limit": "many" }"#, .settingConversion)]
        for (settings, code) in mistakes {
            let error = #expect(throws: IOCError.self) {
                try context(settings, LiveParameters.Constants.self, LiveParameters.ByHand.self)
            }
            #expect(error?.faults.map(\.code) == [code, code])
            #expect(error?.description.contains("Constants.init(limit:)") == true)
            #expect(error?.description.contains("ByHand.init(limit:)") == true)
        }
    }

    @Test("A live value without a setting is reported with the way to ask for one")
    func nameless() throws {
        let error = #expect(throws: IOCError.self) { try context("{}", LiveParameters.Nameless.self) }
        #expect(error?.code == .dependencyMissing)
        #expect(error?.description.contains("@Named(setting: \"…\")") == true, "\(String(describing: error))")
        #expect(error?.description.contains("subclass") == false)
    }
}
