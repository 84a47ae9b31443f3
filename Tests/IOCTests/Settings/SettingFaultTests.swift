import IOC
import Testing

@Suite("The wording of faulty settings")
struct SettingFaultTests {
    struct Database: Decodable, Sendable {
        var port: Int
    }
    final class Port: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.port") var port: UInt16
    }
    final class Subtree: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("database") var database: Database?
    }

    static let cases: [(settings: String, variables: [String: String], text: String)] = [
        (
            #""server": { "prot": 80 }"#, [:],
            """
            setting-missing: Port.port needs the setting 'server.port', and no source has it
               at          IOCTests/SettingFaultTests.swift:11
               wanted      UInt16
               did you mean 'server.prot'?
               fix         set 'server.port' under "settings", or SERVER_PORT in the environment, or give it a default
            """
        ),
        (
            #""server": { "port": "eighty" }"#, [:],
            """
            setting-conversion: Port.port needs UInt16, and 'server.port' is "eighty"
               at          IOCTests/SettingFaultTests.swift:11
               wanted      UInt16
               value       "eighty", from ~/a.json:2:29 (settings.server.port)
               fix         give 'server.port' a whole number from 0 to 65535
            """
        ),
        (
            #""server": { "port": 80 }"#, ["SERVER_PORT": "70000"],
            """
            setting-conversion: Port.port needs UInt16, and 'server.port' is "70000"
               at          IOCTests/SettingFaultTests.swift:11
               wanted      UInt16
               value       "70000", from the environment variable SERVER_PORT
               fix         give 'server.port' a whole number from 0 to 65535
            """
        ),
        (
            #""server": { "port": "${web.port}" }, "web": { "port": "${PROT}" }"#, ["PORT": "1"],
            """
            placeholder-unresolved: the placeholder ${PROT} names a setting that no source has
               at          IOCTests/SettingFaultTests.swift:11
               chain       server.port -> web.port -> PROT
               fix         set it, give it a default as in ${PROT:value}, or write $${ for the text itself
            """
        ),
        (
            #""server": { "port": "${web.port}" }, "web": { "port": "${server.port}" }"#, [:],
            """
            placeholder-unresolved: placeholders lead to each other in a cycle
               at          IOCTests/SettingFaultTests.swift:11
               cycle       ┌─> server.port
                           │   web.port
                           └── back to server.port
               fix         give one of them a value of its own
            """
        ),
        (
            #""server": { "port": "${web" }"#, [:],
            """
            placeholder-unresolved: the value of 'server.port' can't be put together: a placeholder has no closing brace
               at          IOCTests/SettingFaultTests.swift:11
               value       from ~/a.json:2:29 (settings.server.port)
               fix         write placeholders as ${key} or ${key:default}, and $${ for the text itself
            """
        ),
        (
            #""server": { "port": 80, "po-rt": 1, "po_rt": 2 }"#, ["SERVER_PO_RT": "1"],
            """
            variable-ambiguous: the environment variable SERVER_PO_RT is set, and 2 settings map to it
               setting     server.po-rt
               setting     server.po_rt
               fix         rename one of the settings, or set the one that you mean in a file
            """
        ),
    ]

    @Test("A fault names key, value, origin, wanted type and the setting's own line", arguments: cases.indices)
    func wording(index: Int) throws {
        let (settings, variables, text) = Self.cases[index]
        let folder = try TemporaryFolder()
        let path = try folder.write("a.json", "{\n  \"settings\": { \(settings) }\n}")
        let configuration = try ContextConfiguration(contentsOf: path, environment: variables).with {
            $0.classes = [String(reflecting: Port.self)]
        }
        let reported = try bootError(configuration).description.replacing(folder.path, with: "~")
        #expect(reported == text)
    }

    @Test("A member of a subtree is named by its own key, at the line of the setting that holds it")
    func member() throws {
        let error = try bootError(.reading(Subtree.self, settings: ["database": ["port": "x"]]))
        #expect(error.faults[0].injectionPoint == "Subtree.database")
        #expect(error.faults[0].settingKey == "database.port")
        #expect(
            error.faults[0].headline == "setting-conversion: Subtree.database needs Int, and 'database.port' is \"x\"")
        #expect(error.faults[0].location == "IOCTests/SettingFaultTests.swift:15")
    }
}
