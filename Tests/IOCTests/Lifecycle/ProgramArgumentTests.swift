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
}
