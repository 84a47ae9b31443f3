import CSourceKit

extension ModelBuilder {
    // MARK: Properties

    func property(_ index: Int) -> PropertyDeclaration {
        let node = nodes[index]
        let nameRange = nameRange(node)
        var property = PropertyDeclaration(name: name(node), position: text.position(nameRange.lowerBound))
        (property.attributes, property.writtenAccess, property.modifiers) = prefix(node)
        property.condition = condition(at: Int(node.offset))
        property.isStatic = kind(index) == IOCSK_KIND_VAR_STATIC || kind(index) == IOCSK_KIND_VAR_CLASS
        property.isLet = tokens.keyword("let", in: text.span(Int(node.offset), nameRange.lowerBound)) != nil
        property.isSettable = node.setter_access != 0

        var rest = nameRange.upperBound
        if let written = node.type_name.map({ String(cString: $0) }) {
            let colon = tokens.scan(text.span(rest, range(node).upperBound)) { $0 == UInt8(ascii: ":") } ?? rest
            let start = text.skippingTrivia(from: colon + 1)
            property.type = SourceText(written, at: text.position(start))
            rest = start + written.utf8.count
        }
        property.initialValue = initialValue(node, index: index, from: rest)
        if let body = bodyRange(node), property.initialValue == nil, !isObserver(body) {
            property.isComputed = true
            if property.isStatic { property.body = text.text(body) }
        }
        return property
    }

    private func initialValue(_ node: iocsk_node, index: Int, from start: Int) -> SourceText? {
        let end = max(start, signatureEnd(node))
        let isStop = { (byte: UInt8) in byte == UInt8(ascii: "=") || byte == UInt8(ascii: ",") }
        guard let sign = tokens.scan(text.span(start, end), stops: isStop), text.bytes[sign] == UInt8(ascii: "=") else {
            return nil
        }
        let shares = [index - 1, index + 1].contains { other in
            nodes.indices.contains(other) && nodes[other].offset == node.offset
        }
        let comma = shares ? tokens.scan(text.span(sign + 1, end)) { $0 == UInt8(ascii: ",") } : nil
        return text.text(text.span(sign + 1, comma ?? end))
    }

    /// Returns true if the braces hold `willSet` or `didSet` instead of a getter.
    private func isObserver(_ body: Range<Int>) -> Bool {
        let start = text.skippingTrivia(from: body.lowerBound)
        return text.starts(with: "willSet", at: start) || text.starts(with: "didSet", at: start)
    }

    // MARK: Functions

    func function(_ index: Int, until end: Int) -> FunctionDeclaration {
        let node = nodes[index]
        let nameRange = nameRange(node)
        let base = text.string(text.span(nameRange.lowerBound, text.endOfWord(at: nameRange.lowerBound)))
        let fullName = name(node)
        let plain = base.isEmpty ? String(fullName.prefix { $0 != "(" }) : base.withoutBackticks
        var function = FunctionDeclaration(name: plain, position: text.position(nameRange.lowerBound))
        (function.attributes, function.writtenAccess, function.modifiers) = prefix(node)
        function.condition = condition(at: Int(node.offset))
        function.isInitializer = base == "init"
        if function.isInitializer {
            let mark = nameRange.lowerBound + 4
            function.isFailable = text.starts(with: "?", at: mark) || text.starts(with: "!", at: mark)
        }
        function.isStatic = kind(index) == IOCSK_KIND_METHOD_STATIC || kind(index) == IOCSK_KIND_METHOD_CLASS
        function.hasBody = bodyRange(node) != nil
        var child = index + 1
        while child < end {
            if kind(child) == IOCSK_KIND_GENERIC_PARAMETER {
                function.genericParameters.append(genericParameter(nodes[child]))
            } else if kind(child) == IOCSK_KIND_VAR_PARAMETER {
                function.parameters.append(parameter(nodes[child]))
            }
            child = self.end(of: child)
        }
        readEffects(text.span(nameRange.upperBound, signatureEnd(node)), node, into: &function)
        return function
    }

