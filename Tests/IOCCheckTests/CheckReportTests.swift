import Foundation
import IOCCommand
import IOCSource
import TestSupport
import Testing

@Suite("What ioc check says, and to whom")
struct CheckReportTests {
    private func shop(_ scratch: borrowing Scratch, _ source: String) throws -> [String] {
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\nprotocol P: Sendable {}\n" + source)
        let file = try scratch.write("config.json", #"{ "prefixes": ["Shop"] }"#)
        return ["check", "--sources", scratch.path + "/Sources", "--no-cache", "--config", file]
    }

    private let fine = "@Component final class ShopA: P {}\n@Component final class ShopB { @Autowired var p: any P }\n"
    private let faulty = "@Component final class ShopB { @Autowired var p: any P }\n"

    @Test("Success is a line with what was checked, and --quiet leaves it out")
    func success() throws {
        let scratch = try Scratch()
        let check = try shop(scratch, fine + "#if FLAG\nfinal class ShopC: IOCComponent {}\n#endif")
        let outcome = ioc(check)
        #expect(outcome.out == "\(scratch.path)/config.json: no faults: 3 components, 1 injection point, 1 note\n")
        #expect(ioc(check + ["--quiet"]).out.isEmpty)
        #expect(ioc(try shop(scratch, faulty)).out.isEmpty)
    }

    @Test("With --format json a program reads everything: codes, places, notes and what was checked")
    func json() throws {
        struct Document: Decodable {
            struct Entry: Decodable {
                var severity: String
                var code: String?
                var message: String
                var file: String?
                var line: Int?
                var column: Int?
                var notes: [Entry]?
            }
            struct Summary: Decodable {
                var file: String
                var components: Int
                var points: Int
            }
            var diagnostics: [Entry]
            var configurations: [Summary]
        }
        let scratch = try Scratch()
        let outcome = ioc(try shop(scratch, faulty) + ["--format", "json"])
        #expect(outcome.code == .faults && outcome.error.isEmpty)
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.out.utf8))
        let fault = try #require(document.diagnostics.first)
        #expect(document.diagnostics.count == 1)
        #expect(fault.severity == "error" && fault.code == "dependency-missing")
        #expect(fault.message == "ShopB.p needs any Shop.P, and no component provides one")
        #expect(fault.file?.hasSuffix("Shop.swift") == true && fault.line == 3 && fault.column == 47)
        #expect(fault.notes?.first?.message.hasPrefix("fix: ") == true)
        #expect(document.configurations.map(\.components) == [1] && document.configurations.map(\.points) == [1])
        let fine = ioc(try shop(scratch, fine) + ["--format=json"])
        #expect(try JSONDecoder().decode(Document.self, from: Data(fine.out.utf8)).diagnostics.isEmpty)
        #expect(fine.code == .success)
    }

    @Test("With --format sarif editors and code hosts read it, syntax errors too")
    func sarif() throws {
        let scratch = try Scratch()
        for (source, rules, line) in [(faulty, ["dependency-missing"], 3), ("final class {", [], 3)] {
            let outcome = ioc(try shop(scratch, source) + ["--format", "sarif"])
            #expect(outcome.code == .faults && outcome.error.isEmpty)
            let log = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any])
            #expect(log["version"] as? String == "2.1.0")
            let run = try #require((log["runs"] as? [[String: Any]])?.first)
            let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
            #expect((driver?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == rules)
            let result = try #require((run["results"] as? [[String: Any]])?.first)
            #expect(result["level"] as? String == "error")
            let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            #expect((place?["region"] as? [String: Any])?["startLine"] as? Int == line)
            let uri = (place?["artifactLocation"] as? [String: Any])?["uri"] as? String
            #expect(uri?.hasPrefix("file:///") == true && uri?.hasSuffix("/Sources/Shop/Shop.swift") == true)
        }
        let path = try scratch.write("Sources/Shop/50 % #ümlaut?.swift", "final class {")
        let awkward = ioc("check", "--sources", path, "--format", "sarif").out
        let quoted = try #require(awkward.firstMatch(of: #/"uri" ?: ?"([^"]+)"/#)?.1)
        let uri = String(quoted).replacing("\\/", with: "/")
        #expect(URL(string: uri)?.path(percentEncoded: false) == path)

        // A name on the command line has no place.
        try scratch.write("Sources/Kit/Kit.swift", "final class Kit: Assembly { let one: Define<Int> = .value(1) }")
        let kit = ["check", "--sources", scratch.path + "/Sources/Kit", "--no-cache", "--assembly"]
        let nameless = ioc(kit + ["Kti", "--format", "sarif"])
        #expect(nameless.code == .faults && nameless.out.contains("assembly-unknown"))
        #expect(!nameless.out.contains("physicalLocation"), "\(nameless.out)")
        #expect(ioc(kit + ["Kit"]).out == "no faults: 1 component, 0 injection points, 0 notes\n")

        let unknown = ioc(try shop(scratch, fine) + ["--format", "sarf"])
        #expect(unknown.code == .usage && unknown.error.contains("did you mean 'sarif'?"))
    }

    @Test(
        "Colors are for terminals that show them, unless NO_COLOR says otherwise",
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true),
        ] as [(Bool, [String: String], Bool)])
    func colors(_ isTerminal: Bool, _ variables: [String: String], _ isColored: Bool) {
        #expect(Console.isColored(isTerminal: isTerminal) { variables[$0] } == isColored)
        let diagnostic = SourceDiagnostic.error(
            at: nil, "missing", notes: [.note(at: nil, "fix it")])
        #expect(diagnostic.text(isColored: true).contains("\u{1B}[31merror: \u{1B}[0mmissing\n"))
        #expect(diagnostic.text(isColored: false) == "error: missing\nnote: fix it")
    }

    @Test("A file that is missing is told where an options file names it")
    func missingFile() throws {
        let scratch = try Scratch()
        let check = Array(try shop(scratch, fine).dropLast(2))
        for sign in [" ", "="] {
            let options = try scratch.write(".ioc-check", "--strict\n--config\(sign)config/shpo.json\n")
            let more = try scratch.write(".ioc-more", "")
            let outcome = ioc(check + ["--directory", scratch.path, "--options", options, "--options", more])
            #expect(outcome.code == .faults)
            #expect(outcome.error.contains("\(options):2: note: config/shpo.json is named here"))
        }
        let none = ioc(check + ["--directory", scratch.path])
        #expect(none.code == .usage && none.error.contains("a file .ioc-check in the target's directory names another"))
    }

    @Test("A child's file is checked with what its parents give", arguments: [true, false])
    func parents(_ isOpen: Bool) throws {
        let scratch = try Scratch()
        let given = "@Component final class BaseA: P {}\n"
        _ = try shop(
            scratch,
            """
            protocol Q: Sendable {}
            protocol Never: Sendable {}
            \(isOpen ? "#if FLAG\n\(given)#endif" : given)
            @Component final class BaseB: Q { static var traits: [ComponentTrait] { [.scope(.request), .named("b")] } }
            @Component final class MidC { @Autowired var p: any P }
            @Component final class MidD { @Autowired("b") var q: Provider<any Q>; @Value("port") var port: Int }
            @Component final class BadE { @Autowired var never: any Never }
            @Component final class WorseF { @Autowired var q: any Q }
            @Component final class OwnP: P {}
            final class Own {}
            final class Kit: Assembly { let odd = Definition { (kit: Kit) in make(kit) } }
            @Component final class LeftG { @Autowired var own: Own }
            """)
        func file(_ name: String, _ prefix: String, _ more: String = "") throws -> String {
            try scratch.write("\(name).json", "{ \"prefixes\": [\"\(prefix)\"]\(more) }")
        }
        let base = try file("base", "Base", #", "properties": { "port": 80 }"#)
        let between = try scratch.write("between.json", #"{ "classes": ["Shop.MidC"] }"#)
        let check = ["check", "--sources", scratch.path + "/Sources", "--no-cache"]
        let child = try file("child", "Mid")
        let alone = ioc(check + ["--config", child])
        for code in ["qualifier-unknown", "property-missing"] { #expect(alone.error.contains("error: \(code)")) }
        for parents in [["--parent", base], ["--parent", base, "--parent", between]] {
            let outcome = ioc(check + ["--config", child] + parents)
            #expect(outcome.code == .success, "\(outcome.error)")
            #expect(outcome.error.contains("MidC.p is left to the parent context") == isOpen)
        }
        // A context's own component is nobody else's, and what a definition of any type may provide is left to it.
        let own = try scratch.write("own.json", #"{ "classes": ["Shop.MidC", "Shop.OwnP"] }"#)
        #expect(ioc(check + ["--config", own, "--parent", base]).error == "")
        let kit = try scratch.write("kit.json", #"{ "assemblies": ["Kit"] }"#)
        let left = ioc(check + ["--config", try file("left", "Left"), "--parent", kit])
        #expect(
            left.code == .success && left.error.contains("LeftG.own is left to the parent context"), "\(left.error)")
        let bad = ioc(check + ["--config", try file("bad", "Bad"), "--parent", base])
        #expect(bad.error.contains("error: dependency-missing: BadE.never"))
        let worse = ioc(check + ["--config", try file("worse", "Worse"), "--parent", base])
        #expect(worse.error.contains("error: dependency-captive"))
        let gone = ioc(check + ["--config", child, "--parent", scratch.path + "/gone.json"])
        #expect(gone.code == .faults && gone.error.contains("gone.json"))
    }

    @Test("Each shell gets a script that completes every command and option", arguments: ["bash", "zsh", "fish"])
    func completion(_ shell: String) async throws {
        let script = ioc("completion", shell)
        #expect(script.code == .success)
        for word in ["check", "graph", "generate", "completion", "strict-sources", "triple"] {
            #expect(script.out.contains(word))
        }
        let unknown = ioc("completion", "zhs")
        #expect(unknown.code == .usage && unknown.error.contains("use one of bash, zsh, fish; did you mean 'zsh'?"))
        #expect(ioc("completion").code == .usage)
        if shell == "fish" {
            let option = "complete -c ioc -n '__fish_seen_subcommand_from generate' "
            #expect(script.out.contains("\n\(option)-s o -l output -r -d 'Write the code to FILE"))
            #expect(script.out.contains("\n\(option)-l strict -d 'Complain about"))
            #expect(script.out.contains("\n\(option)-s q -l quiet -d 'Say nothing"))
        }
        guard shell == "bash" else { return }
        let scratch = try Scratch()
        let path = try scratch.write("ioc.bash", script.out)
        let outcome = try await ChildProcess.run(
            "bash",
            [
                "-c",
                "source \(path); COMP_WORDS=(ioc check --str); COMP_CWORD=2; _ioc; echo \"${COMPREPLY[*]}\"; "
                    + "COMP_WORDS=(ioc gr); COMP_CWORD=1; _ioc; echo \"${COMPREPLY[*]}\"",
            ])
        #expect(outcome.text == "--strict --strict-sources\ngraph\n")
    }

    @Test(
        "One cause is one fault: what a wrong name or binding brings about is not told beside it",
        arguments: [
            (
                "final class MainA: IOCComponent, P {}\nfinal class MainB: IOCComponent, P {}",
                #""bindings": { "Shop.Q": "MainA" }"#, ["binding-type-unknown"]
            ),
            (
                "final class MainA: IOCComponent, P {}", #""bindings": { "Shop.P": "MainX" }"#,
                ["binding-target-unknown"]
            ),
            (
                "final class MainA: IOCComponent, P {}\nfinal class MainB: IOCComponent {}",
                #""bindings": { "Shop.P": "MainB" }"#, ["binding-target-does-not-fit"]
            ),
            (
                "@Component(\"same\") final class MainA {}\n@Component(\"same\") final class MainB: P {}\n"
                    + "@Component final class MainY { @Autowired(\"same\") var p: any P }", "", ["name-repeated"]
            ),
            // What has a cause of its own is told with it.
            (
                "final class MainA: IOCComponent, P {}\nfinal class MainB: IOCComponent, P {}",
                #""bindings": { "Shop.Q": "MainZ" }"#, ["binding-type-unknown", "dependency-ambiguous"]
            ),
            (
                "final class MainA: IOCComponent, P {}\n@Component final class MainY { @Autowired(\"no\") var p: any P }",
                #""bindings": { "Shop.P": "MainX" }"#, ["binding-target-unknown", "qualifier-unknown"]
            ),
        ])
    func oneCause(_ source: String, _ bindings: String, _ codes: [String]) throws {
        let whole = "protocol P: Sendable {}\n\(source)\n@Component final class MainZ { @Autowired var p: any P }"
        let file = "{ \(#""prefixes": ["Main"]"#)\(bindings.isEmpty ? "" : ", ")\(bindings) }"
        #expect(try FalseAlarmTests.told(whole, file).sorted() == codes)
    }

    @Test(
        "Of several wrong bindings each is told, and nothing that only follows from one",
        arguments: [
            ("Q", "MainA", "binding-type-unknown"), ("P", "MainX", "binding-target-unknown"),
            ("P", "MainZ", "binding-target-does-not-fit"),
        ])
    func severalCauses(_ type: String, _ name: String, _ code: String) throws {
        let types = (1...3).map { number in
            "protocol P\(number): Sendable {}\n"
                + ["A", "B"].map { "final class Main\($0)\(number): IOCComponent, P\(number) {}\n" }.joined()
        }
        let points = (1...3).map { "@Autowired var p\($0): any P\($0)\n" }
        let others = (1...3).map { "final class MainZ\($0): IOCComponent {}\n" }
        let whole = (types + others).joined() + "@Component final class MainY {\n\(points.joined())}"
        let bindings = (1...3).map { #""Shop.\#(type)\#($0)": "\#(name)\#($0)""# }.joined(separator: ", ")
        let file = #"{ "prefixes": ["Main"], "bindings": { \#(bindings) } }"#
        #expect(try FalseAlarmTests.told(whole, file) == [code, code, code])
    }
}
