import SwiftSyntax

/// Finds the places of single expressions and statements, by the toolchain's own parser.
final class PlaceFinder: PlaceVisitor {
    private static let boundaries = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
    /// What takes an order of elements.
    private static let ordered: Set = ["sort", "sorted", "min", "max"]
    private static let equalities: Set = ["==", "!=", "===", "!=="]

    // MARK: Conditions

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        for element in node.conditions {
            if case .expression(let condition) = element.condition { drop(condition) }
        }
        return .visitChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        for element in node.conditions {
            switch element.condition {
            case .expression(let condition):
                node.conditions.count == 1 ? negate(condition) : drop(condition)
            case .optionalBinding(let binding):
                if let value = binding.initializer?.value {
                    add(.absent, .call("mutationAbsent"), value, changed: "nil")
                } else if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier {
                    add(.absent, .binding, name, changed: "nil")
                }
            default: break
            }
        }
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        drop(node.condition)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        if node.operator.text == "!", !isCondition(Syntax(node)) { negate(ExprSyntax(node)) }
        return .visitChildren
    }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        if name == "&&" || name == "||" {
            let form = Place.Form.call(name == "&&" ? "mutationPassed" : "mutationFailed")
            for operand in [node.leftOperand, node.rightOperand] {
                add(.guardDropped, form, operand, changed: name == "&&" ? "true" : "false")
            }
        } else if let other = Self.boundaries[name], !isOrder(node) {
            let changed = "\(node.leftOperand.trimmed) \(other) \(node.rightOperand.trimmed)"
            add(.boundary, .either, node, changed: changed)
        } else if Self.equalities.contains(name), !isCondition(Syntax(node)) {
            negate(ExprSyntax(node))
        }
        return .visitChildren
    }

    /// Whether two elements are compared for sorting, or for the least: an order that puts an element before itself is none, so
    /// that what comes out is nothing to go by.
    private func isOrder(_ node: InfixOperatorExprSyntax) -> Bool {
        let operands = [node.leftOperand, node.rightOperand].map(\.trimmedDescription)
        guard operands.contains(where: { $0.contains("$0") }), operands.contains(where: { $0.contains("$1") }) else {
            return false
        }
        var around = node.parent
        while let inner = around, !inner.is(ClosureExprSyntax.self) { around = inner.parent }
        while let inner = around, !inner.is(FunctionCallExprSyntax.self) { around = inner.parent }
        return around?.as(FunctionCallExprSyntax.self)?.calledName.map(Self.ordered.contains) ?? false
    }

    /// Whether a change of what stands around an expression says the same as negating it.
    private func isCondition(_ node: Syntax) -> Bool {
        guard let parent = node.parent else { return false }
        if parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self) { return true }
        if let ternary = parent.as(TernaryExprSyntax.self) { return ternary.condition.id == node.id }
        if let list = parent.as(LabeledExprListSyntax.self), list.count == 1,
            list.parent?.is(TupleExprSyntax.self) == true
        {
            return list.parent.map(isCondition) ?? false
        }
        if parent.is(LabeledExprSyntax.self), parent.parent?.parent?.is(TupleExprSyntax.self) == true {
            return parent.parent?.parent.map(isCondition) ?? false
        }
        let name = parent.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
        return name == "&&" || name == "||" || parent.as(PrefixOperatorExprSyntax.self)?.operator.text == "!"
    }

    private func negate(_ condition: ExprSyntax) {
        add(.condition, .call("mutationNegated"), condition, changed: "!(\(condition.trimmed))")
    }

    private func drop(_ condition: ExprSyntax) {
        add(.guardDropped, .call("mutationPassed"), condition, changed: "true")
    }

    // MARK: Calls and statements

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if ["sorted", "reversed"].contains(node.calledName) {
            add(.order, .call("mutationSwapped"), node, changed: "the other way round")
        }
        for argument in node.arguments where argument.label?.text.lowercased().hasSuffix("ordering") == true {
            guard let order = argument.expression.as(MemberAccessExprSyntax.self), order.base == nil,
                order.declName.baseName.text != "relaxed"
            else { continue }
            let start = order.positionAfterSkippingLeadingTrivia.utf8Offset
            let whole = range(of: Syntax(node))
            let changed =
                text(whole.lowerBound..<start) + ".relaxed"
                + text(order.endPositionBeforeTrailingTrivia.utf8Offset..<whole.upperBound)
            add(.memoryOrder, .either, node, changed: changed)
        }
        return .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        switch node.item {
        case .expr(let expression):
            guard !isResult(node) else { break }
            let inner = expression.withoutEffects
            if let call = inner.as(FunctionCallExprSyntax.self) {
                guard let name = call.calledName, !Self.ignored.contains(name) else { break }
                add(Self.releases.contains(name) ? .release : .statement, .unless, expression, changed: "nothing")
            } else if let assignment = inner.as(InfixOperatorExprSyntax.self) {
                // What an initializer assigns is mostly what makes it compile.
                guard !assignment.leftOperand.is(DiscardAssignmentExprSyntax.self), owners.last?.name != "init" else {
                    break
                }
                let lets = ["nil", "[]", "[:]"].contains(assignment.rightOperand.trimmedDescription)
                add(lets ? .release : .statement, .unless, expression, changed: "nothing")
            }
        case .stmt(let statement):
            // Elsewhere something has to leave.
            guard node.parent?.parent?.parent?.is(IfExprSyntax.self) == true else { break }
            if statement.is(ContinueStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
                || statement.as(ReturnStmtSyntax.self)?.expression == nil && statement.is(ReturnStmtSyntax.self)
            {
                add(.statement, .unless, statement, changed: "nothing")
            }
        default: break
        }
        return .visitChildren
    }

    /// Whether an expression stands alone in what returns a value.
    private func isResult(_ node: CodeBlockItemSyntax) -> Bool {
        guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let block = list.parent else {
            return false
        }
        if let accessors = block.as(AccessorBlockSyntax.self) { return accessors.parent != nil }
        let function = block.parent
        if let accessor = function?.as(AccessorDeclSyntax.self) { return accessor.accessorSpecifier.text == "get" }
        return function?.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
    }
}