    /// Reads what stands behind the parameters: `async throws(E) -> T where …`.
    private func readEffects(_ range: Range<Int>, _ node: iocsk_node, into function: inout FunctionDeclaration) {
        var offset = text.skippingTrivia(from: range.lowerBound)
        loop: while offset < range.upperBound {
            let wordEnd = text.endOfWord(at: offset)
            switch text.string(text.span(offset, wordEnd)) {
            case "async", "reasync": function.isAsync = true
            case "rethrows": function.throwing = .rethrowing
            case "throws":
                function.throwing = .anything
                let open = text.skippingTrivia(from: wordEnd)
                if text.starts(with: "(", at: open),
                    let close = tokens.scan(text.span(open + 1, range.upperBound), stops: { $0 == UInt8(ascii: ")") })
                {
                    let error = text.text(text.span(open + 1, close)).text
                    function.throwing = error == "any Error" ? .anything : error == "Never" ? .nothing : .error(error)
                    offset = text.skippingTrivia(from: close + 1)
                    continue loop
                }
            case "where":
                function.genericWhereClause = text.text(text.span(wordEnd, range.upperBound)).text
                return
            default:
                guard text.starts(with: "->", at: offset) else { return }
                let start = text.skippingTrivia(from: offset + 2)
                let written = node.type_name.map { String(cString: $0) } ?? ""
                function.returnType = SourceText(written, at: text.position(start))
                offset = text.skippingTrivia(from: start + written.utf8.count)
                continue loop
            }
            offset = text.skippingTrivia(from: wordEnd)
        }
    }

    private func parameter(_ node: iocsk_node) -> ParameterDeclaration {
        let first = Int(node.first_attribute)
        let own = attributes[first..<first + Int(node.attribute_count)]
        let prefixEnd = own.map { Int($0.offset + $0.length) }.max()
        let whole = range(node)
        let begin = own.map { Int($0.offset) }.min() ?? whole.lowerBound
        let range = text.span(max(whole.lowerBound, prefixEnd ?? 0), whole.upperBound)
        let colon = tokens.scan(range) { $0 == UInt8(ascii: ":") } ?? range.lowerBound
        let words = text.string(text.span(range.lowerBound, colon)).split { $0.isWhitespace }.map { String($0) }
        let label = words.first ?? "_"
        let inner = (words.last ?? "_").withoutBackticks
        let start = text.skippingTrivia(from: colon + 1)
        // sourcekitd names only the result of a variadic function type, so the text is taken instead.
        let sign = tokens.scan(text.span(start, range.upperBound)) { $0 == UInt8(ascii: "=") }
        var parameter = ParameterDeclaration(
            label: label == "_" ? nil : label.withoutBackticks, name: inner,
            type: text.text(text.span(start, sign ?? range.upperBound)),
            position: text.position(min(begin, whole.lowerBound)))
        parameter.attributes = prefix(node).attributes
        parameter.isVariadic = parameter.type.text.hasSuffix("...")
        if parameter.isVariadic { parameter.type.text.removeLast(3) }
        parameter.defaultValue = sign.map { text.text(text.span($0 + 1, range.upperBound)).text }
        return parameter
    }

    // MARK: Attributes

    func attribute(_ range: Range<Int>) -> AttributeUse {
        let open = tokens.scan(text.span(range.lowerBound + 1, range.upperBound)) { $0 == UInt8(ascii: "(") }
        let name = text.text(text.span(range.lowerBound + 1, open ?? range.upperBound)).text
        let list = open.map { open in
            arguments(text.span(open + 1, range.upperBound - 1))
        }
        return AttributeUse(name: name, arguments: list, position: text.position(range.lowerBound))
    }

    private func arguments(_ range: Range<Int>) -> [AttributeUse.Argument] {
        var found: [AttributeUse.Argument] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = tokens.scan(text.span(start, range.upperBound)) { $0 == UInt8(ascii: ",") } ?? range.upperBound
            found.append(argument(text.span(start, end)))
            start = end + 1
        }
        return found
    }

    private func argument(_ range: Range<Int>) -> AttributeUse.Argument {
        let start = text.skippingTrivia(from: range.lowerBound)
        let wordEnd = text.endOfWord(at: start)
        let colon = text.skippingTrivia(from: wordEnd)
        guard text.starts(with: ":", at: colon) else {
            return AttributeUse.Argument(label: nil, value: text.text(range))
        }
        let label = text.string(text.span(start, wordEnd)).withoutBackticks
        return AttributeUse.Argument(label: label, value: text.text(text.span(colon + 1, range.upperBound)))
    }
}
