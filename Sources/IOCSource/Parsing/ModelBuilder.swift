import CSourceKit
import IOCModel

/// Turns sourcekitd's flat answer into the model of one file.
struct ModelBuilder {
    let path: String
    let text: SourceBuffer
    let tokens: TokenMap
    let nodes: UnsafeBufferPointer<iocsk_node>
    let attributes: UnsafeBufferPointer<iocsk_attribute>
    let typeReferences: UnsafeBufferPointer<iocsk_range>
    private let diagnostics: UnsafeBufferPointer<iocsk_diagnostic>
    private let regions: [ConditionalRegion]

    init(path: String, text: SourceBuffer, result: iocsk_result) {
        self.path = path
        self.text = text
        tokens = TokenMap(result, text: text)
        nodes = UnsafeBufferPointer(start: result.nodes, count: result.node_count)
        attributes = UnsafeBufferPointer(start: result.attributes, count: result.attribute_count)
        typeReferences = UnsafeBufferPointer(start: result.type_references, count: result.type_reference_count)
        diagnostics = UnsafeBufferPointer(start: result.diagnostics, count: result.diagnostic_count)
        regions = tokens.conditions()
    }

    mutating func build() -> SourceFile {
        var file = SourceFile(path: path)
        file.imports = tokens.imports()
        for index in file.imports.indices {
            file.imports[index].condition = condition(at: file.imports[index].position.offset)
        }
        var index = 0
        while index < nodes.count {
            let next = end(of: index)
            switch kind(index) {
            case IOCSK_KIND_VAR_GLOBAL: file.properties.append(property(index))
            case IOCSK_KIND_FUNCTION_FREE: file.functions.append(function(index, until: next))
            case IOCSK_KIND_TYPEALIAS: file.aliases.append(alias(index, until: next))
            default:
                if let type = type(index, until: next) { file.types.append(type) }
            }
            index = next
        }
        file.locals = localTypes()
        for item in diagnostics {
            let diagnostic = SourceDiagnostic(
                item.is_error != 0 ? .error : .warning,
                at: .init(file: path, line: Int(item.line), column: Int(item.column)),
                String(cString: item.text))
            let line = text.offset(ofLine: Int(item.line))
            let start = text.skippingTrivia(from: line)
            if text.starts(with: "#error", at: start) || text.starts(with: "#warning", at: start) {
                file.messages.append(CompilerMessage(diagnostic: diagnostic, condition: condition(at: start)))
            } else {
                file.diagnostics.append(diagnostic)
            }
        }
        return file
    }

    /// The types that are declared among statements, each with the names of what is around it.
    private func localTypes() -> [LocalType] {
        nodes.indices.compactMap { index in
            let parent = Int(nodes[index].parent)
            guard parent >= 0, isCode(parent), let declaration = type(index, until: end(of: index)) else { return nil }
            var path: [String] = []
            var next = parent
            while next >= 0 {
                let node = nodes[next]
                path.append(isCode(next) ? LocalType.context(at: Int(node.offset)) : name(node))
                next = Int(node.parent)
            }
            return LocalType(
                declaration: declaration, path: path.reversed().flatMap { $0.split(separator: ".").map(String.init) })
        }
    }

    /// Returns true if a node is no type, so that what is declared in it is seen there only.
    private func isCode(_ index: Int) -> Bool {
        switch kind(index) {
        case IOCSK_KIND_CLASS, IOCSK_KIND_ACTOR, IOCSK_KIND_STRUCT, IOCSK_KIND_ENUM, IOCSK_KIND_PROTOCOL,
            IOCSK_KIND_EXTENSION:
            false
        default: true
        }
    }

    // MARK: Nodes

    func kind(_ index: Int) -> iocsk_kind {
        iocsk_kind(rawValue: UInt32(nodes[index].kind))
    }

    /// The index after a node's last descendant: the array is in depth-first order.
    func end(of index: Int) -> Int {
        var next = index + 1
        while next < nodes.count, nodes[next].parent >= index { next += 1 }
        return next
    }

    func name(_ node: iocsk_node) -> String {
        node.name.map { String(cString: $0) } ?? ""
    }

    func nameRange(_ node: iocsk_node) -> Range<Int> {
        guard node.name_offset >= 0 else { return text.span(Int(node.offset), Int(node.offset)) }
        return text.span(Int(node.name_offset), Int(node.name_offset + node.name_length))
    }

    func range(_ node: iocsk_node) -> Range<Int> {
        text.span(Int(node.offset), Int(node.offset + node.length))
    }

    /// The braces' content.
    func bodyRange(_ node: iocsk_node) -> Range<Int>? {
        node.body_offset == -1 ? nil : text.span(Int(node.body_offset), Int(node.body_offset + node.body_length))
    }

    /// The part between a declaration's name and its body: everything but the braces.
    func signatureEnd(_ node: iocsk_node) -> Int {
        bodyRange(node).map { $0.lowerBound - 1 } ?? range(node).upperBound
    }

    func condition(at offset: Int) -> String? {
        let around = regions.filter { $0.range.contains(offset) }.map(\.condition)
        guard around.count > 1 else { return around.first }
        return around.map { "(\($0))" }.joined(separator: " && ")
    }

