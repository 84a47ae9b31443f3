import Foundation
import TestSupport
import Testing

/// The compiler with the plugin and the modules of this build.
enum Compiler {
    struct Error: Equatable, CustomStringConvertible {
        var line: Int
        var text: String

        var description: String { "\(line): \(text)" }
    }

    static func build() throws -> String {
        URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().path()
    }

    static func options() throws -> [String] {
        let build = try build()
        return try [
            "-swift-version", "6", "-parse-as-library", "-I", build + "Modules", "-load-plugin-executable",
            "\(build)IOCMacros-tool#IOCMacros", "-diagnostic-style", "llvm",
            "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility",
        ] + ChildProcess.moduleMaps(in: build)
    }

    /// The errors of a source. An error in an expansion has the line of the annotation.
    static func errors(in source: String, _ more: [String] = []) async throws -> [Error] {
        let scratch = try Scratch()
        let file = try scratch.write("Shop.swift", source)
        let checked = try await ChildProcess.run("swiftc", try options() + more + ["-typecheck", file])
        var errors: [Error] = []
        var inMacro: String?
        for line in checked.text.split(separator: "\n") {
            if let match = line.firstMatch(of: #/swiftmacro.*swift:\d+:\d+: error: (.*)$/#) {
                inMacro = String(match.1)
            } else if let match = line.firstMatch(of: #/^.*(?:Shop\.swift|<unknown>):(\d+):(?:\d+:)? error: (.*)$/#) {
                errors.append(Error(line: Int(match.1) ?? 0, text: String(match.2)))
            } else if let text = inMacro,
                let match = line.firstMatch(of: #/Shop\.swift:(\d+):\d+: note: (in expansion|expanded code)/#)
            {
                errors.append(Error(line: Int(match.1) ?? 0, text: text))
                inMacro = nil
            }
        }
        #expect((checked.status == 0) == errors.isEmpty, "\(checked.text)")
        return errors
    }
}
