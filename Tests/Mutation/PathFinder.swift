import SwiftSyntax

/// Finds the places of pairs and paths: statements that belong together, loops, what is done on the way out, what was read before.
final class PathFinder: PlaceVisitor {
    private static let adding = ["+=", "-=", "|=", "&="]
    private static let comparisons: Set = ["<", "<=", ">", ">="]
    /// What is read anew on each call.
    private static let loads: Set = ["load", "withLock"]

    /// A value that a function has read into a constant.
    private struct Loaded {
        let owner: Int
        /// From where on the constant is there.
        let start: Int
        let text: String
    }
    private var loaded: [String: Loaded] = [:]

    // MARK: Pairs of statements

    override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
        let items = Array(node)
        if !owners.isEmpty, owners.last?.name != "init" { movePairs(items) }
        if let last = items.last, items.count > 2, leaves(last), isWayOut(node) {
            add(
                .cleanUp, .unless, from: Syntax(items[0]), to: Syntax(items[items.count - 2]), changed: "nothing")
        }
        return .visitChildren
    }

    /// Calls that stand behind each other, each in one pair.
    private func movePairs(_ items: [CodeBlockItemSyntax]) {
        var index = 0
        while index + 1 < items.count {
            let (first, second) = (items[index], items[index + 1])
            guard isCall(first), isCall(second) else {
                index += 1
                continue
            }
            add(
                .moved, .branch, from: Syntax(first), to: Syntax(second),
                changed: "\(second.trimmed); \(first.trimmed)")
            index += 2
        }
    }

    private func isCall(_ item: CodeBlockItemSyntax) -> Bool {
        guard case .expr(let expression) = item.item else { return false }
        guard let call = expression.withoutEffects.as(FunctionCallExprSyntax.self), let name = call.calledName else {
            return false
        }
        return !Self.ignored.contains(name)
    }

    private func leaves(_ item: CodeBlockItemSyntax) -> Bool {
        guard case .stmt(let statement) = item.item else { return false }
        return statement.is(ReturnStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
            || statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self)
    }

    /// Whether statements are those of a `catch`, or of a guard that does not hold.
    private func isWayOut(_ node: CodeBlockItemListSyntax) -> Bool {
        let owner = node.parent?.parent
        return owner?.is(CatchClauseSyntax.self) == true || owner?.is(GuardStmtSyntax.self) == true
    }

    override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
        let items = node.body.statements
        guard let first = items.first, let last = items.last else { return .visitChildren }
        if items.count > 1 { add(.cleanUp, .unless, from: Syntax(first), to: Syntax(last), changed: "nothing") }
        add(.early, .preceded, node, changed: items.trimmedDescription)
        return .visitChildren
    }

    // MARK: Loops

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        once(node.body)
        guard node.awaitKeyword == nil, !node.sequence.trimmedDescription.hasSuffix("...") else {
            return .visitChildren
        }
        add(.last, .call("mutationLast"), node.sequence, changed: "the last of \(node.sequence.trimmed)")
        return .visitChildren
    }

    override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
        once(node.body)
        return .visitChildren
    }

    override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
        once(node.body)
        return .visitChildren
    }

    private func once(_ body: CodeBlockSyntax) {
        guard let last = body.statements.last, !leaves(last) else { return }
        add(.once, .followed, last, changed: "\(last.trimmed); break")
    }

    // MARK: What was read before

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if let owner = owners.last, node.bindingSpecifier.tokenKind == .keyword(.let), node.bindings.count == 1,
            let binding = node.bindings.first, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let value = binding.initializer?.value, isLoad(value)
        {
            loaded[name.text] = Loaded(
                owner: owner.start, start: range(of: Syntax(node)).upperBound, text: value.trimmedDescription)
        }
        return super.visit(node)
    }

    private func isLoad(_ value: ExprSyntax) -> Bool {
        guard let call = value.as(FunctionCallExprSyntax.self), let name = call.calledName else { return false }
        // A closure may do more than read.
        return Self.loads.contains(name) && call.trailingClosure == nil
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
        if !isMember, let value = loaded[node.baseName.text], isInReach(value, Syntax(node)) {
            add(.fresh, .either, node, changed: value.text)
        }
        return .visitChildren
    }

    private func isInReach(_ value: Loaded, _ node: Syntax) -> Bool {
        value.owner == owners.last?.start && range(of: node).lowerBound > value.start
    }

    // MARK: Keys of several parts

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        let members = node.memberBlock.members.map(\.decl)
        let functions = members.compactMap { $0.as(FunctionDeclSyntax.self)?.name.text }
        // What is compared by hand has its parts in a condition.
        guard inherited.contains("Hashable"), !functions.contains("=="), !functions.contains("hash") else {
            return .visitChildren
        }
        let parts = members.compactMap { $0.as(VariableDeclSyntax.self) }.filter(isStored)
        if parts.count > 1 { for part in parts { forget(part, of: node.name.text) } }
        return .visitChildren
    }

    private func isStored(_ property: VariableDeclSyntax) -> Bool {
        guard property.attributes.isEmpty, property.bindings.count == 1, let binding = property.bindings.first,
            !property.modifiers.contains(where: { ["static", "lazy", "weak"].contains($0.name.text) })
        else { return false }
        let isConstant = property.bindingSpecifier.tokenKind == .keyword(.let) && binding.initializer != nil
        return binding.accessorBlock == nil && binding.typeAnnotation != nil && !isConstant
    }

    private func forget(_ property: VariableDeclSyntax, of type: String) {
        guard let binding = property.bindings.first, let value = binding.typeAnnotation?.type.trimmedDescription else {
            return
        }
        let words = (property.modifiers.map(\.trimmedDescription) + ["var"]).joined(separator: " ")
        let first = property.modifiers.first.map { Syntax($0) } ?? Syntax(property.bindingSpecifier)
        add(
            .key, .keyPart(type: value, words: words), from: first, to: Syntax(property.bindingSpecifier),
            changed: "\(type) without \(binding.pattern.trimmed)")
    }

    override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let text = node.arguments.first?.expression.as(StringLiteralExprSyntax.self) else {
            return .visitChildren
        }
        let values = text.segments.indices.filter { text.segments[$0].is(ExpressionSegmentSyntax.self) }
        guard values.count > 1 else { return .visitChildren }
        for value in values {
            var changed = text
            changed.segments.remove(at: value)
            add(.key, .either, text, changed: changed.trimmedDescription)
        }
        return .visitChildren
    }

    // MARK: Expressions of several parts

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        if Self.adding.contains(name) {
            add(.replaced, .branch, node, changed: "\(node.leftOperand.trimmed) = \(node.rightOperand.trimmed)")
        } else if Self.comparisons.contains(name),
            let left = node.leftOperand.as(TupleExprSyntax.self)?.elements.map(\.trimmedText),
            let right = node.rightOperand.as(TupleExprSyntax.self)?.elements.map(\.trimmedText),
            left.count == right.count, left.count > 1
        {
            for index in left.indices {
                var (one, other) = (left, right)
                one.remove(at: index)
                other.remove(at: index)
                add(
                    .part, .either, node,
                    changed: "(\(one.joined(separator: ", "))) \(name) (\(other.joined(separator: ", ")))")
                (one, other) = (left, right)
                swap(&one[index], &other[index])
                add(
                    .part, .either, node,
                    changed: "(\(one.joined(separator: ", "))) \(name) (\(other.joined(separator: ", ")))")
            }
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let value = loaded.first(where: {
            $0.value.text == node.trimmedDescription && isInReach($0.value, Syntax(node))
        }) {
            add(.stale, .either, node, changed: value.key)
        }
        if node.calledName == "cancel", node.arguments.isEmpty, node.parent?.is(CodeBlockItemSyntax.self) == true {
            add(.cancellation, .branch, node, changed: "if !Task.isCancelled { \(node.trimmed) }")
        }
        let arguments = Array(node.arguments)
        // Of the greatest and the least it makes no difference which is named first.
        let isSymmetric = ["max", "min"].contains(node.calledName)
        for (first, second) in zip(arguments, arguments.dropFirst()) where !isSymmetric {
            guard areAlike(first.expression, second.expression) else { continue }
            let whole = range(of: Syntax(node))
            let (one, other) = (range(of: Syntax(first.expression)), range(of: Syntax(second.expression)))
            add(
                .argument, .either, node,
                changed: text(whole.lowerBound..<one.lowerBound) + text(other) + text(one.upperBound..<other.lowerBound)
                    + text(one) + text(other.upperBound..<whole.upperBound))
        }
        for argument in arguments {
            // What was made from something for this call, replaced by that itself.
            guard let made = argument.expression.as(FunctionCallExprSyntax.self), made.arguments.isEmpty,
                made.trailingClosure == nil, let base = made.calledExpression.as(MemberAccessExprSyntax.self)?.base
            else { continue }
            add(.argument, .either, made, changed: base.trimmedDescription)
        }
        return .visitChildren
    }

    /// Whether two arguments may be of one type: both are names, or the same member of two things.
    private func areAlike(_ first: ExprSyntax, _ second: ExprSyntax) -> Bool {
        guard first.trimmedDescription != second.trimmedDescription else { return false }
        if let one = first.as(MemberAccessExprSyntax.self), let other = second.as(MemberAccessExprSyntax.self) {
            return one.declName.baseName.text == other.declName.baseName.text
        }
        return first.is(DeclReferenceExprSyntax.self) && second.is(DeclReferenceExprSyntax.self)
    }
}

extension ExprSyntax {
    /// The expression behind `try` and `await`.
    var withoutEffects: ExprSyntax {
        if let tried = self.as(TryExprSyntax.self) { return tried.expression.withoutEffects }
        if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.withoutEffects }
        return self
    }
}

extension LabeledExprSyntax {
    fileprivate var trimmedText: String { expression.trimmedDescription }
}
