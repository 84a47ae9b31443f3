#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A finder of the Swift files below some paths.
package struct FileFinder: Sendable {
    private let exclusions: [PathPattern]

    /// Creates a finder that skips the paths that match one of the patterns.
    package init(excluding patterns: [String] = []) {
        exclusions = patterns.map { PathPattern($0) }
    }

    /// Returns the files in a stable order without repetition, and the paths that can't be used.
    ///
    /// Directories are searched recursively. Hidden files and directories in them are skipped.
    package func files(in paths: [String]) -> (files: [String], faults: [FileError]) {
        var search = Search(exclusions: exclusions)
        for path in paths { search.start(at: path.trimmingSlash) }
        return (search.files, search.faults)
    }

    private struct Search {
        let exclusions: [PathPattern]
        var files: [String] = []
        var faults: [FileError] = []
        private var seen: Set<String> = []

        init(exclusions: [PathPattern]) {
            self.exclusions = exclusions
        }

        mutating func start(at path: String) {
            switch FileKind(path) {
            case .directory: enter(path, ancestors: [])
            case .file where path.hasSuffix(".swift"): add(path)
            case .file, .special: faults.append(FileError(path: path, reason: "is not a Swift file"))
            case .missing(let reason): faults.append(FileError(path: path, reason: reason))
            }
        }

        private func isExcluded(_ path: String) -> Bool {
            exclusions.contains { $0.matches(path) }
        }

        private mutating func add(_ path: String) {
            if !isExcluded(path), seen.insert(path).inserted { files.append(path) }
        }

        private mutating func enter(_ path: String, ancestors: [String]) {
            guard !isExcluded(path) else { return }
            let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false).trimmingSlash
            guard !ancestors.contains(real) else {
                let reason = "is a symbolic link back to '\(real)', which contains it; exclude it or remove it"
                faults.append(FileError(path: path, reason: reason))
                return
            }
            guard seen.insert(path + "/").inserted else { return }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                faults.append(FileError(path: path, reason: "can't be listed: check its permissions"))
                return
            }
            for name in names.sorted() where !name.hasPrefix(".") {
                let inner = path == "." ? name : path == "/" ? "/\(name)" : "\(path)/\(name)"
                switch FileKind(inner) {
                case .directory: enter(inner, ancestors: ancestors + [real])
                case .file where name.hasSuffix(".swift"): add(inner)
                case .missing(let reason) where name.hasSuffix(".swift") && !isExcluded(inner):
                    faults.append(FileError(path: inner, reason: reason))
                case .file, .special, .missing: continue
                }
            }
        }
    }
}

/// A pattern such as `Tests`, `Sources/*/Generated` or `**/Mock*.swift`.
///
/// A pattern matches if its segments match neighboring segments of the path. In a segment, `*` matches any characters
/// and `?` matches one character. The segment `**` matches any number of segments.
struct PathPattern: Sendable {
    private let segments: [[Character]]

    init(_ text: String) {
        segments = text.split(separator: "/").filter { $0 != "." }.map { Array($0) }
    }

    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/").filter { $0 != "." }.map { Array($0) }
        guard !segments.isEmpty else { return false }
        return parts.indices.contains { Self.matchesPrefix(segments[...], of: parts[$0...]) }
    }

    private static func matchesPrefix(_ pattern: ArraySlice<[Character]>, of parts: ArraySlice<[Character]>) -> Bool {
        guard let first = pattern.first else { return true }
        if first == ["*", "*"] {
            return (parts.startIndex...parts.endIndex).contains { matchesPrefix(pattern.dropFirst(), of: parts[$0...]) }
        }
        guard let part = parts.first else { return false }
        return matches(first[...], part[...]) && matchesPrefix(pattern.dropFirst(), of: parts.dropFirst())
    }

    private static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return (text.startIndex...text.endIndex).contains { matches(pattern.dropFirst(), text[$0...]) }
        }
        guard let character = text.first, first == "?" || first == character else { return false }
        return matches(pattern.dropFirst(), text.dropFirst())
    }
}

extension String {
    /// The path without a slash at its end, unless it is the root.
    var trimmingSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
