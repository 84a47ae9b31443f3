import Foundation
import IOCModel
import IOCSource
import TestSupport
import Testing

@Suite("A file with everything")
struct RichFileTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    /// Every field of a model that says something, one a line.
    private func text(_ value: Any, _ label: String = "", _ indent: String = "") -> String {
        let line = "\(indent)\(label.isEmpty ? "" : label + ": ")"
        switch value {
        case let position as SourcePosition: return "\(line)\(position.line):\(position.column) (\(position.offset))\n"
        case let written as SourceText: return "\(line)\"\(written.text)\"" + text(written.position, "", " ")
        case let fault as SourceDiagnostic:
            // The words are the toolchain's.
            return "\(line)\(fault.severity) \(fault.location?.line ?? 0):\(fault.location?.column ?? 0)\n"
        case let string as String: return "\(line)\"\(string)\"\n"
        case let flag as Bool: return flag ? "\(line)\(flag)\n" : ""
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value, label, indent) } ?? ""
        case .enum: return "\(line)\(value)\n"
        default:
            let inner = mirror.children.map { text($0.value, $0.label ?? "-", indent + "  ") }.joined()
            return inner.isEmpty ? "" : line + "\n" + inner
        }
    }

    private func expectSame(_ text: String, as name: String) throws {
        let file = Self.golden.appending(path: name)
        if ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let found = text.split(separator: "\n")
        let line = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }
        let isSame = expected == found
        #expect(
            isSame,
            "\(name), from line \((line?.offset ?? min(expected.count, found.count)) + 1): \(line?.element.1 ?? "")")
    }

    private func load(_ directory: String, cache: Bool = false) throws -> SourceLoader.Result {
        var result = try SourceLoader(cacheDirectory: cache ? directory + "/cache" : nil)
            .load([directory + "/File.swift"])
        for index in result.files.indices { result.files[index].path = "File.swift" }
        return result
    }

    @Test("Has a model whose every field is as it was")
    func model() throws {
        let scratch = try Scratch()
        try scratch.write("File.swift", RichFile.text)
        let file = try #require(load(scratch.path).files.first)
        try expectSame(text(file).replacing(scratch.path + "/", with: ""), as: "RichFile.txt")
    }

    @Test("Is remembered with everything, and what is read again is what was written")
    func remembered() throws {
        let scratch = try Scratch()
        try scratch.write("File.swift", RichFile.text)
        let fresh = try load(scratch.path, cache: true)
        let again = try load(scratch.path, cache: true)
        #expect(fresh.parsedCount == 1 && again.parsedCount == 0)
        #expect(text(again.files) == text(fresh.files))
        #expect(again.diagnostics == fresh.diagnostics)
    }

    @Test(
        "A build leaves out what it does not compile, at every depth, and keeps what is open",
        arguments: [["A", "DEBUG"], ["B", "FAST"], []])
    func compiled(defined: [String]) throws {
        let scratch = try Scratch()
        try scratch.write("File.swift", RichFile.text)
        var build = BuildSettings(defined: Set(defined), undefined: defined.isEmpty ? [] : ["A", "B", "DEBUG", "FAST"])
        build.target("x86_64-unknown-linux-gnu")
        let whole = try #require(load(scratch.path).files.first)
        let file = whole.compiled(in: build)
        func conditions(_ types: [TypeDeclaration]) -> [String] {
            types.flatMap { type in
                ["\(type.name): \(type.condition ?? "")"]
                    + type.properties.compactMap { property in property.condition.map { "\(property.name): \($0)" } }
                    + type.cases.map { "case \($0.name): \($0.condition ?? "")" } + conditions(type.types)
            }
        }
        var lines = file.imports.map { "import \($0.module): \($0.condition ?? "")" } + conditions(file.types)
        lines += file.functions.map { "func \($0.name): \($0.condition ?? "")" }
        lines += file.aliases.map { "alias \($0.name): \($0.condition ?? "")" }
        lines += file.locals.map { "local \($0.path.count) \($0.declaration.name)" }
        lines += whole.messages(in: build).map(\.message)
        try expectSame(lines.joined(separator: "\n"), as: "RichFile.\(defined.joined(separator: ".")).txt")
    }
}
