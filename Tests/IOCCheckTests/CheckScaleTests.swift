import IOCCommand
import TestSupport
import Testing

@Suite("The checker at scale")
struct CheckScaleTests {
    @Test("Five hundred components in twenty-five files are checked at once")
    func large() throws {
        let scratch = try Scratch()
        for file in 0..<25 {
            let classes = (0..<20).map { place in
                let number = file * 20 + place
                let next = number + 1 < 500 ? "@Autowired var next: Node\(number + 1)\n" : ""
                return """
                    protocol Role\(number): Sendable {}
                    final class Node\(number): IOCComponent, Role\(number), @unchecked Sendable {
                        \(next)@Autowired var role: any Role\(number)
                    }
                    """
            }
            try scratch.write("Sources/App/File\(file).swift", classes.joined(separator: "\n"))
        }
        let names = (0..<500).map { "\"App.Node\($0)\"" }.joined(separator: ",")
        let file = try scratch.write("config.json", "{ \"classes\": [\(names)] }")
        let outcome = ioc(["check", "--sources", scratch.path + "/Sources", "--config", file, "--no-cache"])
        #expect(outcome.code == .success)
        #expect(outcome.error.isEmpty)
    }
}
