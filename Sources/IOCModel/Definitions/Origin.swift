/// Where a definition was declared: the one thing every fault can point at.
package enum Origin: Hashable, Sendable {
    /// A component class found in the program, with the module it belongs to.
    case scannedClass(name: String)
    /// A key path in a configuration file, with its position where the format gives one; in a box, as it takes three times
    /// what the others do.
    indirect case file(FilePosition)
    /// A line of source code.
    case source(SourceLocation)
    /// A configuration made in code, with the part of it that is meant.
    case code(String)
    /// An argument of the program or a variable of its environment, as a phrase such as `the argument --profile`.
    case outside(String)
}

extension Origin: CustomStringConvertible {
    /// The origin as one phrase that follows "at" or "from".
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

/// A place in a configuration file.
package struct FilePosition: Hashable, Sendable {
    /// The path as it was given or found.
    package let path: String
    /// The key path inside the file, such as `components.stripe.class`; empty for the whole file.
    package let keyPath: String
    /// The line, counted from one, where the format gives one.
    package let line: Int?
    /// The column in characters, counted from one, where the format gives one.
    package let column: Int?

    /// A position made of its parts.
    package init(path: String, keyPath: String = "", line: Int? = nil, column: Int? = nil) {
        self.path = path
        self.keyPath = keyPath
        // Zero means that a format does not have it.
        self.line = line.flatMap { $0 > 0 ? $0 : nil }
        self.column = column.flatMap { $0 > 0 ? $0 : nil }
    }
}

extension FilePosition: CustomStringConvertible {
    /// `path:line:column`, with the key path where there is one.
    package var description: String {
        var text = path
        if let line { text += ":\(line)" }
        if line != nil, let column { text += ":\(column)" }
        return keyPath.isEmpty ? text : "\(text) (\(keyPath))"
    }
}

/// A position in a source file, as `#fileID` and `#line` give it.
package struct SourceLocation: Hashable, Sendable {
    /// Most locations come from a literal and are printed seldom, so the text is created on request.
    private enum File {
        /// The address of a literal's text, which ends with a zero.
        case literal(UInt)
        case text(Text)
    }

    /// The part that only locations have which come from no literal.
    private final class Text: Sendable {
        let file: String
        let column: Int?
        init(file: String, column: Int?) {
            self.file = file
            self.column = column
        }
    }

    // In an order that leaves no gaps, as every definition has a location.
    private let storage: File
    private let storedLine: UInt32

    /// The line, counted from one.
    package var line: Int { Int(storedLine) }

    /// The column in UTF-8 code units, counted from one, where it is known.
    package var column: Int? { if case .text(let text) = storage { text.column } else { nil } }

    /// `Module/File.swift`, or a path where the source tool knows one.
    package var file: String {
        switch storage {
        case .literal(let address):
            // Sound: the text of a literal ends with a zero and stays for the life of the program.
            String(cString: UnsafePointer<CChar>(bitPattern: address)!)
        case .text(let text): text.file
        }
    }

    /// A position made of its parts.
    package init(file: String, line: Int, column: Int? = nil) {
        let position = TextPosition(line: line, column: column)
        storage = .text(Text(file: file, column: position.column == 0 ? nil : position.column))
        storedLine = UInt32(position.line)
    }

    /// The position of a declaration that captured `#fileID` and `#line`.
    package init(fileID: StaticString, line: Int) {
        storage =
            fileID.hasPointerRepresentation
            ? .literal(UInt(bitPattern: fileID.utf8Start)) : .text(Text(file: fileID.description, column: nil))
        storedLine = UInt32(clamping: line)
    }

    /// Two locations are equal when they print alike.
    package static func == (left: SourceLocation, right: SourceLocation) -> Bool {
        if left.line != right.line { return false }
        if case .literal(let here) = left.storage, case .literal(here) = right.storage { return true }
        return left.column == right.column && left.file == right.file
    }

    /// Feeds what equality compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(line)
        hasher.combine(column)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `file:line`, with the column where it is known.
    package var description: String {
        column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
    }
}
