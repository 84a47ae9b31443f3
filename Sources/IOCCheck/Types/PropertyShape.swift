import IOCModel
import IOCSource

/// The decoding of a property's value: types that the checker knows, and those of the sources that leave their decoding
/// to the compiler.
indirect enum PropertyShape: Sendable {
    /// A type that the checker knows as the compiler does.
    case plain(PropertyTypes.Readable)
    case optional(PropertyShape)
    /// An enumeration, by its raw values.
    case words(RawValues)
    /// A structure, member by member.
    case members([Member])
    /// A list or a set of structures or enumerations.
    case list(PropertyShape)
    /// One of them that nobody is to see.
    case secret(PropertyShape)
    /// A dictionary of them, by text.
    case table(PropertyShape)
    /// A type of which only the compiler knows what it takes.
    case anything

    struct Member: Sendable {
        var name: String
        var shape: PropertyShape
    }

    /// The raw values of an enumeration.
    struct RawValues: Sendable {
        enum Kind: Sendable {
            case texts([String])
            case numbers([Int])
        }

        var kind: Kind
        /// True if the type lists its cases, so that a message can.
        var isListed: Bool
        /// The type as messages write it.
        var typeName: String
    }
}

extension PropertyShape {
    /// The shape of a canonical type.
    /// - Parameters:
    ///   - around: The types that it is a part of, by number.
    ///   - isElement: True if lists or tables hold it: those of a type in itself, of which it may have many, are followed once.
    init(_ type: TypeSyntax, file: Int, _ graph: TypeGraph, in around: [Int] = [], isElement: Bool = false) {
        self = .anything
        if let known = PropertyTypes.type(type, isForeign: { graph.isForeign($0, file: file) }) {
            self = .plain(known)
            return
        }
        switch type.withoutAttributes {
        case .optional(let wrapped):
            self = .optional(PropertyShape(wrapped, file: file, graph, in: around, isElement: isElement))
        case .array(let element):
            let inner = PropertyShape(element, file: file, graph, in: around, isElement: true)
            if !inner.isOpen { self = .list(inner) }
        case .dictionary(.named(let key), let value) where key.map(\.name) == ["String"]:
            let inner = PropertyShape(value, file: file, graph, in: around, isElement: true)
            if !inner.isOpen { self = .table(inner) }
        case .named(let components):
            if let last = components.last, last.arguments.count == 1, ["Secret", "Set"].contains(last.name),
                graph.isForeign(components, file: file)
            {
                let isSet = last.name == "Set"
                let inner = PropertyShape(
                    last.arguments[0], file: file, graph, in: around, isElement: isSet || isElement)
                if !inner.isOpen { self = isSet ? .list(inner) : .secret(inner) }
                return
            }
            guard case .declared(let number, _) = graph.key(components, file: file), around.count < 16,
                !isElement || !around.contains(number)
            else { return }
            self = Self.declared(number, graph, around + [number]) ?? .anything
        default: return
        }
    }

    /// True if nothing of what it is decoded from is known.
    private var isOpen: Bool {
        switch self {
        case .anything: true
        case .optional(let inner), .secret(let inner): inner.isOpen
        default: false
        }
    }

    private static func declared(_ number: Int, _ graph: TypeGraph, _ around: [Int]) -> PropertyShape? {
        let type = graph.index.types[number]
        let decodesItself = type.parts.contains { part in
            part.declaration.initializers.contains { ["from", "rawValue"].contains($0.parameters.first?.label) }
                || part.declaration.types.contains { $0.name == "CodingKeys" }
                || part.declaration.aliases.contains { $0.name == "CodingKeys" }
        }
        // Another branch may declare it in another way.
        guard type.main.declaration.condition == nil, !type.isGeneric, !decodesItself,
            graph.ancestors[number].contains(.external("Decodable")),
            !graph.hasUnseenSupertypes(number)
        else { return nil }
        switch type.main.declaration.kind {
        case .struct: return members(of: type, graph, around)
        case .enum: return words(of: type, number, graph)
        default: return nil
        }
    }

    private static func members(of type: DeclaredType, _ graph: TypeGraph, _ around: [Int]) -> PropertyShape? {
        let scope = type.scope(type.main)
        var members: [Member] = []
        for property in type.main.declaration.properties where !property.isStatic && !property.isComputed {
            guard property.attributes.isEmpty, property.modifiers.allSatisfy({ $0 != "lazy" && $0 != "weak" }),
                property.condition == nil
            else { return nil }
            if property.isLet, property.initialValue != nil { continue }
            let written =
                property.type.map { TypeSyntax($0.text) }
                ?? property.initialValue.flatMap { ExpressionSyntax($0.text).literalType }
            guard let written else { return nil }
            let canonical = graph.index.canonical(written, in: scope)
            members.append(
                Member(
                    name: property.name,
                    shape: PropertyShape(canonical, file: scope.file, graph, in: around)))
        }
        return .members(members)
    }

    private static func words(of type: DeclaredType, _ number: Int, _ graph: TypeGraph) -> PropertyShape? {
        let cases = type.main.declaration.cases
        guard let first = type.main.declaration.inheritedTypes.first, !cases.isEmpty,
            cases.allSatisfy({ $0.condition == nil })
        else { return nil }
        let raw = graph.index.canonical(TypeSyntax(first.text), in: type.outerScope(type.main))
        let kind: RawValues.Kind
        if raw == .name("String") {
            var texts: [String] = []
            for item in cases {
                guard let text = item.rawValue.map({ ExpressionSyntax($0).string }) ?? item.name else { return nil }
                texts.append(text)
            }
            kind = .texts(texts)
        } else if raw == .name("Int") {
            var numbers: [Int] = []
            for item in cases {
                guard let written = item.rawValue else {
                    let (next, isTooLarge) = (numbers.last ?? -1).addingReportingOverflow(1)
                    if isTooLarge { return nil }
                    numbers.append(next)
                    continue
                }
                guard case .integer(let value) = ExpressionSyntax(written).form else { return nil }
                numbers.append(value)
            }
            kind = .numbers(numbers)
        } else {
            return nil
        }
        let isListed = graph.ancestors[number].contains(.external("CaseIterable"))
        return .words(RawValues(kind: kind, isListed: isListed, typeName: type.qualifiedName))
    }
}
