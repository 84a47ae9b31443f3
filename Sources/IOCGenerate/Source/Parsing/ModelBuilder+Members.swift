import CSourceKit

extension ModelBuilder {
    // MARK: Properties

    func property(_ index: Int) -> PropertyDeclaration {
        let node = nodes[index]
        let nameRange = nameRange(node)
        var property = PropertyDeclaration(name: name(node), location: text.location(nameRange.lowerBound))
        (_, property.writtenAccess, property.modifiers) = prefix(node)
        property.condition = tokens.condition(at: Int(node.offset))
        property.isStatic = kind(index) == IOCSK_KIND_VAR_STATIC || kind(index) == IOCSK_KIND_VAR_CLASS
        property.isLet = tokens.keyword("let", in: text.span(Int(node.offset), nameRange.lowerBound)) != nil
        property.isSettable = node.is_settable != 0

        var rest = nameRange.upperBound
        if let written = node.type_name.map({ String(cString: $0) }) {
            let colon = tokens.sign(":", in: text.span(rest, range(node).upperBound)) ?? rest
            let start = text.skippingTrivia(from: colon + 1)
            property.type = SourceText(written, at: text.location(start))
            rest = start + written.utf8.count
        }
        // One statement may declare several properties. The value of this property comes before the next comma.
        let sign = tokens.scan(text.span(rest, signatureEnd(node))) { ",=".utf8.contains($0) }
        property.isInitialized = sign.map { text.bytes[$0] == UInt8(ascii: "=") } ?? false
        if let body = bodyRange(node), !property.isInitialized { property.isComputed = !isObserver(body) }
        return property
    }

    /// Returns true if the braces contain `willSet` or `didSet` instead of a getter.
    private func isObserver(_ body: Range<Int>) -> Bool {
        let start = text.skippingTrivia(from: body.lowerBound)
        return text.starts(with: "willSet", at: start) || text.starts(with: "didSet", at: start)
    }

    // MARK: Functions

    func function(_ index: Int) -> FunctionDeclaration {
        let node = nodes[index]
        let nameRange = nameRange(node)
        let base = text.string(text.span(nameRange.lowerBound, text.endOfWord(at: nameRange.lowerBound)))
        let plain = base.isEmpty ? String(name(node).prefix { $0 != "(" }) : base.withoutBackticks
        var function = FunctionDeclaration(name: plain, location: text.location(nameRange.lowerBound))
        (function.attributes, function.writtenAccess, function.modifiers) = prefix(node)
        function.condition = tokens.condition(at: Int(node.offset))
        function.isInitializer = base == "init"
        if function.isInitializer {
            let mark = nameRange.lowerBound + 4
            function.isFailable = text.starts(with: "?", at: mark) || text.starts(with: "!", at: mark)
        }
        function.isStatic = kind(index) == IOCSK_KIND_METHOD_STATIC || kind(index) == IOCSK_KIND_METHOD_CLASS
        for child in children(of: index) {
            if kind(child) == IOCSK_KIND_GENERIC_PARAMETER {
                function.genericParameters.append(genericParameter(nodes[child]))
            } else {
                function.parameters.append(parameter(nodes[child]))
            }
        }
        readEffects(text.span(nameRange.upperBound, signatureEnd(node)), node, into: &function)
        return function
    }

    /// Reads the part after the parameters: `async throws(E) -> T where …`.
    private func readEffects(_ range: Range<Int>, _ node: iocsk_node, into function: inout FunctionDeclaration) {
        var offset = text.skippingTrivia(from: range.lowerBound)
        while offset < range.upperBound {
            let wordEnd = text.endOfWord(at: offset)
            var end = wordEnd
            switch text.string(text.span(offset, wordEnd)) {
            case "async", "reasync": function.isAsync = true
            case "rethrows": function.throwing = .rethrowing
            case "throws":
                function.throwing = .anything
                let open = text.skippingTrivia(from: wordEnd)
                if text.starts(with: "(", at: open),
                    let close = tokens.sign(")", in: text.span(open + 1, range.upperBound))
                {
                    let error = text.text(text.span(open + 1, close)).text
                    function.throwing = error == "any Error" ? .anything : error == "Never" ? .nothing : .error(error)
                    end = close + 1
                }
            case "where":
                function.genericWhereClause = text.text(text.span(wordEnd, range.upperBound)).text
                return
            default:
                guard text.starts(with: "->", at: offset) else { return }
                let start = text.skippingTrivia(from: offset + 2)
                let written = node.type_name.map { String(cString: $0) } ?? ""
                function.returnType = SourceText(written, at: text.location(start))
                end = start + written.utf8.count
            }
            offset = text.skippingTrivia(from: end)
        }
    }

    private func parameter(_ node: iocsk_node) -> ParameterDeclaration {
        let attributes = attributeRanges(node)
        let whole = range(node)
        let start = text.span(attributes.map(\.upperBound).max() ?? 0, whole.upperBound).lowerBound
        let range = text.span(max(whole.lowerBound, start), whole.upperBound)
        let colon = tokens.sign(":", in: range) ?? range.lowerBound
        let words = text.string(text.span(range.lowerBound, colon)).split { $0.isWhitespace }.map { String($0) }
        let label = words.first ?? "_"
        // For a variadic parameter of a function type, sourcekitd reports only the function's result type. So the type
        // is read from the text.
        let typeStart = text.skippingTrivia(from: colon + 1)
        let sign = tokens.sign("=", in: text.span(typeStart, range.upperBound))
        var parameter = ParameterDeclaration(
            label: label == "_" ? nil : label.withoutBackticks, name: (words.last ?? "_").withoutBackticks,
            type: text.text(text.span(typeStart, sign ?? range.upperBound)), isDefaulted: sign != nil,
            location: text.location(min(attributes.first?.lowerBound ?? whole.lowerBound, whole.lowerBound)))
        parameter.isVariadic = parameter.type.text.hasSuffix("...")
        if parameter.isVariadic { parameter.type.text.removeLast(3) }
        return parameter
    }
}
