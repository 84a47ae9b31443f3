/// The place of a definition or a fault.
package enum Origin: Hashable, Sendable {
    /// A component class of the program, by its qualified name.
    case scannedClass(name: String)
    /// A key path in a configuration file, with its position if the format has positions.
    case file(FilePosition)
    /// A line of source code.
    case source(SourceLocation)
    /// A part of a configuration that code has created.
    case code(String)
    /// An argument of the program or a variable of its environment, as a phrase such as `the argument --profile`.
    case outside(String)
}

extension Origin: CustomStringConvertible {
    /// The origin as a phrase that can follow "at" or "from".
    package var description: String {
        switch self {
        case .scannedClass(let name): "class \(name)"
        case .file(let position): position.description
        case .source(let location): location.description
        case .code(let part): "\(part) in code"
        case .outside(let phrase): phrase
        }
    }
}

extension Origin {
    /// The values by which faults are sorted: the file or phrase, the line, the column and the key path.
    package var order: (String, Int, Int, String) {
        switch self {
        case .file(let file): (file.path, file.position.line, file.position.column, file.keyPath)
        case .source(let location): (location.file, location.line, location.column ?? 0, "")
        default: (description, 0, 0, "")
        }
    }
}

/// A line and a column of a text, both counted from one; zero if the format has no positions.
package struct TextPosition: Hashable, Sendable {
    package var line = 0
    package var column = 0

    package init(line: Int = 0, column: Int = 0) {
        self.line = line
        self.column = column
    }
}

/// A place in a configuration file.
package struct FilePosition: Hashable, Sendable {
    /// The path as it was passed or found.
    package let path: String
    /// The key path inside the file, such as `components.stripe.class`; empty for the whole file.
    package let keyPath: String
    package let position: TextPosition

    /// Creates a position from its parts.
    package init(path: String, keyPath: String = "", at position: TextPosition = TextPosition()) {
        self.path = path
        self.keyPath = keyPath
        self.position = position
    }
}

extension FilePosition: CustomStringConvertible {
    /// `path:line:column`, with the key path if there is one.
    package var description: String {
        let text = position.line == 0 ? path : "\(path):\(position.line):\(position.column)"
        return keyPath.isEmpty ? text : "\(text) (\(keyPath))"
    }
}

/// A position in a source file.
package struct SourceLocation: Hashable, Sendable {
    /// `Module/File.swift`, or the file's path if the source tool has created the position.
    package let file: String
    /// The line, counted from one.
    package let line: Int
    /// The column in UTF-8 code units, counted from one, if it is known.
    package let column: Int?

    /// Creates a position from its parts.
    package init(file: String, line: Int, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The position of a declaration, from its `#fileID` and `#line`.
    package init(fileID: StaticString, line: Int) { self.init(file: fileID.description, line: line) }
}

extension SourceLocation: CustomStringConvertible {
    /// `file:line`, with the column if it is known.
    package var description: String {
        column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
    }
}
