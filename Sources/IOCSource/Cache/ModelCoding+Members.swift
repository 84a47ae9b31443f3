extension PropertyDeclaration: BinaryCodable {
    private var flags: Int {
        [isLet, isStatic, isComputed, isSettable].enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
    }

    init(from reader: inout BinaryReader) throws {
        let name = try reader.readString()
        self.init(name: name, position: try SourcePosition(from: &reader))
        type = try .init(from: &reader)
        initialValue = try .init(from: &reader)
        body = try .init(from: &reader)
        writtenAccess = try .init(from: &reader)
        attributes = try .init(from: &reader)
        modifiers = try .init(from: &reader)
        condition = try .init(from: &reader)
        let flags = try reader.readInt()
        isLet = flags & 1 != 0
        isStatic = flags & 2 != 0
        isComputed = flags & 4 != 0
        isSettable = flags & 8 != 0
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        position.write(to: &writer)
        type.write(to: &writer)
        initialValue.write(to: &writer)
        body.write(to: &writer)
        writtenAccess.write(to: &writer)
        attributes.write(to: &writer)
        modifiers.write(to: &writer)
        condition.write(to: &writer)
        writer.write(flags)
    }
}

extension ParameterDeclaration: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        let label = try String?(from: &reader)
        let name = try reader.readString()
        let type = try SourceText(from: &reader)
        self.init(label: label, name: name, type: type, position: try SourcePosition(from: &reader))
        attributes = try .init(from: &reader)
        defaultValue = try .init(from: &reader)
        isVariadic = try reader.readInt() == 1
    }

    func write(to writer: inout BinaryWriter) {
        label.write(to: &writer)
        writer.write(name)
        type.write(to: &writer)
        position.write(to: &writer)
        attributes.write(to: &writer)
        defaultValue.write(to: &writer)
        writer.write(isVariadic ? 1 : 0)
    }
}

extension FunctionDeclaration.Throwing: BinaryCodable {
    init(from reader: inout BinaryReader) throws {
        switch try reader.readInt() {
        case 0: self = .nothing
        case 1: self = .anything
        case 2: self = .rethrowing
        default: self = .error(try reader.readString())
        }
    }

    func write(to writer: inout BinaryWriter) {
        switch self {
        case .nothing: writer.write(0)
        case .anything: writer.write(1)
        case .rethrowing: writer.write(2)
        case .error(let type):
            writer.write(3)
            writer.write(type)
        }
    }
}

extension FunctionDeclaration: BinaryCodable {
    private var flags: Int {
        [isAsync, isStatic, isInitializer, isFailable, hasBody].enumerated()
            .reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
    }

    init(from reader: inout BinaryReader) throws {
        let name = try reader.readString()
        self.init(name: name, position: try SourcePosition(from: &reader))
        writtenAccess = try .init(from: &reader)
        attributes = try .init(from: &reader)
        modifiers = try .init(from: &reader)
        genericParameters = try .init(from: &reader)
        genericWhereClause = try .init(from: &reader)
        parameters = try .init(from: &reader)
        returnType = try .init(from: &reader)
        throwing = try .init(from: &reader)
        condition = try .init(from: &reader)
        let flags = try reader.readInt()
        isAsync = flags & 1 != 0
        isStatic = flags & 2 != 0
        isInitializer = flags & 4 != 0
        isFailable = flags & 8 != 0
        hasBody = flags & 16 != 0
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        position.write(to: &writer)
        writtenAccess.write(to: &writer)
        attributes.write(to: &writer)
        modifiers.write(to: &writer)
        genericParameters.write(to: &writer)
        genericWhereClause.write(to: &writer)
        parameters.write(to: &writer)
        returnType.write(to: &writer)
        throwing.write(to: &writer)
        condition.write(to: &writer)
        writer.write(flags)
    }
}
