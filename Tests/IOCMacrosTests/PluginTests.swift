import Foundation
import Testing

@Suite("The plugin as a program")
struct PluginTests {
    /// The answer of this build's plugin to some bytes, until it ends.
    private func answer(to bytes: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try Compiler.build() + "IOCMacros-tool")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: answer, as: UTF8.self)
    }

    private func message(_ text: String, length: Int? = nil) -> [UInt8] {
        let length = length ?? text.utf8.count
        return (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + Array(text.utf8)
    }

    private let question = #"{"getCapability":{"capability":{"protocolVersion":7}}}"#
    private let expected = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#

    @Test("Each message gets one answer, preceded by its length, until the compiler closes its end")
    func answers() throws {
        let answer = String(decoding: message(expected), as: UTF8.self)
        #expect(try self.answer(to: message(question) + message(question)) == answer + answer)
        let long = question + String(repeating: " ", count: 300)
        #expect(try self.answer(to: message(long)) == answer)
        #expect(try self.answer(to: []) == "")
    }

    @Test("An unknown or empty message is answered, and so is the next one", arguments: ["", "{}"])
    func foreign(text: String) throws {
        let answer = try self.answer(to: message(text) + message(text) + message(question))
        #expect(answer.split(separator: "expandMacroResult").count == 3 && answer.hasSuffix(expected))
    }

    @Test(
        "A message that is cut short or has an impossible length ends the plugin",
        arguments: [-1, 1 << 31, 1 << 40, 60])
    func cut(length: Int) throws {
        #expect(try answer(to: message(question, length: length)) == "")
        #expect(try answer(to: Array(message(question).prefix(7))) == "")
    }
}
