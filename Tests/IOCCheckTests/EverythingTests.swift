import Foundation
import TestSupport
import Testing

@Suite("A program with everything")
struct EverythingTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    /// What the tool says of the program, without the folder it stands in.
    private func said(_ words: [String], _ file: String) -> String {
        let outcome = ioc(
            [words[0], "--sources", Self.golden.path + "/Sources", "--config", "\(Self.golden.path)/\(file).json"]
                + ["--no-cache"] + words.dropFirst())
        return "\(outcome.code)\n\(outcome.out)\(outcome.error)"
            .replacing("file://" + Self.golden.path + "/", with: "file:///")
            .replacing(Self.golden.path.replacing("/", with: "\\/") + "\\/", with: "")
            .replacing(Self.golden.path + "/", with: "")
    }

    @Test(
        "Is told and drawn as it was, every word",
        arguments: [
            ["check"], ["check", "--strict"], ["check", "--strict-sources"], ["check", "--profile", "night"],
            ["check", "-D", "FLAG", "--environment", "PASSWORD=x"],
            ["check", "--quiet", "--assembly", "Shop.OtherKit"],
            ["check", "--format", "json"], ["check", "--format", "sarif"], ["graph"], ["graph", "--format", "mermaid"],
            ["graph", "--format", "json"], ["graph", "--format", "tree"], ["graph", "--profile", "dya", "-U", "FLAG"],
        ], ["config", "plain"])
    func golden(words: [String], configuration: String) throws {
        let name =
            ([configuration] + words).map { $0.replacing("-", with: "").replacing("=", with: "") }.joined(
                separator: ".") + ".txt"
        let file = Self.golden.appending(path: name)
        let found = said(words, configuration)
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try found.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let lines = zip(expected.split(separator: "\n"), found.split(separator: "\n"))
        let different = lines.first { $0 != $1 }
        let isSame = expected == found
        #expect(isSame, "\(name): \(different?.1 ?? "") instead of \(different?.0 ?? "")")
    }
}
