import Foundation
import Testing

/// What the sources promise about themselves.
@Suite("Routing's house") struct HouseTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/IOCRouting")
        .standardizedFileURL

    func text(_ path: String) throws -> String {
        try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
    }

    @Test("A code's text is its name, in the form that the container's codes have") func codes() throws {
        let codes = try text("Diagnostics/RoutingError+Code.swift")
            .matches(of: /static let (\w+) = Self\(rawValue: "(.*)"\)/)
            .map { (name: String($0.1), text: String($0.2)) }
        #expect(codes.count > 20)
        for (name, text) in codes {
            #expect(name.replacing(/[A-Z]/) { "-" + $0.0.lowercased() } == text)
        }
        #expect(Set(codes.map(\.text)).count == codes.count)
    }

    @Test("Each room is told of on the page about the house, and each told of is there") func rooms() throws {
        let told = try text("IOCRouting.docc/TheHouse.md").matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
        let rooms = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { !$0.hasSuffix(".docc") && !$0.hasPrefix(".") }
        #expect(told.sorted() == rooms.sorted())
    }
}
