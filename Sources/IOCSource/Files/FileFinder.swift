#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the Swift files that some paths stand for.
package struct FileFinder: Sendable {
    private let exclusions: [PathPattern]

    /// A finder that passes over what any of the patterns matches.
    package init(excluding patterns: [String] = []) {
        exclusions = patterns.map { PathPattern($0) }
    }

    /// The files in a stable order, each once, and what is wrong with the paths.
    ///
    /// Directories are followed, hidden ones are not.
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
            case .file: faults.append(FileError(path: path, reason: "is not a Swift file"))
            case .missing(let reason): faults.append(FileError(path: path, reason: reason))
            }
        }

        private mutating func add(_ path: String) {
            guard !exclusions.contains(where: { $0.matches(path) }) else { return }
            if seen.insert(path).inserted { files.append(path) }
        }

        private mutating func enter(_ path: String, ancestors: [String]) {
            guard !exclusions.contains(where: { $0.matches(path) }) else { return }
            let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false).trimmingSlash
            if ancestors.contains(real) {
                let reason = "is a symbolic link back to '\(real)', which contains it; exclude it or remove it"
                faults.append(FileError(path: path, reason: reason))
                return
            }
            guard seen.insert(path + "/").inserted else { return }
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: path)
            } catch {
                faults.append(FileError(path: path, reason: "can't be listed: check its permissions"))
                return
            }
            for name in names.sorted() where !name.hasPrefix(".") {
                let inner = path == "." ? name : path == "/" ? "/\(name)" : "\(path)/\(name)"
                switch FileKind(inner) {
                case .directory: enter(inner, ancestors: ancestors + [real])
                case .file where name.hasSuffix(".swift"): add(inner)
                case .missing(let reason) where name.hasSuffix(".swift"):
                    guard !exclusions.contains(where: { $0.matches(inner) }) else { continue }
                    faults.append(FileError(path: inner, reason: reason))
                case .file, .missing: continue
                }
            }
        }
    }
}

/// A pattern such as `Tests`, `Sources/*/Generated` or `**/Mock*.swift`.
///
/// It matches where its segments match neighboring segments of the path. In a segment `*` stands for any characters
/// and `?` for one; the segment `**` stands for any number of segments.
struct PathPattern: Sendable {
    private let segments: [[Character]]

    init(_ text: String) {
        var text = text[...]
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        segments = text.split(separator: "/").map { Array($0) }
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
        // Greedy, with one place to come back to: linear for one star, quadratic at worst.
        var pattern = pattern
        var text = text
        var retry: (pattern: ArraySlice<Character>, text: ArraySlice<Character>)?
        while true {
            if pattern.first == "*" {
                pattern = pattern.dropFirst()
                retry = (pattern, text)
            } else if let next = text.first, let wanted = pattern.first, wanted == "?" || wanted == next {
                pattern = pattern.dropFirst()
                text = text.dropFirst()
            } else if text.isEmpty, pattern.isEmpty {
                return true
            } else if let place = retry, !place.text.isEmpty {
                text = place.text.dropFirst()
                pattern = place.pattern
                retry = (pattern, text)
            } else {
                return false
            }
        }
    }
}
