/// The declaration of a type, with the parts that `@Component` needs.
struct TypeDeclaration {
    let syntax: Syntax
    let prefix: DeclarationPrefix
    /// The keyword, such as `class`, `actor` or `struct`.
    let keyword: Token
    let name: Token
    let isGeneric: Bool
    /// The superclass and protocols after the colon.
    let inherited: [ArraySlice<Token>]
    let members: Members

    /// Reads a text; nil if it isn't the declaration of a type.
    init?(_ syntax: Syntax) {
        self.syntax = syntax
        var reader = TokenReader(Lexer.tokens(of: syntax.source))
        prefix = reader.readPrefix()
        let tokens = reader.tokens[reader.index...].prefix { $0.kind == .word }
        guard tokens.count > 1 else { return nil }
        (keyword, name) = (tokens[reader.index], tokens[reader.index + 1])
        reader.skip()
        reader.skip()
        isGeneric = reader.takeAngles()
        let head = reader.tokens[reader.index...].prefix { !$0.isA("{") }
        guard head.endIndex < reader.tokens.count else { return nil }
        let clause = head.prefix { !$0.isA("where") }
        inherited = clause.first?.isA(":") == true ? clause.dropFirst().pieces() : []
        var body = TokenReader(reader.tokens[head.endIndex].content)
        members = body.readMembers()
    }

    var isReferenceType: Bool { keyword.isA("class") || keyword.isA("actor") }
    var isFinal: Bool { !keyword.isA("class") || prefix.has("final") }
    var isMainActor: Bool { prefix.attribute("MainActor") != nil }
    /// True if an actor protects the stored properties of the instances.
    var isIsolated: Bool { keyword.isA("actor") || isMainActor }

    /// True if the annotation makes the class `@unchecked Sendable` after its own checks.
    var isChecked: Bool { isReferenceType && !isIsolated && !statesSendable }

    /// True if the declaration itself states `Sendable`, checked or not.
    var statesSendable: Bool { inherited.contains { $0.contains { $0.isA("Sendable") } } }

    /// The first inherited type, which may be a superclass; nil if it is certainly a protocol. `IOCComponent` and
    /// `@preconcurrency Gate` are certainly protocols.
    var possibleSuperclass: ArraySlice<Token>? {
        inherited.first.flatMap { $0.first?.isA("@") == false && $0.last?.isA("IOCComponent") == false ? $0 : nil }
    }

    var declaresTraits: Bool { members.properties.contains { $0.isStatic && $0.name.text == "traits" } }
}

/// One name that a `let` or `var` of a type declares.
struct Property {
    var name: Token
    var isLet: Bool
    var isComputed: Bool
    /// True if a tuple of names declares it.
    var isInTuple: Bool
    var type: ArraySlice<Token>?
    /// The value in its declaration.
    var value: ArraySlice<Token>?
    var prefix: DeclarationPrefix

    var isStatic: Bool { prefix.has("static") || prefix.has("class") }
    var isStored: Bool { !isStatic && !isComputed }

    /// The attribute for a property that the container fills.
    var wrapper: DeclarationPrefix.Attribute? { prefix.attribute("Autowired") ?? prefix.attribute("Value") }

    /// True for a stored constant without a value or a wrapper, which an initializer has to set.
    var awaitsValue: Bool { isLet && value == nil && isStored && wrapper == nil }

    /// True if instances store it, and it has neither `@MainActor` nor `nonisolated(unsafe)`.
    var isShared: Bool { isStored && !prefix.has("nonisolated(unsafe)") && prefix.attribute("MainActor") == nil }
}

/// A method without parameters.
struct Method {
    var name: Token
    /// The words between its parameters and its body.
    var effects: [String]

    var isAsync: Bool { effects.contains("async") }
    /// True if it has the signature of a lifecycle protocol's method.
    var isOfLifecycle: Bool {
        let result = name.text == "health" ? ["->", "String"] : []
        return ["start", "stop", "run", "health"].contains(name.text) && effects == ["async", "throws"] + result
    }
}

/// An initializer of a type, or a function.
struct Initializer {
    /// The token `init`, or the function's name.
    var keyword: Token
    /// The `<` of generic parameters.
    var generics: Token?
    var isFailable = false
    var isThrowing = false
    var isAsync = false
    var parameters: [Parameter] = []
    /// The return type of a function, and the tokens after it.
    var result: ArraySlice<Token> = []
    var prefix: DeclarationPrefix

    /// The name with the labels, as in `init(mapper:_:)`.
    var signature: String { "\(keyword.text)(\(parameters.map { ($0.label?.text ?? "_") + ":" }.joined()))" }

    /// True if it is `init()` without effects.
    var isPlain: Bool { parameters.isEmpty && generics == nil && !isFailable && !isThrowing && !isAsync }
}

/// A parameter of an initializer or a function.
struct Parameter {
    /// Its attributes.
    var prefix = DeclarationPrefix()
    /// The first token. Its line is the parameter's line.
    var start: Token
    /// The argument's label; nil for `_`.
    var label: Token?
    /// The name in its declaration. It may be `_`.
    var name: Token
    /// The type with its attributes.
    var type: ArraySlice<Token>
    var defaultValue: ArraySlice<Token>?
}

extension Parameter {
    /// Reads a parameter; nil if no colon follows its names.
    init?(_ tokens: ArraySlice<Token>) {
        var reader = TokenReader(Array(tokens))
        while reader.isNext("@") { prefix.attributes.append(reader.readAttribute()) }
        let names = reader.tokens[reader.index...].prefix { !$0.isA(":") }
        guard let label = names.first, let name = names.last else { return nil }
        let parts = reader.tokens[names.endIndex...].dropFirst().pieces(between: "=")
        guard let start = tokens.first, let type = parts.first else { return nil }
        self.start = start
        self.label = label.isA("_") ? nil : label
        self.name = name
        self.type = type
        defaultValue = parts.count > 1 ? reader.tokens[parts[1].startIndex...] : nil
    }
}
