import Testing

@testable import IOC

@Suite("The arguments of a program")
struct ProgramArgumentTests {
    @Test("All that a long line says is there, in its order")
    func everything() {
        let arguments = ProgramArguments([
            "--profile", "a,b", "--server.port=1", "--config", "one.json", "--profile=c", "--server.host=x", "--watch",
            "--profile", "d", "--config=two.json", "--explain", "shop", "--why-not", "Other", "--format", "json",
            "--server.name=y",
        ])
        #expect(arguments.faults.isEmpty)
        #expect(arguments.profiles == ["a", "b", "c", "d"])
        #expect(arguments.properties == ["--server.port=1", "--server.host=x", "--server.name=y"])
        #expect(arguments.file == "two.json")
        #expect(arguments.isWatching && arguments.explainsInJSON)
        #expect(arguments.instead == .explain("shop") && arguments.other == "Other")
    }

    @Test("Everything that is wrong with a line is told, in its order")
    func faults() {
        let arguments = ProgramArguments([
            "--graph", "dto", "--format=txt", "--profile", ",", "--server.port=1", "more", "--nope=1", "--chek",
            "--explain",
        ])
        let codes: [IOCError.Code] = [
            .valueUnknown, .valueUnknown, .argumentWithoutValue, .argumentUnknown, .argumentUnknown,
            .argumentWithoutValue,
        ]
        #expect(arguments.faults.map(\.code) == codes)
        #expect(arguments.properties == ["--server.port=1", "--nope=1"])
        #expect(arguments.faults.compactMap(\.suggestion) == ["dot", "text", "--check"])
    }

    struct Line: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let codes: [IOCError.Code]
        var properties: [String] = []
        init(_ arguments: String..., codes: [IOCError.Code], properties: [String] = []) {
            self.arguments = arguments
            self.codes = codes
            self.properties = properties
        }
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let lines = [
        // What takes no value has none, not even an empty one.
        Line("--help=", codes: [.argumentUnknown]), Line("-h=1", codes: [.argumentUnknown]),
        Line("--watch=yes", codes: [.argumentUnknown]), Line("--check=", codes: [.argumentUnknown]),
        Line("--help", "-h", "--watch", "--check", codes: []),
        // What takes one has one, which is no option.
        Line("--config=", codes: [.argumentWithoutValue]), Line("--config", "", codes: [.argumentWithoutValue]),
        Line("--config", "--nope", codes: [.argumentWithoutValue]),
        Line("--graph=--dot", codes: [.argumentWithoutValue]),
        Line("--config", codes: [.argumentWithoutValue]), Line("--config", "-", codes: []),
        // Properties have a key and an equals sign.
        Line("--a=", codes: [], properties: ["--a="]), Line("--=1", codes: [.argumentUnknown]),
        Line("--a", codes: [.argumentUnknown]), Line("-a=1", codes: [.argumentUnknown]),
        Line("a=1", codes: [.argumentUnknown]),
        // Behind a refused argument a word is its value, and so is what looks like no option where it had none.
        Line("--a", "b", codes: [.argumentUnknown]), Line("--a", "-b", codes: [.argumentUnknown]),
        Line("--a", "-b=1", codes: [.argumentUnknown, .argumentUnknown]),
        Line("--a", "-b==", codes: [.argumentUnknown]),
        Line("--a", "--chek", codes: [.argumentUnknown, .argumentUnknown]),
        Line("-a=1", "b", codes: [.argumentUnknown]), Line("-a=1", "-b", codes: [.argumentUnknown, .argumentUnknown]),
        Line("--a", "b", "c", codes: [.argumentUnknown]),
        // Behind a property a word is the rest of its value, and is a fault once.
        Line("--a=1", "b", codes: [.argumentUnknown], properties: ["--a=1"]),
        Line("--a=1", "b", "c", codes: [.argumentUnknown], properties: ["--a=1"]),
        Line("--a=1", "-b", codes: [.argumentUnknown], properties: ["--a=1"]),
        Line("--a=1", "b", "-c", codes: [.argumentUnknown, .argumentUnknown], properties: ["--a=1"]),
        Line("--a=1", "--watch", "b", codes: [.argumentUnknown], properties: ["--a=1"]),
        Line("--a", "--watch", "b", codes: [.argumentUnknown, .argumentUnknown]),
    ]

    @Test("Each argument is an option with what it takes, a property, or a fault", arguments: lines)
    func told(_ line: Line) {
        let arguments = ProgramArguments(line.arguments)
        #expect(arguments.faults.map(\.code) == line.codes)
        #expect(arguments.properties == line.properties)
    }
}
