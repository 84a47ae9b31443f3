import IOCModel

extension SourceFile {
    /// Reads a file's model; the path is not part of it, as equal contents share one entry.
    init(path: String, from reader: inout BinaryReader) throws {
        self.init(path: path)
        imports = try .init(from: &reader)
        types = try .init(from: &reader)
        functions = try .init(from: &reader)
        properties = try .init(from: &reader)
        aliases = try .init(from: &reader)
        locals = try .init(from: &reader)
        for _ in 0..<(try reader.readInt()) { diagnostics.append(try Self.diagnostic(in: path, from: &reader)) }
        for _ in 0..<(try reader.readInt()) {
            let diagnostic = try Self.diagnostic(in: path, from: &reader)
            messages.append(CompilerMessage(diagnostic: diagnostic, condition: try .init(from: &reader)))
        }
    }

    private static func diagnostic(in path: String, from reader: inout BinaryReader) throws -> SourceDiagnostic {
        let severity = try SourceDiagnostic.Severity(from: &reader)
        let line = try reader.readInt()
        let place = SourceLocation(file: path, line: line, column: try reader.readInt())
        return SourceDiagnostic(severity, at: place, try reader.readString())
    }

    func write(to writer: inout BinaryWriter) {
        imports.write(to: &writer)
        types.write(to: &writer)
        functions.write(to: &writer)
        properties.write(to: &writer)
        aliases.write(to: &writer)
        locals.write(to: &writer)
        writer.write(diagnostics.count)
        for item in diagnostics { Self.write(item, to: &writer) }
        writer.write(messages.count)
        for item in messages {
            Self.write(item.diagnostic, to: &writer)
            item.condition.write(to: &writer)
        }
    }

    private static func write(_ item: SourceDiagnostic, to writer: inout BinaryWriter) {
        item.severity.write(to: &writer)
        writer.write(item.location?.line ?? 0)
        writer.write(item.location?.column ?? 0)
        writer.write(item.message)
    }
}

extension SourcePosition: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let offset = try reader.readInt()
        let line = try reader.readInt()
        self.init(offset: offset, line: line, column: try reader.readInt())
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(offset)
        writer.write(line)
        writer.write(column)
    }
}

extension SourceText: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let text = try reader.readString()
        self.init(text, at: try SourcePosition(from: &reader))
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(text)
        position.write(to: &writer)
    }
}

extension AttributeUse.Argument: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let label = try String?(from: &reader)
        self.init(label: label, value: try SourceText(from: &reader))
    }

    func write(to writer: inout BinaryWriter) {
        label.write(to: &writer)
        value.write(to: &writer)
    }
}

extension AttributeUse: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let name = try reader.readString()
        let arguments = try [Argument]?(from: &reader)
        self.init(name: name, arguments: arguments, position: try SourcePosition(from: &reader))
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        arguments.write(to: &writer)
        position.write(to: &writer)
    }
}

extension ImportDeclaration: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let module = try reader.readString()
        let target = try reader.readString()
        self.init(module: module, target: target, position: try SourcePosition(from: &reader))
        attributes = try .init(from: &reader)
        writtenAccess = try .init(from: &reader)
        condition = try .init(from: &reader)
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(module)
        writer.write(target)
        position.write(to: &writer)
        attributes.write(to: &writer)
        writtenAccess.write(to: &writer)
        condition.write(to: &writer)
    }
}

extension GenericParameter: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let name = try reader.readString()
        self.init(name: name, constraint: try String?(from: &reader))
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        constraint.write(to: &writer)
    }
}

extension AliasDeclaration: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let name = try reader.readString()
        self.init(name: name, position: try SourcePosition(from: &reader))
        writtenAccess = try .init(from: &reader)
        genericParameters = try .init(from: &reader)
        target = try .init(from: &reader)
        isAssociatedType = try reader.readInt() == 1
        condition = try .init(from: &reader)
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        position.write(to: &writer)
        writtenAccess.write(to: &writer)
        genericParameters.write(to: &writer)
        target.write(to: &writer)
        writer.write(isAssociatedType ? 1 : 0)
        condition.write(to: &writer)
    }
}

extension CaseDeclaration: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let name = try reader.readString()
        let rawValue = try String?(from: &reader)
        self.init(name: name, rawValue: rawValue, condition: try .init(from: &reader))
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        rawValue.write(to: &writer)
        condition.write(to: &writer)
    }
}

extension LocalType: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let declaration = try TypeDeclaration(from: &reader)
        self.init(declaration: declaration, path: try .init(from: &reader))
    }

    func write(to writer: inout BinaryWriter) {
        declaration.write(to: &writer)
        path.write(to: &writer)
    }
}

extension TypeDeclaration: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let kind = try Kind(from: &reader)
        let name = try reader.readString()
        self.init(kind: kind, name: name, position: try SourcePosition(from: &reader))
        writtenAccess = try .init(from: &reader)
        attributes = try .init(from: &reader)
        modifiers = try .init(from: &reader)
        genericParameters = try .init(from: &reader)
        genericWhereClause = try .init(from: &reader)
        inheritedTypes = try .init(from: &reader)
        types = try .init(from: &reader)
        properties = try .init(from: &reader)
        functions = try .init(from: &reader)
        aliases = try .init(from: &reader)
        cases = try .init(from: &reader)
        condition = try .init(from: &reader)
    }

    func write(to writer: inout BinaryWriter) {
        kind.write(to: &writer)
        writer.write(name)
        position.write(to: &writer)
        writtenAccess.write(to: &writer)
        attributes.write(to: &writer)
        modifiers.write(to: &writer)
        genericParameters.write(to: &writer)
        genericWhereClause.write(to: &writer)
        inheritedTypes.write(to: &writer)
        types.write(to: &writer)
        properties.write(to: &writer)
        functions.write(to: &writer)
        aliases.write(to: &writer)
        cases.write(to: &writer)
        condition.write(to: &writer)
    }
}
