import IOCModel
import IOCSource

/// A file with further options, so that a change of them is seen by whoever runs the tool again.
enum OptionsFile {
    static let option = Option(
        "--options", value: "FILE", isRepeatable: true,
        help: "Read further options from FILE, separated by white space. May be repeated.")

    /// The words with those of the files in the files' places.
    /// - Throws: ``FileError`` for a file that can't be read.
    static func expanded(_ words: [String]) throws(FileError) -> [String] {
        var result: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return result + [word] + rest }
            if word == "--options", let path = rest.popFirst() {
                result += [word, path] + (try Self.words(of: path))
            } else if word.hasPrefix("--options=") {
                result += [word] + (try Self.words(of: String(word.dropFirst("--options=".count))))
            } else {
                result.append(word)
            }
        }
        return result
    }

    /// The place in one of some files that has a word.
    static func place(of word: String, in paths: [String]) -> SourceLocation? {
        for path in paths {
            let text = String(decoding: (try? FileContent.read(path)) ?? [], as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated()
            where line.split(whereSeparator: { $0.isWhitespace || $0 == "=" }).contains(Substring(word)) {
                return SourceLocation(file: path, line: index + 1)
            }
        }
        return nil
    }

    private static func words(of path: String) throws(FileError) -> [String] {
        String(decoding: try FileContent.read(path), as: UTF8.self).split { $0.isWhitespace }.map { String($0) }
    }
}
