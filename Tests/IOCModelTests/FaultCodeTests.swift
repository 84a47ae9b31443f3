import Foundation
import IOCModel
import Testing

@Suite("The codes of faults")
struct FaultCodeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/IOCModel/Faults")

    /// The constants of codes, each with its text.
    private static func constants() throws -> [String: String] {
        let text = try String(contentsOf: folder.appending(path: "IOCError+Code.swift"), encoding: .utf8)
        let found = text.matches(of: #/public static let (\w+) = Code\(rawValue: "([a-z-]+)"\)/#)
        return Dictionary(uniqueKeysWithValues: found.map { (String($0.1), String($0.2)) })
    }

    private static func camelCase(_ code: String) -> String {
        let words = code.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
    }

    @Test("A constant is its code in camel case")
    func constantNames() throws {
        let constants = try Self.constants()
        #expect(constants.count > 90)
        for (name, code) in constants { #expect(name == Self.camelCase(code)) }
    }

    @Test("A kind of fault has the name of its code, and every code a kind")
    func kinds() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        let kind = #/package static (?:func|let) (\w+)(?: = |[^{]*Self \{\s*)(?:Self|Fault\.Kind)\(\s*\.(\w+)/#
        let kinds = try files.map { try String(contentsOf: $0, encoding: .utf8) }.flatMap { text in
            text.matches(of: kind).map { (name: String($0.1), code: String($0.2)) }
        }
        for kind in kinds { #expect(kind.name == kind.code) }
        #expect(Set(kinds.map(\.code)) == Set(try Self.constants().keys))
    }
}
