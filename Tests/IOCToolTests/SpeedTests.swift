import Foundation
import IOCCommand
import TestSupport
import Testing

@Suite("Speed", .serialized)
struct SpeedTests {
    @Test("A thousand files of six kilobytes are generated from, twice, and the second time nothing is written")
    func thousandFiles() throws {
        let scratch = try Scratch()
        let filler = (0..<18).map { number in
            """
                /// Does the thing number \(number), with care.
                func work\(number)(_ x: Int, y: [String: Int]) async throws -> [Int] {
                    let z = y.map { $0.value + x }.filter { $0 > \(number) }
                    guard z.count > 2 else { return [] }
                    for i in 0..<z.count { print("item \\(i): \\(z[i])") }
                    return z.sorted(by: <)
                }

            """
        }.joined()
        try scratch.write("in/R.swift", "protocol AppResolver: Resolver {}\n")
        for number in 0..<1_000 {
            let next = number == 999 ? "Int" : "Service\(number + 1)"
            let text = """
                public final class Service\(number): Injectable {
                    public struct Dependency { let next: \(next); let name: String }
                    public init(dependency: Dependency) {}
                \(filler)}
                """
            try scratch.write("in/F\(number).swift", text)
        }
        let words = [
            "generate", scratch.path + "/in", "-o", scratch.path + "/R.swift", "--cache", scratch.path + "/cache",
        ]
        // On two idle processors a debug build takes 1.6 s and then 0.03 s; time decides no test.
        #expect(ioc(words).code == .success)
        let text = try scratch.read("R.swift")
        for number in [0, 1, 499, 998, 999] { #expect(text.contains("Service\(number)(")) }
        #expect(!text.contains("Service1000"))
        func written() throws -> [Date] {
            try ["R.swift", "cache"].map { name in
                try #require(
                    try FileManager.default.attributesOfItem(atPath: scratch.path + "/" + name)[.modificationDate]
                        as? Date)
            }
        }
        let before = try written()
        #expect(ioc(words).code == .success)
        #expect(try written() == before)
        #expect(try scratch.read("R.swift") == text)
        // What has changed since is seen, and nothing else is lost.
        try scratch.write(
            "in/F999.swift",
            """
            public final class Service999: Injectable {
                public struct Dependency { let other: Double; let name: String }
                public init(dependency: Dependency) {}
            }
            """)
        let last = ioc(words)
        #expect(last.code == .success, "\(last.error)")
        let changed = try scratch.read("R.swift")
        #expect(changed != text && changed.contains("Service0(") && changed.contains("Service999("))
    }
}
