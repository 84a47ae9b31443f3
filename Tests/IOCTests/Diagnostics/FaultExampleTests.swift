import Foundation
import IOC
import Testing

/// The message of each code, with the program that brings it about: the files in `Golden/Faults`, which are renewed with
/// `IOC_UPDATE_GOLDEN=1`, together with the examples of the page of error codes.
@Suite("An example of each code")
struct FaultExampleTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = package.appending(path: "Tests/IOCTests/Golden/Faults")
    private static let isUpdating = ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil

    /// The codes that a test can't bring about in its own process, and why.
    private static let impossible = [
        "class-private": "the compiler writes loadable metadata for every class that is not generic",
        "context-bootstrapped": "the shared context is the process's, so it would be that of other tests, too",
        "reflection-disabled": "the option of the compiler holds for a whole module",
    ]

    /// The programs of `FaultExamples`, by code.
    private static let programs: [String: (source: String, line: Int)] = {
        var found: [String: (source: String, line: Int)] = [:]
        for name in ["FaultExamples.swift", "FaultExamples+Calls.swift"] {
            let lines = text(of: "Tests/IOCTests/Diagnostics/\(name)").components(separatedBy: "\n")
            for (index, line) in lines.enumerated() where line.hasPrefix("    enum ") {
                let world = line.dropFirst(9).prefix { $0 != " " }
                let code = world.reduce(into: "") {
                    $0 += $1.isUppercase ? ($0.isEmpty ? "" : "-") + $1.lowercased() : "\($1)"
                }
                let body = lines[(index + 1)...].prefix { $0 != "    }" }.map { String($0.dropFirst(8)) }
                found[code] = (body.joined(separator: "\n").replacing("static func main", with: "func main"), index + 1)
            }
        }
        return found
    }()

    /// The files of programs that need more than the prefix, and files that are wrong themselves.
    private static let files = [
        "arguments-needed": #"{ "prefixes": ["Shop."], "assemblies": ["Shop.Kit"] }"#,
        "assembly-unknown": #"{ "assemblies": ["Warehouse.StockroomOfExamples"] }"#,
        "binding-target-does-not-fit":
            "{\n  \"prefixes\": [\"Shop.\"],\n  \"bindings\": { \"Shop.Gateway\": \"log\" }\n}",
        "binding-target-unknown": "{\n  \"prefixes\": [\"Shop.\"],\n  \"bindings\": { \"Shop.Gateway\": \"strpe\" }\n}",
        "binding-type-unknown": "{\n  \"prefixes\": [\"Shop.\"],\n  \"bindings\": { \"ExampleGatway\": \"stripe\" }\n}",
        "class-ambiguous": #"{ "classes": ["ExampleSender"] }"#,
        "class-unknown": #"{ "classes": ["ExampleMaper"] }"#,
        "configuration-empty": #"{ "settings": { "port": 80 } }"#,
        "construction-timeout": #"{ "prefixes": ["Shop."], "timeouts": { "construction": "20ms" } }"#,
        "cycle-forbidden": #"{ "prefixes": ["Shop."], "cycles": "forbid" }"#,
        "definition-not-stored": #"{ "assemblies": ["Shop.Kit"] }"#,
        "file-malformed": "{\n  \"prefixes\": [\"Shop.\"]\n  \"profiles\": [\"production\"]\n}",
        "file-missing": #"{ "imports": ["database.json"] }"#,
        "file-too-large": #"{ "settings": { "sizes": "# + String(repeating: "[", count: 600),
        "import-cycle": #"{ "imports": ["context.json"] }"#,
        "key-repeated": #"{ "prefixes": ["Shop."], "prefixes": ["Mail."] }"#,
        "key-too-long": "{ \"settings\": { \"\(String(repeating: "a", count: 4_000))\": 1 } }",
        "key-unknown": #"{ "prefixs": ["Shop."] }"#,
        "key-wrong-type": #"{ "prefixes": "Shop." }"#,
        "number-out-of-range": #"{ "settings": { "size": 1e999 } }"#,
        "placeholder-unresolved":
            "{\n  \"prefixes\": [\"Shop.\"],\n  \"settings\": { \"example.url\": \"http://${example.host}/\" }\n}",
        "profile-unknown": "{\n  \"strict\": true, \"profiles\": [\"!production\"],\n  \"prefixes\": [\"Shop.\"]\n}",
        "ready-timeout": #"{ "prefixes": ["Shop."], "timeouts": { "start": "50ms" } }"#,
        "service-timeout": #"{ "prefixes": ["Shop."], "timeouts": { "stop": "50ms" } }"#,
        "setting-conversion": "{\n  \"prefixes\": [\"Shop.\"],\n  \"settings\": { \"example.port\": \"four\" }\n}",
        "setting-of-absent": "{\n  \"prefixes\": [\"Shop.\"],\n  \"settings\": { \"example.host\": \"mail\" }\n}",
        "setting-unread": "{\n  \"prefixes\": [\"Shop.\"],\n  \"settings\": { \"example.prot\": 81 }\n}",
        "start-timeout": #"{ "prefixes": ["Shop."], "timeouts": { "start": "50ms" } }"#,
        "stop-timeout": #"{ "prefixes": ["Shop."], "timeouts": { "stop": "50ms" } }"#,
    ]

    /// The variables of the environment, by code.
    private static let variables = [
        "variable-ambiguous": ["EXAMPLE_MAX_BODY": "3"],
        "variable-unread": ["EXAMPLE_PROT": "81"],
    ]

    /// The arguments of a program, by code.
    private static let arguments = [
        "argument-malformed": ["--profile"],
        "argument-unknown": ["-chek"],
        "subject-unknown": ["--explain", "Gatway"],
    ]

    /// The functions `main` of programs.
    private static let calls: [String: @Sendable () async throws -> Void] = [
        "argument-incomparable": { try FaultExamples.ArgumentIncomparable.main() },
        "assembly-not-activated": { try FaultExamples.AssemblyNotActivated.main() },
        "collaborator-ambiguous": { try FaultExamples.CollaboratorAmbiguous.main() },
        "context-ended": { try FaultExamples.ContextEnded.main() },
        "context-missing": { try FaultExamples.ContextMissing.main() },
        "definition-used-twice": { try FaultExamples.DefinitionUsedTwice.main() },
        "graph-too-deep": { try SmallStack.run { try FaultExamples.GraphTooDeep.main() } },
        "instance-not-being-built": { try FaultExamples.InstanceNotBeingBuilt.main() },
        "parent-elsewhere": { try FaultExamples.ParentElsewhere.main() },
        "reload-unavailable": { try await FaultExamples.ReloadUnavailable.main() },
    ]

    /// The functions `main` of programs that get the context.
    private static let callsInContext: [String: @Sendable (ApplicationContext) async throws -> Void] = [
        "construction-timeout": { try FaultExamples.ConstructionTimeout.main($0) },
        "context-reentered": { try await FaultExamples.ContextReentered.main($0) },
        "context-running": { try await FaultExamples.ContextRunning.main($0) },
        "context-stopped": { try await FaultExamples.ContextStopped.main($0) },
        "instance-gone": { try FaultExamples.InstanceGone.main($0) },
        "not-started": { try FaultExamples.NotStarted.main($0) },
        "patch-without-target": { try FaultExamples.PatchWithoutTarget.main($0) },
        "protocol-mismatch": { try FaultExamples.ProtocolMismatch.main($0) },
        "ready-failed": { try await FaultExamples.ReadyFailed.main($0) },
        "ready-timeout": { try await FaultExamples.ReadyTimeout.main($0) },
        "scope-cannot-stop": { try FaultExamples.ScopeCannotStop.main($0) },
        "scope-ended": { try await FaultExamples.ScopeEnded.main($0) },
        "scope-ended-unstopped": { try await FaultExamples.ScopeEndedUnstopped.main($0) },
        "scope-inactive": { try FaultExamples.ScopeInactive.main($0) },
        "service-ended": { try await FaultExamples.ServiceEnded.main($0) },
        "service-failed": { try await FaultExamples.ServiceFailed.main($0) },
        "service-timeout": { try await FaultExamples.ServiceTimeout.main($0) },
        "start-failed": { try await FaultExamples.StartFailed.main($0) },
        "start-timeout": { try await FaultExamples.StartTimeout.main($0) },
        "stop-failed": { try await FaultExamples.StopFailed.main($0) },
        "stop-timeout": { try await FaultExamples.StopTimeout.main($0) },
        "type-unmanaged": { try FaultExamples.TypeUnmanaged.main($0) },
    ]

    private static let codes = Set(programs.keys).union(files.keys).union(arguments.keys)
        .union(["file-format-unknown", "file-unreadable"]).sorted()

    private static func text(of path: String) -> String {
        (try? String(contentsOf: package.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// The name of the enumeration that has a code's program, with what is around it.
    private static func world(_ code: String) -> String {
        "IOCTests.FaultExamples.\(code.split(separator: "-").map(\.capitalized).joined())."
    }

    struct Shop: ContainerProgram {}

    /// The message of a code: an error's, or a notice's.
    private static func message(_ code: String) async throws -> String? {
        let folder = try TemporaryFolder()
        var file = files[code] ?? #"{ "prefixes": ["Shop."] }"#
        if programs[code] != nil { file = file.replacing("Shop.", with: world(code)) }
        var path = try folder.write(code == "file-format-unknown" ? "context.yaml" : "context.json", file)
        if code == "file-unreadable" { path = folder.path }
        let text: String?
        if let arguments = arguments[code] {
            let outcome = await programOutcome(Shop(), ["--config", path] + arguments)
            text = outcome.error?.replacing("Shop: ", with: "")
        } else {
            text = try await fault(code, path).map { "\($0)" }
        }
        return text?.replacing(folder.path, with: "~")
    }

    private static func fault(_ code: String, _ path: String) async throws -> IOCError.Fault? {
        do {
            if let call = calls[code] {
                try await call()
                return nil
            }
            var configuration = try ContextConfiguration(contentsOf: path, environment: variables[code] ?? [:])
            configuration.environment = variables[code] ?? [:]
            if code == "setting-source-failed" {
                configuration.settingSources = [FaultExamples.SettingSourceFailed.Vault()]
            }
            if let call = callsInContext[code] {
                try await call(ApplicationContext(configuration))
                return nil
            }
            let report = try ApplicationContext.check(configuration)
            if let notice = report.notices.first(where: { $0.code.rawValue == code }) { return notice }
            _ = try ApplicationContext(configuration)
            return nil
        } catch let error as IOCError {
            let causes = error.faults.compactMap { $0.cause as? IOCError }.flatMap(\.faults)
            return (error.faults + causes).first { $0.code.rawValue == code } ?? error.faults.first
        }
    }

    /// A message as a program of the module `Shop` would print it.
    private static func plain(_ message: String, _ code: String) -> String {
        let start = programs[code]?.line ?? 0
        return message.replacing(world(code), with: "Shop.")
            .replacing(/IOCTests\/FaultExamples(\+Calls)?\.swift:(\d+)/) {
                "Shop/Shop.swift:\((Int($0.2) ?? 0) - start)"
            }
            // The depth depends on the platform.
            .replacing(/graph is \d+ levels/, with: "graph is 1000 levels")
    }

    /// What brings the message about: a program, a file, variables, arguments.
    private static func source(_ code: String) -> String {
        let file = ["file-format-unknown": "context.yaml", "file-unreadable": "Shop --config config/"][code]
        let parts = [
            programs[code]?.source, file ?? files[code],
            variables[code]?.map { "\($0)=\($1)" }.joined(),
            arguments[code].map { "Shop \($0.joined(separator: " "))" },
        ]
        // Long runs of a character are cut.
        return parts.compactMap(\.self).joined(separator: "\n\n").replacing(/(.)\1{40,}/) { "\($0.1)\($0.1)\($0.1)…" }
    }

    @Test("The message is the kept one", arguments: codes)
    func golden(code: String) async throws {
        let message = Self.plain(try #require(try await Self.message(code), "\(code) is not reported"), code)
        #expect(message.hasPrefix("\(code): "), "\(message)")
        let text = "\(Self.source(code))\n\n\(message)\n"
        let file = Self.folder.appending(path: "\(code).txt")
        if Self.isUpdating { try Data(text.utf8).write(to: file) }
        #expect(String(decoding: try Data(contentsOf: file), as: UTF8.self) == text)
    }

    @Test("Every code has an example, or a reason why it has none")
    func complete() {
        let codes = Self.text(of: "Sources/IOCModel/Faults/IOCError+Code.swift").matches(
            of: /Code\(rawValue: "([a-z-]+)"/)
        #expect(codes.map { String($0.1) }.sorted() == (Self.codes + Self.impossible.keys).sorted())
    }

    /// The codes whose examples the page shows.
    private static let shown = ["construction-cycle"]

    @Test("The page of error codes shows examples as they are kept")
    func page() throws {
        let path = "Sources/IOC/IOC.docc/ErrorCodes.md"
        let page = Self.text(of: path)
        let head = page.components(separatedBy: "\n### `")[0]
        let examples = Self.shown.map { code in
            let pieces = Self.text(of: "Tests/IOCTests/Golden/Faults/\(code).txt").components(separatedBy: "\n\n")
            return
                (["### `\(code)`"]
                + pieces.map { "```text\n\($0.trimmingCharacters(in: .newlines))\n```" }).joined(separator: "\n\n")
        }
        let wanted = head + "\n" + examples.joined(separator: "\n\n") + "\n"
        if Self.isUpdating { try Data(wanted.utf8).write(to: Self.package.appending(path: path)) }
        #expect(Self.text(of: path) == wanted)
    }
}
