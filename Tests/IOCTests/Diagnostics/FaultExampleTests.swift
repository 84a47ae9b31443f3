import Foundation
import IOC
import Testing

/// The message of each code, with the program that brings it about: the files in `Golden/Faults`, which are renewed with
/// `IOC_UPDATE_GOLDEN=1`.
@Suite("An example of each code")
struct FaultExampleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/Faults")

    /// The programs of `FaultExamples`, by code.
    private static let programs: [String: (source: [String], line: Int)] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FaultExamples.swift")
        let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n")
        var found: [String: (source: [String], line: Int)] = [:]
        for (index, line) in lines.enumerated() where line.hasPrefix("    enum ") {
            let name = line.dropFirst(9).prefix { $0 != " " }
            let code = name.reduce(into: "") {
                $0 += $1.isUppercase ? ($0.isEmpty ? "" : "-") + $1.lowercased() : "\($1)"
            }
            let body = lines[(index + 1)...].prefix { $0 != "    }" }
            found[code] = (body.map { String($0.dropFirst(8)) }, index + 1)
        }
        return found
    }()

    /// Files that are wrong, by code.
    private static let files = [
        "configuration-empty": #"{ "settings": { "port": 80 } }"#,
        "file-malformed": "{\n  \"prefixes\": [\"Shop.\"]\n  \"profiles\": [\"production\"]\n}",
        "file-missing": #"{ "imports": ["database.json"] }"#,
        "import-cycle": #"{ "imports": ["context.json"] }"#,
        "key-repeated": #"{ "prefixes": ["Shop."], "prefixes": ["Mail."] }"#,
        "key-unknown": #"{ "prefixs": ["Shop."] }"#,
        "key-wrong-type": #"{ "prefixes": "Shop." }"#,
        "number-out-of-range": #"{ "settings": { "size": 1e999 } }"#,
        "assembly-unknown": #"{ "assemblies": ["Warehouse.StockroomOfExamples"] }"#,
    ]

    /// The changes of the configuration that has the prefix of a program.
    private static let changes: [String: @Sendable (inout ContextConfiguration) -> Void] = [
        "arguments-needed": { $0.assemblies = ["IOCTests.FaultExamples.ArgumentsNeeded.Kit"] },
        "binding-target-does-not-fit": {
            $0.bindings = ["IOCTests.FaultExamples.BindingTargetDoesNotFit.Gateway": "log"]
        },
        "binding-target-unknown": { $0.bindings = ["IOCTests.FaultExamples.BindingTargetUnknown.Gateway": "strpe"] },
        "binding-type-unknown": { $0.bindings = ["ExampleGatway": "stripe"] },
        "class-unknown": { $0.classes = ["ExampleMaper"] },
        "cycle-forbidden": { $0.cycles = .forbid },
        "definition-not-stored": { $0.assemblies = ["IOCTests.FaultExamples.DefinitionNotStored.Kit"] },
        "placeholder-unresolved": { $0.settings = ["example": ["url": "http://${example.host}/"]] },
        "setting-conversion": { $0.settings = ["example": ["port": "four"]] },
        "variable-unread": { $0.environment = ["EXAMPLE_PROT": "81"] },
    ]

    /// What only a call shows, by code.
    private static let calls: [String: @Sendable () throws -> Void] = [
        "argument-incomparable": {
            _ = try FaultExamples.ArgumentIncomparable.Kit.activated().frame(.init(inches: 20))
        }
    ]

    /// The message of a code: an error's, or a notice's of a check.
    private static func message(_ code: String) throws -> String? {
        let folder = try TemporaryFolder()
        func shown(_ fault: IOCError.Fault?) -> String? {
            fault.map { "\($0)".replacing(folder.path, with: "~") }
        }
        do {
            if let text = files[code] {
                let path = try folder.write("context.json", text)
                _ = try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
                return nil
            }
            let world = code.split(separator: "-").map(\.capitalized).joined()
            var configuration = ContextConfiguration(prefixes: ["IOCTests.FaultExamples.\(world)."])
            if ["setting-unread", "setting-of-absent"].contains(code) {
                let key = code == "setting-unread" ? "prot" : "host"
                let path = try folder.write(
                    "context.json",
                    """
                    { "prefixes": ["IOCTests.FaultExamples.\(world)."], "settings": { "example": { "\(key)": 1 } } }
                    """)
                configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            }
            configuration.environment = [:]
            changes[code]?(&configuration)
            try calls[code]?()
            let report = try ApplicationContext.check(configuration)
            if let notice = report.notices.first(where: { $0.code.rawValue == code }) { return shown(notice) }
            _ = try ApplicationContext(configuration)
            return nil
        } catch let error as IOCError {
            return shown(error.faults.first { $0.code.rawValue == code }) ?? "\(error)"
        }
    }

    /// A message as a program of the module `Shop` would print it.
    private static func plain(_ message: String, _ code: String) -> String {
        let world = code.split(separator: "-").map(\.capitalized).joined()
        let start = programs[code]?.line ?? 0
        return message.replacing("IOCTests.FaultExamples.\(world).", with: "Shop.")
            .replacing(/IOCTests\/FaultExamples\.swift:(\d+)/) { "Shop/Shop.swift:\((Int($0.1) ?? 0) - start)" }
    }

    @Test("The message is the kept one", arguments: (Array(programs.keys) + Array(files.keys)).sorted())
    func golden(code: String) throws {
        let message = Self.plain(try #require(try Self.message(code), "\(code) is not reported"), code)
        #expect(message.hasPrefix("\(code): "), "\(message)")
        let source = Self.files[code] ?? Self.programs[code]?.source.joined(separator: "\n") ?? ""
        let text = "\(source)\n\n\(message)\n"
        let file = Self.folder.appending(path: "\(code).txt")
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(String(decoding: try Data(contentsOf: file), as: UTF8.self) == text)
    }

    @Test("The page of error codes shows kept messages as its examples")
    func page() throws {
        let path = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/IOC/IOC.docc/ErrorCodes.md")
        let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n### `").dropFirst()
        #expect(parts.count > 5)
        for part in parts {
            let code = String(part.prefix { $0 != "`" })
            let kept = try String(contentsOf: Self.folder.appending(path: "\(code).txt"), encoding: .utf8)
            for piece in kept.components(separatedBy: "\n\n") where !piece.hasPrefix(code) || !part.contains(piece) {
                #expect(part.contains(piece.trimmingCharacters(in: .newlines)), "\(code): \(piece)")
            }
        }
    }
}
