package import IOCModel

/// A place in a source file, as an offset and as an editor shows it.
package struct SourcePosition: Hashable, Sendable {
    /// The offset in UTF-8 bytes from the start of the file.
    package var offset: Int
    /// The line, counted from one.
    package var line: Int
    /// The column in UTF-8 bytes, counted from one, as the compiler prints it.
    package var column: Int

    /// A position made of its parts.
    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The same place with the file it is in.
    package func location(in path: String) -> SourceLocation {
        SourceLocation(file: path, line: line, column: column)
    }
}

/// A piece of source and where it stands.
package struct SourceText: Sendable {
    /// The text as written, without surrounding white space.
    package var text: String
    /// Where its first character stands.
    package var position: SourcePosition

    /// A text at a position.
    package init(_ text: String, at position: SourcePosition) {
        self.text = text
        self.position = position
    }

    /// The position of a byte of this text, counted from its start.
    package func position(atByte index: Int) -> SourcePosition {
        var place = position
        for byte in text.utf8.prefix(index) {
            place.offset += 1
            if byte == 0x0A {
                place.line += 1
                place.column = 1
            } else {
                place.column += 1
            }
        }
        return place
    }
}
