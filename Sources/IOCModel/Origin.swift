/// Where a definition was declared: the one thing every fault can point at.
public enum Origin: Hashable, Sendable {
    /// A component class found in an image of the program.
    case scannedClass(name: String, image: String?)
    /// A key path in a configuration file, with its position where the format gives one.
    case file(path: String, keyPath: String, line: Int?, column: Int?)
    /// A line of source code.
    case source(SourceLocation)
}

/// A position in a source file, as `#fileID` and `#line` give it.
public struct SourceLocation: Hashable, Sendable {
    /// `Module/File.swift`, or a path where the source tool knows one.
    public var file: String
    /// The line, counted from one.
    public var line: Int
    /// The column in UTF-8 code units, counted from one, where it is known.
    public var column: Int?

    /// A position made of its parts.
    public init(file: String, line: Int, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `file:line`, with the column where it is known.
    public var description: String {
        column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
    }
}
