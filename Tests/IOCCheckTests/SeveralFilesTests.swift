import IOCCommand
import TestSupport
import Testing

@Suite("Checks of several files")
struct SeveralFilesTests {
    private func told(_ scratch: borrowing Scratch, _ words: [String]) -> [String] {
        ioc(["check", "--no-cache", "--quiet"] + words).error
            .replacing(scratch.path + "/", with: "").split(separator: "\n").map(String.init)
    }

    /// The parts of lines that tell an error, up to what the message says of it.
    private func errors(_ lines: [String]) -> [String] {
        lines.filter { $0.contains("error: ") }.map { line in
            line.split(separator: ": ").prefix(3).map { $0.split(separator: ":")[0] }.joined(separator: " ")
        }
    }

    @Test("What is wrong with each configuration is told, and with each of the contexts above it")
    func configurations() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            import IOC
            final class AppNone {}
            final class OneUser: IOCComponent, @unchecked Sendable { @Autowired var none: AppNone }
            final class TwoUser: IOCComponent, @unchecked Sendable { @Autowired var none: AppNone }
            final class ThreeUser: IOCComponent {}
            final class AppKit: Assembly { let number: Definition<AppKit, Int> = .value(1) }
            final class OwnKit: Assembly { let word: Definition<OwnKit, String> = .value("a") }
            final class OtherKit: Assembly { let flag: Definition<OtherKit, Bool> = .value(true) }
            final class KitUser: IOCComponent, @unchecked Sendable {
                @Autowired var number: Int
                @Autowired var word: String
                @Autowired var flag: Bool
            }
            """)
        let sources = ["--sources", scratch.path + "/Sources"]
        let files = try ["One", "Two", "Three"].flatMap {
            ["--config", try scratch.write("\($0).json", "{ \"prefixes\": [\"\($0)\"] }")]
        }
        let lines = told(scratch, sources + files)
        let missing = "Sources/App/App.swift error dependency-missing"
        #expect(errors(lines) == [missing, missing], "\(lines)")
        for (line, name) in [(3, "One"), (4, "Two")] {
            let place = "Sources/App/App.swift:\(line):73: error: "
            #expect(lines.contains { $0.hasPrefix(place) && $0.hasSuffix(" [\(name).json]") }, "\(lines)")
        }
        let said = ioc(["check", "--no-cache"] + sources + files.suffix(2) + files.suffix(2))
        #expect(said.out.split(separator: "\n").count == 2 && said.code == .success)
        // Parents that are not there are told each, the first as well as the last.
        let gone = ["a", "b"].flatMap { ["--parent", "\(scratch.path)/\($0).json"] }
        let above = told(scratch, sources + files.suffix(2) + gone)
        #expect(above.filter { $0.contains("file-missing") }.count == 2, "\(above)")
        #expect(["a.json", "b.json"].allSatisfy { name in above.contains { $0.contains("no file at \(name)") } })
        // The assemblies of the file and those of the command line count together.
        let kits = try scratch.write("kits.json", #"{ "prefixes": ["KitU"], "assemblies": ["App.OwnKit"] }"#)
        let words = sources + ["--config", kits]
        let all = ["--assembly", "AppKit", "--assembly", "OtherKit"]
        #expect(told(scratch, words + all) == [])
        #expect(errors(told(scratch, words)).count == 2 && errors(told(scratch, words + all.prefix(2))).count == 1)
        #expect(errors(told(scratch, words + all.suffix(2))).count == 1)
    }

    @Test("Every place that is not there is named, and every fault of a file tells who named the file")
    func places() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/App/App.swift", "import IOC\nfinal class AppMain: IOCComponent {}")
        let nowhere = ioc("check", "--no-cache", "--config", "x", "--sources", "/none/a", "--sources", "/none/b")
        #expect(nowhere.error == "/none/a: error: does not exist\n/none/b: error: does not exist\n")
        for words in [["graph"], ["explain", "AppMain"]] {
            let outcome = ioc(words + ["--no-cache", "--config", "x", "--sources", "/none/a"])
            #expect(outcome.code == .environment && outcome.error == "/none/a: error: does not exist\n")
        }
        let toolchain = ioc(
            "check", "--no-cache", "--config", "x", "--sources", scratch.path + "/Sources", "--toolchain", scratch.path)
        #expect(toolchain.code == .environment && toolchain.error.hasPrefix("ioc: error: no sourcekitd at "))
        try scratch.write("bad.json", #"{ "prefxes": [], "clases": [], "exclde": [] }"#)
        let first = try scratch.write("first", "--strict\n")
        let second = try scratch.write("second", "\n--config\n  bad.json\n--config good.json")
        try scratch.write("good.json", #"{ "prefixes": ["App"] }"#)
        let words = ["--sources", scratch.path + "/Sources", "--directory", scratch.path]
        let lines = told(scratch, words + ["--options", first, "--options", second])
        #expect(errors(lines) == Array(repeating: "bad.json error key-unknown", count: 3), "\(lines)")
        #expect(lines.filter { $0 == "second:3: note: bad.json is named here" }.count == 3, "\(lines)")
        #expect(!lines.contains { $0.contains("good.json") })
    }

    @Test("What the environment gives to nobody is no fault where a program is only drawn")
    func drawing() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            import IOC
            final class AppMain: IOCComponent, @unchecked Sendable { @Value("key") var key: String }
            @Component(.when(property: "given")) final class AppWhen {}
            """)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"], "properties": { "key": "${NOBODY}" } }"#)
        let words = ["--sources", scratch.path + "/Sources", "--no-cache", "--config", file]
        let drawn = ioc(["graph"] + words)
        #expect(drawn.code == .success && drawn.error == "" && drawn.out.contains("AppWhen"))
        // The faults are counted, and the rest is drawn all the same.
        let faulty = try scratch.write("faulty.json", #"{ "prefixes": ["AppM", "Gone", "Lost"] }"#)
        let partly = ioc(["graph"] + words.dropLast() + [faulty])
        #expect(partly.code == .success && partly.out.contains("AppMain"))
        #expect(partly.error == "ioc: warning: the wiring has faults, which 'ioc check' lists: 3\n")
        let told = ioc(["explain", "AppWhen"] + words)
        #expect(told.code == .success && !told.out.contains("is out"), "\(told.out)")
        let checked = ioc(["check"] + words)
        #expect(checked.code == .success && checked.error.contains("warning: placeholder-unresolved"))
    }
}
