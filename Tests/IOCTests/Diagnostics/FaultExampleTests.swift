import Foundation
import IOC
import Testing

/// A program that makes a mistake in a context of its components.
protocol FaultProgram: Sendable {
    static func main(_ context: ApplicationContext) async throws
}

/// A program that makes a mistake without such a context.
protocol LoneFaultProgram: Sendable {
    static func main() async throws
}

/// The message of each code, below what brings it about: a program of `FaultExamples`, a file, a variable, arguments. An
/// example is called by its code, and another form of the message by the code and what is different. The files in `Golden/Faults`
/// are renewed with `IOC_UPDATE_GOLDEN=1`, together with the examples of the page of error codes.
@Suite("Examples of each code")
struct FaultExampleTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = package.appending(path: "Tests/IOCTests/Golden/Faults")

    /// The codes that a test can't bring about in its own process, and why.
    private static let impossible = [
        "class-private": "the compiler writes loadable metadata for every class that is not generic",
        "context-bootstrapped": "the shared context is the process's, so it would be that of other tests, too",
        "reflection-disabled": "the option of the compiler holds for a whole module",
    ]

    /// The programs of `FaultExamples`, by example.
    private static let programs: [String: (source: String, line: Int)] = {
        var found: [String: (source: String, line: Int)] = [:]
        for name in ["FaultExamples", "FaultExamples+Calls", "FaultExamples+Forms"] {
            let lines = text(of: "Tests/IOCTests/Diagnostics/\(name).swift").components(separatedBy: "\n")
            for (index, line) in lines.enumerated() where line.hasPrefix("    enum ") {
                let name = kebab(line.dropFirst(9).prefix(while: \.isLetter))
                let body = lines[(index + 1)...].prefix { $0 != "    }" }.map { String($0.dropFirst(8)) }
                found[name] = (body.joined(separator: "\n").replacing("static func main", with: "func main"), index + 1)
            }
        }
        return found
    }()

    private static func kebab(_ name: some StringProtocol) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? ($0.isEmpty ? "" : "-") + $1.lowercased() : "\($1)" }
    }

    private static let lonePrograms: [any LoneFaultProgram.Type] = [
        FaultExamples.ArgumentIncomparable.self, FaultExamples.AssemblyNotActivated.self,
        FaultExamples.CollaboratorAmbiguous.self, FaultExamples.ContextEnded.self, FaultExamples.ContextMissing.self,
        FaultExamples.DefinitionUsedTwice.self, FaultExamples.InstanceNotBeingBuilt.self,
        FaultExamples.ParentElsewhere.self, FaultExamples.ReloadUnavailable.self,
    ]

    private static let programsOfContext: [any FaultProgram.Type] = [
        FaultExamples.ArgumentsNeededByObject.self, FaultExamples.ClassUnknownAbsent.self,
        FaultExamples.StartFailedCreation.self, FaultExamples.ConstructionTimeout.self,
        FaultExamples.ContextReentered.self, FaultExamples.ContextRunning.self, FaultExamples.ContextStopped.self,
        FaultExamples.DependencyMissingArguments.self, FaultExamples.DependencyMissingLookup.self,
        FaultExamples.InstanceGone.self, FaultExamples.NotStarted.self, FaultExamples.PatchWithoutTarget.self,
        FaultExamples.ProtocolMismatch.self, FaultExamples.QualifierUnknownExcluded.self,
        FaultExamples.QualifierUnknownOfInstance.self, FaultExamples.ReadyFailed.self, FaultExamples.ReadyTimeout.self,
        FaultExamples.ScopeCannotStop.self, FaultExamples.ScopeEnded.self, FaultExamples.ScopeEndedUnstopped.self,
        FaultExamples.ScopeInactive.self, FaultExamples.ScopeInactiveProperty.self, FaultExamples.ServiceEnded.self,
        FaultExamples.ServiceFailed.self, FaultExamples.ServiceTimeout.self, FaultExamples.SettingMissingObject.self,
        FaultExamples.StartFailed.self, FaultExamples.StartTimeout.self, FaultExamples.StopFailed.self,
        FaultExamples.StopTimeout.self, FaultExamples.TypeUnmanaged.self,
    ]

    private static let examples: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(programs.keys).union((files ?? []).map { String($0.dropLast(4)) }).sorted()
    }()

    private static let codes = text(of: "Sources/IOCModel/Faults/IOCError+Code.swift")
        .matches(of: /Code\(rawValue: "([a-z-]+)"/).map { String($0.1) }

    private static func code(of example: String) -> String? {
        codes.filter { example == $0 || example.hasPrefix("\($0)-") }.max { $0.count < $1.count }
    }

    private static func text(of path: String) -> String {
        (try? String(contentsOf: package.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// The name of the enumeration that has an example's program, with what is around it.
    private static func world(_ example: String) -> String {
        "IOCTests.FaultExamples.\(example.split(separator: "-").map(\.capitalized).joined())."
    }

    struct Shop: ContainerProgram {}

    /// What brings a message about: a program, a file, a variable and arguments, as they are kept above the message.
    private struct Example {
        let name, code: String
        var file: String?
        var variables: [String: String] = [:]
        var arguments: [String]?

        init(_ name: String, _ code: String) {
            (self.name, self.code) = (name, code)
            for part in text(of: "Tests/IOCTests/Golden/Faults/\(name).txt").components(separatedBy: "\n\n") {
                let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
                if part.hasPrefix("{") { file = part }
                if words.first == "Shop" { arguments = Array(words.dropFirst()) }
                if let pair = part.wholeMatch(of: /([A-Z_]+)=(.*)/) { variables[String(pair.1)] = String(pair.2) }
            }
        }

        var source: String {
            let parts = [
                programs[name]?.source, file, variables.first.map { "\($0.key)=\($0.value)" },
                arguments.map { (["Shop"] + $0).joined(separator: " ") },
            ]
            return parts.compactMap(\.self).joined(separator: "\n\n")
        }

        /// The message: an error's, or that of the notices of the code.
        func message() async throws -> String? {
            let folder = try TemporaryFolder()
            // A long run of a character is cut.
            var text = (file ?? #"{ "prefixes": ["Shop."] }"#)
                .replacing(/(.)\1\1…/) { String(repeating: String($0.1), count: 4_000) }
            if programs[name] != nil { text = text.replacing("Shop.", with: world(name)) }
            let path = try folder.write(code == "file-format-unknown" ? "context.yaml" : "context.json", text)
            let found: String?
            if let arguments = arguments?.map({ $0.replacing("~", with: folder.path) }) {
                let outcome = await programOutcome(
                    Shop(), arguments.contains("--config") ? arguments : ["--config", path] + arguments)
                #expect(outcome.code == (code == "start-failed" ? 69 : 78))
                found = outcome.error?.replacing("Shop: ", with: "")
            } else {
                let faults = try await faults(path)
                found = faults.isEmpty ? nil : faults.map(\.description).joined(separator: "\n\n")
            }
            return found?.replacing(folder.path, with: "~")
        }

        private func faults(_ path: String) async throws -> [IOCError.Fault] {
            func isMeant(_ fault: IOCError.Fault) -> Bool { fault.code.rawValue == code }
            do {
                if name == "graph-too-deep" { try SmallStack.run { try FaultExamples.GraphTooDeep.main() } }
                if let program = lonePrograms.first(where: { kebab("\($0)") == name }) {
                    try await program.main()
                    return []
                }
                var configuration = try ContextConfiguration(contentsOf: path, environment: variables)
                configuration.environment = variables
                if code == "setting-source-failed" {
                    configuration.settingSources = [FaultExamples.SettingSourceFailed.Vault()]
                }
                if let program = programsOfContext.first(where: { kebab("\($0)") == name }) {
                    try await program.main(ApplicationContext(configuration))
                    return []
                }
                let notices = try ApplicationContext.check(configuration).notices.filter(isMeant)
                if notices.isEmpty { _ = try ApplicationContext(configuration) }
                return notices
            } catch let error as IOCError {
                let causes = error.faults.compactMap { $0.cause as? IOCError }.flatMap(\.faults).filter(isMeant)
                return causes.isEmpty ? error.faults : causes
            }
        }
    }

    /// A message as a program of the module `Shop` would print it.
    private static func plain(_ message: String, _ example: String) -> String {
        let start = programs[example]?.line ?? 0
        return message.replacing(world(example), with: "Shop.")
            .replacing(/IOCTests\/FaultExamples(\+[A-Za-z]+)?\.swift:(\d+)/) {
                "Shop/Shop.swift:\((Int($0.2) ?? 0) - start)"
            }
            // The depth depends on the platform, and so does the module of a class of Foundation.
            .replacing(/graph is \d+ levels/, with: "graph is 1000 levels")
            .replacing("FoundationEssentials.", with: "Foundation.")
            // The profiles that the whole program mentions.
            .replacing(/use one of: .*production.*/, with: "use one of: …")
    }

    @Test("The message is the kept one", arguments: examples)
    func golden(name: String) async throws {
        let code = try #require(Self.code(of: name))
        let example = Example(name, code)
        let found = try #require(try await example.message(), "\(name) is not reported")
        let message = Self.plain(found, name)
        #expect(message.contains("\(code): "), "\(message)")
        let text = "\(example.source)\n\n\(message)\n"
        let file = Self.folder.appending(path: "\(name).txt")
        if GoldenFiles.areUpdated { try Data(text.utf8).write(to: file) }
        #expect(String(decoding: try Data(contentsOf: file), as: UTF8.self) == text)
    }

    @Test("Every code has an example, or a reason why it has none")
    func complete() {
        #expect(Set(Self.codes).subtracting(Self.impossible.keys).subtracting(Self.examples).isEmpty)
        #expect(Self.examples.allSatisfy { Self.code(of: $0) != nil })
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
        if GoldenFiles.areUpdated { try Data(wanted.utf8).write(to: Self.package.appending(path: path)) }
        #expect(Self.text(of: path) == wanted)
    }
}
