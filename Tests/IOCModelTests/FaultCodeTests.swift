import Foundation
import IOCModel
import Testing

@Suite("The codes of faults")
struct FaultCodeTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")

    /// The cases of faults, each with its code.
    private static func codes(in file: String) throws -> [(name: String, code: String)] {
        try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            .matches(of: #/case ((?:\.\w+(?:, )?)+): "([a-z-]+)"/#)
            .flatMap { match in match.1.split(separator: ", ").map { (String($0.dropFirst()), String(match.2)) } }
    }

    private static func camelCase(_ code: String) -> String {
        let words = code.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
    }

    @Test("A case is its code in camel case")
    func cases() throws {
        let codes = try Self.codes(in: "IOCModel/Faults/Fault.swift")
        #expect(codes.count > 80)
        for (name, code) in codes { #expect(name == Self.camelCase(code)) }
        // Those of properties stand inside a case of their own, which may say the first word.
        for (name, code) in try Self.codes(in: "IOCModel/Faults/PropertyFault.swift") where name != "unreadRest" {
            let inside = "property" + name.prefix(1).uppercased() + name.dropFirst()
            #expect([name, inside].contains(Self.camelCase(code)))
        }
    }

    @Test("Every code has a constant of its name")
    func constants() throws {
        let text = try String(
            contentsOf: Self.sources.appending(path: "IOCConfiguration/Errors/IOCErrorCode.swift"), encoding: .utf8)
        let constants = text.matches(of: #/public static let (\w+) = Code\(rawValue: "([a-z-]+)"\)/#)
        for constant in constants { #expect(constant.1 == Self.camelCase(String(constant.2))) }
        let known = Set(constants.map { String($0.2) })
        let codes = try ["Fault", "PropertyFault"].flatMap { try Self.codes(in: "IOCModel/Faults/\($0).swift") }
        #expect(Set(codes.map(\.code)) == known)
    }
}
