import IOCSource

/// Reads the parameters of the initializer that makes a component.
///
/// The most derived type of an inheritance chain that says how it is made decides. An annotated one does by ``AnnotatedInitializer``, any
/// other by the `constructor` that it declares.
struct ConstructorReader {
    /// One parameter as it is written.
    struct Parameter {
        var name: String
        /// The type in the scope of the type that declares the initializer.
        var type: TypeSyntax
        var position: SourcePosition
        var asks: Asks
    }

    /// The component's name or the setting that a parameter asks for.
    struct Asks {
        /// The name or the key, where it is a plain string.
        var key: String?
        /// False where a name or key is written that is no plain string.
        var isKeyKnown = true
        var isSetting = false
        var hasDefault = false
    }

    /// An initializer that takes arguments.
    struct Constructor {
        var parameters: [Parameter]
        /// The scope in which the types of the parameters are looked up.
        var scope: IOCSource.Scope
        /// The types that the generic parameters of the declaring type stand for.
        var replacements: [String: TypeSyntax]
    }

    enum Found {
        /// It takes no arguments.
        case plain
        case constructor(Constructor)
        /// Only the compiler can read it.
        case unread(SourcePosition, file: Int, reason: String)
    }

    let graph: TypeGraph

    /// Returns how a type with given generic arguments is made.
    func constructor(of number: Int, _ arguments: [TypeSyntax]) -> Found {
        guard graph.isConstructed(number) else { return .plain }
        for (number, arguments) in graph.inheritanceChain(of: number, arguments).reversed() {
            if let found = own(number, graph.replacements(number, arguments)) { return found }
        }
        return .plain
    }

    /// Returns what one type says of how it is made; nil where it says nothing.
    private func own(_ number: Int, _ replacements: [String: TypeSyntax]) -> Found? {
        let type = graph.index.types[number]
        for part in type.parts {
            let declared = part.declaration.properties.first { $0.isStatic && $0.name == "constructor" }
            guard let declared else { continue }
            return written(declared, in: part, of: type, replacements)
        }
        guard graph.index.annotation(of: number) != nil else { return nil }
        let scope = type.scope(type.main)
        switch AnnotatedInitializer(type.main.declaration) {
        case .inherited: return nil
        case .plain, .refused: return .plain
        case .declared(let initializer):
            let parameters = initializer.parameters.map { parameter in
                Parameter(
                    name: parameter.name, type: TypeSyntax(parameter.type.text), position: parameter.position,
                    asks: asks(parameter.attribute("Named"), fallback: parameter.defaultValue))
            }
            return .constructor(Constructor(parameters: parameters, scope: scope, replacements: replacements))
        case .written(let constants):
            let parameters = constants.compactMap { constant in
                constant.type.map {
                    Parameter(
                        name: constant.name, type: TypeSyntax($0.text), position: constant.position,
                        asks: asks(constant.attribute("Injected"), fallback: nil))
                }
            }
            return .constructor(Constructor(parameters: parameters, scope: scope, replacements: replacements))
        }
    }

    private func asks(_ attribute: AttributeUse?, fallback: String?) -> Asks {
        asks((attribute?.arguments ?? []).map { ($0.label, ExpressionSyntax($0.value.text)) }, fallback: fallback)
    }

    /// Reads `"audit"`, `named: "audit"` and `setting: "orders.limit", default: 100`.
    private func asks(_ arguments: [(label: String?, value: ExpressionSyntax)], fallback: String?) -> Asks {
        var asks = Asks()
        for (label, value) in arguments {
            switch label {
            case nil, "named", "setting":
                asks.isSetting = label == "setting"
                asks.key = value.string
                asks.isKeyKnown = asks.key != nil || value.form == .none
            case "default": asks.hasDefault = value.form != .none
            default: continue
            }
        }
        if let fallback, fallback != "nil" { asks.hasDefault = true }
        return asks
    }

    // MARK: By hand

