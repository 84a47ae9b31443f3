import CSourceKit
import IOCModel

/// A builder of the model of one file, from sourcekitd's response.
struct ModelBuilder {
    private let path: String
    let text: SourceBuffer
    let tokens: TokenMap
    let nodes: UnsafeBufferPointer<iocsk_node>
    let attributes: UnsafeBufferPointer<iocsk_range>
    private let typeReferences: UnsafeBufferPointer<iocsk_range>
    private let diagnostics: UnsafeBufferPointer<iocsk_diagnostic>

    init(path: String, text: SourceBuffer, result: iocsk_result) {
        self.path = path
        self.text = text
        tokens = TokenMap(result, text: text)
        nodes = UnsafeBufferPointer(start: result.nodes, count: result.node_count)
        attributes = UnsafeBufferPointer(start: result.attributes, count: result.attribute_count)
        typeReferences = UnsafeBufferPointer(start: result.type_references, count: result.type_reference_count)
        diagnostics = UnsafeBufferPointer(start: result.diagnostics, count: result.diagnostic_count)
    }

    func build() -> SourceFile {
        var file = SourceFile(path: path)
        file.imports = tokens.imports()
        for index in children(from: 0, to: nodes.count) {
            if kind(index) == IOCSK_KIND_TYPEALIAS {
                file.aliases.append(alias(index))
            } else if let type = type(index) {
                file.types.append(type)
            }
        }
        file.diagnostics = diagnostics.compactMap { item in
            let start = text.skippingTrivia(from: text.offset(ofLine: Int(item.line)))
            // The compiler itself reports these directives, if it compiles the branch of `#if` around them.
            if text.starts(with: "#error", at: start) || text.starts(with: "#warning", at: start) { return nil }
            return SourceDiagnostic(
                item.is_error != 0 ? .error : .warning,
                at: .init(file: path, line: Int(item.line), column: Int(item.column)), String(cString: item.text))
        }
        return file
    }

    // MARK: Nodes

    func kind(_ index: Int) -> iocsk_kind {
        iocsk_kind(rawValue: UInt32(nodes[index].kind))
    }

    /// Returns the indices of the nodes that are declared directly in a node.
    func children(of index: Int) -> [Int] {
        children(from: index + 1, to: end(of: index))
    }

    private func children(from start: Int, to end: Int) -> [Int] {
        var found: [Int] = []
        var next = start
        while next < end {
            found.append(next)
            next = self.end(of: next)
        }
        return found
    }

    /// Returns the index after a node's last descendant. The array is in depth-first order.
    private func end(of index: Int) -> Int {
        nodes[(index + 1)...].firstIndex { $0.parent < index } ?? nodes.count
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

    /// Returns the range inside the braces; nil if there are none.
    func bodyRange(_ node: iocsk_node) -> Range<Int>? {
        node.body_offset == -1 ? nil : text.span(Int(node.body_offset), Int(node.body_offset + node.body_length))
    }

    /// Returns the end of a declaration without its braces.
    func signatureEnd(_ node: iocsk_node) -> Int {
        bodyRange(node).map { $0.lowerBound - 1 } ?? range(node).upperBound
    }

    /// Returns the attributes, the access level and the other words before a declaration.
    func prefix(
        _ node: iocsk_node
    ) -> (attributes: [AttributeUse], access: AccessLevel?, modifiers: [String]) {
        var uses: [AttributeUse] = []
        var access: AccessLevel?
        var modifiers: [String] = []
        for range in attributeRanges(node) {
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

    func attributeRanges(_ node: iocsk_node) -> [Range<Int>] {
        let first = Int(node.first_attribute)
        return attributes[first..<first + Int(node.attribute_count)].sorted { $0.offset < $1.offset }
            .map { text.span(Int($0.offset), Int($0.offset + $0.length)) }
    }

    private func attribute(_ range: Range<Int>) -> AttributeUse {
        let open = tokens.sign("(", in: text.span(range.lowerBound + 1, range.upperBound))
        let name = text.text(text.span(range.lowerBound + 1, open ?? range.upperBound)).text
        return AttributeUse(name: name, arguments: open.map { arguments(text.span($0 + 1, range.upperBound - 1)) })
    }

    private func arguments(_ range: Range<Int>) -> [String] {
        var found: [String] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = tokens.sign(",", in: text.span(start, range.upperBound)) ?? range.upperBound
            found.append(text.text(text.span(start, end)).text)
            start = end + 1
        }
        return found
    }

    private func typeReferences(_ node: iocsk_node) -> [String] {
        let first = Int(node.first_type_reference)
        return typeReferences[first..<first + Int(node.type_reference_count)].map { item in
            text.text(text.span(Int(item.offset), Int(item.offset + item.length))).text
        }
    }

    // MARK: Types

    private func type(_ index: Int) -> TypeDeclaration? {
        let node = nodes[index]
        let form: TypeDeclaration.Kind
        switch kind(index) {
        // An older sourcekitd reports actors as classes.
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
        var type = TypeDeclaration(kind: form, name: name, location: text.location(nameRange(node).lowerBound))
        (type.attributes, type.writtenAccess, type.modifiers) = prefix(node)
        type.condition = tokens.condition(at: Int(node.offset))
        type.inheritedTypes = typeReferences(node)
        let signature = text.span(nameRange(node).upperBound, signatureEnd(node))
        type.genericWhereClause = tokens.keyword("where", in: signature).map { start in
            text.text(text.span(start + 5, signature.upperBound)).text
        }
        for child in children(of: index) { add(child, to: &type) }
        return type
    }

    private func add(_ index: Int, to type: inout TypeDeclaration) {
        switch kind(index) {
        case IOCSK_KIND_VAR_INSTANCE, IOCSK_KIND_VAR_STATIC, IOCSK_KIND_VAR_CLASS:
            type.properties.append(property(index))
        case IOCSK_KIND_METHOD_INSTANCE, IOCSK_KIND_METHOD_STATIC, IOCSK_KIND_METHOD_CLASS:
            type.functions.append(function(index))
        case IOCSK_KIND_TYPEALIAS, IOCSK_KIND_ASSOCIATEDTYPE:
            type.aliases.append(alias(index))
        case IOCSK_KIND_GENERIC_PARAMETER:
            type.genericParameters.append(genericParameter(nodes[index]))
        default:
            if let inner = self.type(index) { type.types.append(inner) }
        }
    }

    func genericParameter(_ node: iocsk_node) -> GenericParameter {
        // The word `each` or `let` is part of the node but not of its name. It is kept, as in `each T`.
        let written = text.string(text.span(Int(node.offset), nameRange(node).upperBound))
        let word = ["each ", "let "].first { written.hasPrefix($0) } ?? ""
        return GenericParameter(name: word + name(node), constraint: typeReferences(node).first)
    }

    private func alias(_ index: Int) -> AliasDeclaration {
        let node = nodes[index]
        var alias = AliasDeclaration(name: name(node), writtenAccess: prefix(node).access)
        alias.genericParameters = children(of: index).filter { kind($0) == IOCSK_KIND_GENERIC_PARAMETER }
            .map { genericParameter(nodes[$0]) }
        let rest = text.span(nameRange(node).upperBound, range(node).upperBound)
        if let sign = tokens.sign("=", in: rest) {
            let stop = tokens.keyword("where", in: text.span(sign, rest.upperBound)) ?? rest.upperBound
            alias.target = text.text(text.span(sign + 1, stop)).text
        }
        return alias
    }
}