    /// Splits what stands before a declaration into attributes, an access level and other words.
    func prefix(
        _ node: iocsk_node
    ) -> (attributes: [AttributeUse], access: AccessLevel?, modifiers: [String]) {
        var uses: [AttributeUse] = []
        var access: AccessLevel?
        var modifiers: [String] = []
        let first = Int(node.first_attribute)
        let items = attributes[first..<first + Int(node.attribute_count)].sorted { $0.offset < $1.offset }
        for item in items {
            let range = text.span(Int(item.offset), Int(item.offset + item.length))
            let written = text.string(range)
            if written.hasPrefix("@") {
                uses.append(attribute(range))
            } else if let level = AccessLevel(keyword: written) {
                access = level
            } else {
                modifiers.append(written)
            }
        }
        return (uses, access, modifiers)
    }

    // MARK: Types

    func type(_ index: Int, until end: Int) -> TypeDeclaration? {
        let node = nodes[index]
        let form: TypeDeclaration.Kind
        switch kind(index) {
        // A sourcekitd that knows no actors calls them classes.
        case IOCSK_KIND_CLASS: form = text.starts(with: "actor", at: Int(node.offset)) ? .actor : .class
        case IOCSK_KIND_ACTOR: form = .actor
        case IOCSK_KIND_STRUCT: form = .struct
        case IOCSK_KIND_ENUM: form = .enum
        case IOCSK_KIND_PROTOCOL: form = .protocol
        case IOCSK_KIND_EXTENSION: form = .extension
        default: return nil
        }
        let name = name(node)
        guard !name.isEmpty else { return nil }
        var type = TypeDeclaration(kind: form, name: name, position: text.position(nameRange(node).lowerBound))
        (type.attributes, type.writtenAccess, type.modifiers) = prefix(node)
        type.condition = condition(at: Int(node.offset))
        let first = Int(node.first_type_reference)
        type.inheritedTypes = typeReferences[first..<first + Int(node.type_reference_count)].map { item in
            text.text(text.span(Int(item.offset), Int(item.offset + item.length)))
        }
        let signature = text.span(nameRange(node).upperBound, signatureEnd(node))
        type.genericWhereClause = tokens.keyword("where", in: signature).map { start in
            text.text(text.span(start + 5, signature.upperBound)).text
        }
        var index = index + 1
        while index < end {
            let next = self.end(of: index)
            add(index, until: next, to: &type)
            index = next
        }
        return type
    }

    private func add(_ index: Int, until end: Int, to type: inout TypeDeclaration) {
        switch kind(index) {
        case IOCSK_KIND_VAR_INSTANCE, IOCSK_KIND_VAR_STATIC, IOCSK_KIND_VAR_CLASS:
            type.properties.append(property(index))
        case IOCSK_KIND_METHOD_INSTANCE, IOCSK_KIND_METHOD_STATIC, IOCSK_KIND_METHOD_CLASS:
            type.functions.append(function(index, until: end))
        case IOCSK_KIND_TYPEALIAS, IOCSK_KIND_ASSOCIATEDTYPE:
            type.aliases.append(alias(index, until: end))
        case IOCSK_KIND_ENUM_CASE:
            for element in index + 1..<end where kind(element) == IOCSK_KIND_ENUM_ELEMENT {
                type.cases.append(enumCase(nodes[element]))
            }
        case IOCSK_KIND_GENERIC_PARAMETER:
            type.genericParameters.append(genericParameter(nodes[index]))
        default:
            if let inner = self.type(index, until: end) { type.types.append(inner) }
        }
    }

    private func enumCase(_ node: iocsk_node) -> CaseDeclaration {
        let rest = text.span(nameRange(node).upperBound, range(node).upperBound)
        let sign = tokens.scan(rest) { $0 == UInt8(ascii: "=") }
        return CaseDeclaration(
            name: String(name(node).prefix { $0 != "(" }).withoutBackticks,
            rawValue: sign.map { text.text(text.span($0 + 1, rest.upperBound)).text },
            condition: condition(at: Int(node.offset)))
    }

    func genericParameter(_ node: iocsk_node) -> GenericParameter {
        let first = Int(node.first_type_reference)
        let constraint = typeReferences[first..<first + Int(node.type_reference_count)].first.map { item in
            text.text(text.span(Int(item.offset), Int(item.offset + item.length))).text
        }
        // `each T` and `let n: Int` keep their word, which is part of the node but not of its name.
        let written = text.string(text.span(Int(node.offset), nameRange(node).upperBound))
        let word = ["each ", "let "].first { written.hasPrefix($0) } ?? ""
        return GenericParameter(name: word + name(node), constraint: constraint)
    }

    func alias(_ index: Int, until end: Int) -> AliasDeclaration {
        let node = nodes[index]
        var alias = AliasDeclaration(name: name(node), position: text.position(nameRange(node).lowerBound))
        alias.writtenAccess = prefix(node).access
        alias.condition = condition(at: Int(node.offset))
        alias.isAssociatedType = kind(index) == IOCSK_KIND_ASSOCIATEDTYPE
        alias.genericParameters = (index + 1..<end).filter { kind($0) == IOCSK_KIND_GENERIC_PARAMETER }
            .map { genericParameter(nodes[$0]) }
        let rest = text.span(nameRange(node).upperBound, range(node).upperBound)
        if let sign = tokens.scan(rest, stops: { $0 == UInt8(ascii: "=") }) {
            let stop = tokens.keyword("where", in: text.span(sign, rest.upperBound)) ?? rest.upperBound
            alias.target = text.text(text.span(sign + 1, stop))
        }
        return alias
    }
}
