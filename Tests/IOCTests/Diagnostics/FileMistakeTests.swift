import IOC
import TestSupport
import Testing

private enum Files {
    @Component final class Server { @Value("mistaken.port") var port = 80 }
    @Component("mistaken-till", .profile("production")) final class Till {}
    @Component final class Broker: Startable {
        struct Refused: Error {}
        func start() async throws { throw Refused() }
    }
}

@Suite("Mistakes in files and arguments, and what is said of them")
struct FileMistakeTests {
    struct Shop: ContainerProgram {}

    struct Mistake: Sendable, CustomTestStringConvertible {
        var name: String
        /// The file's text; nil if there is none.
        var text: String?
        var file = "shop.json"
        var arguments: [String] = []
        /// Where the message points; `~` is the file's folder.
        var place: String
        /// What it says to do, or what was probably meant.
        var remedy: String
        var testDescription: String { name }
    }

    private static let good = #"{ "classes": ["IOCTests.Files.Server", "IOCTests.Files.Till"] }"#

    static let files: [Mistake] = [
        Mistake(
            name: "A comma that is missing", text: "{\n  \"classes\": []\n  \"settings\": {}\n}",
            place: "~/shop.json:3:3",
            remedy: "expected ',' or '}'"),
        Mistake(
            name: "A misspelt key", text: #"{ "prefixs": ["Shop."] }"#, place: "~/shop.json:1:3",
            remedy: "did you mean 'prefixes'?"),
        Mistake(
            name: "A setting outside of the settings", text: #"{ "server.port": 80 }"#, place: "~/shop.json:1:3",
            remedy: #"put it there: "settings": { "server.port": … }"#),
        Mistake(
            name: "A string in place of a list", text: #"{ "prefixes": "Shop." }"#, place: "~/shop.json:1:3",
            remedy: "give 'prefixes' a list of strings"),
        Mistake(
            name: "A key that occurs twice", text: "{\n  \"classes\": [],\n  \"classes\": []\n}",
            place: "~/shop.json:3:3",
            remedy: "keep one of them"),
        Mistake(name: "An empty file", text: "", place: "~/shop.json is empty", remedy: "write at least {} into it"),
        Mistake(
            name: "A file of another format", text: "classes: []", file: "shop.yaml", place: "~/shop.yaml",
            remedy: "rename it to end in .json or .plist"),
        Mistake(
            name: "An import that does not exist", text: #"{ "imports": ["more.json"] }"#, place: "~/shop.json:1:15",
            remedy: "\"optional:\" in front of an import"),
        Mistake(
            name: "A file that imports itself", text: #"{ "imports": ["shop.json"] }"#, place: "~/shop.json",
            remedy: "take one of the imports out"),
        Mistake(
            name: "A misspelt scope",
            text: #"{ "components": { "IOCTests.Files.Server": { "scope": "protoype" } } }"#, place: "~/shop.json:1:",
            remedy: "did you mean 'prototype'?"),
        Mistake(
            name: "A misspelt class", text: #"{ "classes": ["IOCTests.Files.Serve"] }"#, place: "~/shop.json:1:15",
            remedy: "did you mean 'IOCTests.Files.Server'?"),
        Mistake(
            name: "A word in place of a number",
            text: #"{ "classes": ["IOCTests.Files.Server"], "settings": { "mistaken": { "port": "many" } } }"#,
            place: "~/shop.json:1:", remedy: "give 'mistaken.port' a whole number"),
    ]

    static let arguments: [Mistake] = [
        Mistake(
            name: "A file that does not exist", arguments: ["--config", "nope.json"],
            place: "there is no file at nope.json, which the argument --config names", remedy: "correct the path, or "),
        Mistake(
            name: "A folder in place of a file", arguments: ["--config", "~"],
            place: "~ can't be read: it is a directory",
            remedy: "name a file inside it"),
        Mistake(
            name: "A misspelt profile", text: good, arguments: ["--profile", "prodution"],
            place: "at          the argument --profile", remedy: "did you mean 'production'?"),
        Mistake(
            name: "A misspelt setting", text: good, arguments: ["--mistaken.prot=80"],
            place: "the argument --mistaken.prot", remedy: "did you mean '--mistaken.port'?"),
        Mistake(
            name: "A setting of another type", text: good, arguments: ["--mistaken.port=many"],
            place: "from the argument --mistaken.port", remedy: "give 'mistaken.port' a whole number"),
        Mistake(
            name: "A misspelt option", text: good, arguments: ["--wach"],
            place: "'--wach' isn't an argument of this program",
            remedy: "use one of: --config"),
        Mistake(
            name: "An option without its value", arguments: ["--profile"], place: "'--profile' needs a value",
            remedy: "write it as --profile VALUE"),
        Mistake(
            name: "A format that a program does not draw", text: good, arguments: ["--graph", "html"],
            place: "a program does not draw its graph as html", remedy: "swift package draw-graph --format html"),
        Mistake(
            name: "A subject that does not exist", text: good, arguments: ["--explain", "mistaken-til"],
            place: "'mistaken-til'", remedy: "did you mean"),
        Mistake(
            name: "A component that does not start", text: #"{ "classes": ["IOCTests.Files.Broker"] }"#,
            place: "cause       Refused()\n   at          class IOCTests.Files.Broker",
            remedy: "IOCTests.Files.Broker failed in start()"),
    ]

    @Test("A mistake ends the program with its place and its remedy", .promptly, arguments: files + arguments)
    func reported(_ mistake: Mistake) async throws {
        let folder = try TemporaryFolder()
        var arguments = mistake.arguments.map { $0.replacing("~", with: folder.path) }
        if let text = mistake.text { arguments += ["--config", try folder.write(mistake.file, text)] }
        let outcome = await programOutcome(Shop(), arguments)
        let error = try #require(outcome.error).replacing(folder.path, with: "~")
        #expect(error.contains(mistake.place), "\(error)")
        #expect(error.contains(mistake.remedy), "\(error)")
        #expect(outcome.code == (error.contains("start-failed") ? 69 : 78))
    }
}