    /// Reads `static var constructor: Constructor { Constructor(Desk.init, "mapper", Parameter("log", named: "audit")) }`.
    private func written(
        _ property: PropertyDeclaration, in part: DeclaredType.Part, of type: DeclaredType,
        _ replacements: [String: TypeSyntax]
    ) -> Found {
        func unread(_ reason: String) -> Found { .unread(property.position, file: part.file, reason: reason) }
        guard property.condition == nil, let body = property.body ?? property.initialValue else {
            return unread("its constructor is not written out")
        }
        let start = body.text.hasPrefix("return ") ? 7 : 0
        let call = ExpressionSyntax(String(body.text.dropFirst(start)))
        guard case .call(let function, let arguments) = call.form,
            ["Constructor", "init"].contains(function.callee?.name), let make = arguments.first?.value
        else { return unread("its constructor is more than one call") }
        let asked = arguments.dropFirst().filter { $0.label == nil }.map { argument in
            self.asked(argument.value, whole: call, in: body, from: start)
        }
        guard let types = types(of: make, count: asked.count, type) else {
            return unread("which initializer its constructor calls can't be told")
        }
        var parameters: [Parameter] = []
        for (asked, type) in zip(asked, types) {
            guard let (name, asks, position) = asked else {
                return unread("a parameter of its constructor is no literal")
            }
            parameters.append(Parameter(name: name, type: type, position: position, asks: asks))
        }
        return .constructor(
            Constructor(parameters: parameters, scope: type.scope(part), replacements: replacements))
    }

    /// Reads `"mapper"` or `Parameter("log", named: "audit")`.
    private func asked(
        _ value: ExpressionSyntax, whole call: ExpressionSyntax, in body: SourceText, from start: Int
    ) -> (name: String, asks: Asks, position: SourcePosition)? {
        // A plain string stands at its constructor's place.
        if let name = value.string { return (name, Asks(), body.position(atByte: start + call.offset)) }
        guard case .call(let function, let arguments) = value.form,
            ["Parameter", "init"].contains(function.callee?.name), let name = arguments.first?.value.string
        else { return nil }
        let asks = asks(arguments.dropFirst().map { ($0.label, $0.value) }, fallback: nil)
        return (name, asks, body.position(atByte: start + value.offset))
    }

    /// The types of the parameters of what a constructor calls: `Desk.init`, `Desk.init(mapper:)`, or a closure that says them.
    private func types(of make: ExpressionSyntax, count: Int, _ type: DeclaredType) -> [TypeSyntax]? {
        if case .closure(let text) = make.form {
            let types = ClosureSyntax(text).parameters.map(\.type)
            return types.count == count && !types.contains(nil) ? types.compactMap(\.self) : nil
        }
        let words = make.text.split(separator: ".init", maxSplits: 1, omittingEmptySubsequences: false)
        let base = words[0].split(separator: ".").last.map(String.init) ?? "Self"
        guard words.count == 2, ["Self", "self", type.simpleName].contains(base) else { return nil }
        let all = type.parts.flatMap(\.declaration.initializers)
        let labels = words[1].filter { !$0.isWhitespace }
        let fitting = all.filter { initializer in
            initializer.parameters.count == count
                && (labels.isEmpty || initializer.fullName.dropFirst(initializer.name.count) == labels)
        }
        if fitting.count == 1 { return fitting[0].parameters.map { TypeSyntax($0.type.text) } }
        guard all.isEmpty, type.main.declaration.kind == .struct else { return nil }
        return memberwise(type, count)
    }

    /// The types that the initializer takes which the compiler writes for a structure.
    private func memberwise(_ type: DeclaredType, _ count: Int) -> [TypeSyntax]? {
        let stored = type.main.declaration.properties.filter { property in
            !property.isStatic && !property.isComputed && !(property.isLet && property.initialValue != nil)
        }
        guard stored.count == count, stored.allSatisfy({ $0.type != nil && $0.attributes.isEmpty }) else { return nil }
        return stored.compactMap { $0.type.map { TypeSyntax($0.text) } }
    }
}
