import Foundation
import Testing

@Suite("Codes of routing errors") struct RoutingCodeTests {
    @Test("The text of a code is its name with hyphens") func codes() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/IOCRouting/Diagnostics/RoutingError.swift")
        let codes = try String(contentsOf: file, encoding: .utf8)
            .matches(of: /static let (\w+) = Self\(rawValue: "(.*)"\)/)
            .map { (name: String($0.1), text: String($0.2)) }
        #expect(codes.count > 20)
        for (name, text) in codes {
            #expect(name.replacing(/[A-Z]/) { "-" + $0.0.lowercased() } == text)
        }
        #expect(Set(codes.map(\.text)).count == codes.count)
    }
}
