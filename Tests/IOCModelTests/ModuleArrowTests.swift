import Foundation
import Testing

@Suite("The modules")
struct ModuleArrowTests {
    /// From the lowest up: a module imports only those before it, and what belongs to the toolchain.
    private static let arrows: [String: Set<String>] = [
        "IOCBase": [], "IOCModel": ["IOCBase"], "IOCConfiguration": ["IOCBase", "IOCModel"],
        "IOCPlan": ["IOCBase", "IOCConfiguration", "IOCModel"],
        "IOCPage": ["IOCModel"],
        "IOC": ["IOCBase", "IOCConfiguration", "IOCModel", "IOCPage", "IOCPlan"], "IOCSource": ["IOCModel"],
        "IOCCheck": ["IOCBase", "IOCConfiguration", "IOCModel", "IOCPlan", "IOCSource"],
        "IOCGenerate": ["IOCModel", "IOCSource"],
        "IOCCommand": ["IOCCheck", "IOCConfiguration", "IOCGenerate", "IOCModel", "IOCPage", "IOCSource"],
        "IOCTool": ["IOCCommand"], "IOCStatic": [], "IOCMacros": ["IOCMacroExpansion"], "IOCMacroExpansion": [],
        "IOCTesting": ["IOC", "IOCBase", "IOCModel"],
        "IOCRouting": ["IOC", "IOCModel"], "IOCRoutingTesting": ["IOCRouting", "IOCTesting"],
    ]

    @Test("No module imports one above it", arguments: Self.arrows.keys.sorted())
    func imports(_ module: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var imported: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let word = words.firstIndex(of: "import"), word < 3, words.count < word + 4,
                    words[..<word].allSatisfy({ ["package", "public", "@_exported", "@preconcurrency"].contains($0) })
                else { continue }
                // One type of a module is named behind it: `import struct IOCModel.IOCError`.
                imported.insert(String(words[words.count - 1].prefix { $0 != "." }))
            }
        }
        let ours = imported.filter { $0.hasPrefix("IOC") }
        #expect(ours.isSubset(of: try #require(Self.arrows[module])))
    }
}
