import IOCModel
import IOCSource

/// A `constructor` that is written by hand: `Constructor(OrderService.init, "mapper", Parameter("log", named: "audit"))`, or
/// `Constructor(Parameter<OrderMapper>("mapper")) { try OrderService(mapper: $0[0]) }`.
struct WrittenConstructor {
    /// The requests of its parameters.
    let parameters: [SourceParameter]
    /// The type whose initializer it names; nil for `Self`, and for a closure.
    let product: Int?
    let location: SourceLocation

    /// A type as it is written, with the place where its names are looked up.
    private struct Typed {
        var type: TypeSyntax
        var file: Int
    }

    /// - Returns: nil where it is not written out.
    init?(
        _ text: SourceText, _ owner: ConstructorReader.Owner, _ part: DeclaredType.Part, reader: ConstructorReader
    ) {
        var source = text.text
        // As many characters, so that places stay.
        if source.hasPrefix("return ") { source = "       " + source.dropFirst(7) }
        let whole = ExpressionSyntax(source)
        guard case .call(let function, let arguments) = whole.form, Self.names(function, "Constructor") else {
            return nil
        }
        var asked = arguments.filter { !["fileID", "line"].contains($0.label) }[...]
        let isLast = asked.last?.value.closure != nil
        guard let make = isLast ? asked.popLast() : asked.popFirst(), asked.allSatisfy({ $0.label == nil }),
            let types = isLast
                ? asked.compactMap({ Self.said($0.value, owner, part, reader) })
                : Self.types(of: make.value, count: asked.count, owner, part, reader),
            types.count == asked.count
        else { return nil }
        var parameters: [SourceParameter] = []
        for (argument, type) in zip(asked, types) {
            guard let (name, request) = Self.request(argument.value) else { return nil }
            let place = text.position(atByte: argument.value.offset)
            parameters.append(
                SourceParameter(
                    name: name, location: reader.graph.index.location(place, file: part.file), type: type.type,
                    file: type.file, request: request))
        }
        self.parameters = parameters
        product = Self.named(make.value, owner, part, reader)?.number
        location = reader.graph.index.location(text.position(atByte: whole.offset), file: part.file)
    }

    /// Returns true if a call's function is a type's initializer: `Parameter`, `IOC.Parameter<Int>`, `.init`.
    private static func names(_ function: ExpressionSyntax, _ type: String) -> Bool {
        switch function.form {
        case .name(let name): name.prefix { $0 != "<" } == type
        case .member(nil, "init"): true
        case .member(let base?, "init"): names(base, type)
        case .member(_, let name): name.prefix { $0 != "<" } == type
        default: false
        }
    }

    private static func request(_ value: ExpressionSyntax) -> (name: String, SourceParameter.Request)? {
        if let name = value.string { return (name, .component(named: nil)) }
        guard case .call(let function, let arguments) = value.form, names(function, "Parameter"),
            let name = arguments.first, name.label == nil, let text = name.value.string
        else { return nil }
        return (text, SourceParameter.Request(Array(arguments.dropFirst()), hasDefault: false))
    }

    // MARK: Types

    /// The type that a request is said to be of: `Parameter<any Sink>("log")`.
    private static func said(
        _ value: ExpressionSyntax, _ owner: ConstructorReader.Owner, _ part: DeclaredType.Part,
        _ reader: ConstructorReader
    ) -> Typed? {
        guard case .call(let function, _) = value.form, case .named(let components) = TypeSyntax(function.text),
            let type = components.lazy.compactMap(\.arguments.first).first
        else { return nil }
        return Typed(type: reader.type(type, owner, part), file: part.file)
    }

    /// The types of what is passed; nil where only the compiler knows them.
    private static func types(
        of make: ExpressionSyntax, count: Int, _ owner: ConstructorReader.Owner, _ part: DeclaredType.Part,
        _ reader: ConstructorReader
    ) -> [Typed]? {
        if let content = make.closure {
            return ClosureSyntax(content).parameters.compactMap(\.type).map {
                Typed(type: reader.type($0, owner, part), file: part.file)
            }
        }
        guard let (base, labels) = initializer(make.text) else { return nil }
        if base == "Self" || base == "self" {
            return types(ofInitializer: labels, count: count, owner.number, owner.replacements, reader)
        }
        guard let (number, arguments) = named(make, owner, part, reader) else { return nil }
        return types(
            ofInitializer: labels, count: count, number, reader.graph.replacements(number, arguments), reader)
    }

    /// The type whose initializer is named, with its generic arguments.
    private static func named(
        _ make: ExpressionSyntax, _ owner: ConstructorReader.Owner, _ part: DeclaredType.Part,
        _ reader: ConstructorReader
    ) -> (number: Int, arguments: [TypeSyntax])? {
        guard let base = initializer(make.text)?.type, base != "Self",
            case .named(let components) = reader.graph.index.canonical(TypeSyntax(base), in: owner.type.scope(part)),
            case .declared(let number, let arguments) = reader.graph.key(components, file: part.file)
        else { return nil }
        return (number, arguments)
    }

    /// The type and the labels of `Shop.Desk.init(mapper:log:)`; no labels for a plain `Shop.Desk.init`.
    private static func initializer(_ text: String) -> (type: String, labels: [String?]?)? {
        var name = Substring(text.filter { !$0.isWhitespace })
        var labels: [String?]?
        if name.hasSuffix(":)"), let open = name.lastIndex(of: "(") {
            let inside = name[name.index(after: open)...].dropLast(2)
            labels = inside.split(separator: ":").map { $0 == "_" ? nil : String($0) }
            name = name[..<open]
        }
        guard name.hasSuffix(".init") else { return nil }
        return (String(name.dropLast(5)), labels)
    }

    /// The types of the only initializer that fits; nil where several do, or none that can be seen.
    private static func types(
        ofInitializer labels: [String?]?, count: Int, _ number: Int, _ replacements: [String: TypeSyntax],
        _ reader: ConstructorReader
    ) -> [Typed]? {
        let type = reader.graph.index.types[number]
        let owner = ConstructorReader.Owner(number: number, type: type, replacements: replacements)
        let all = type.parts.flatMap { part in part.declaration.initializers.map { (function: $0, part: part) } }
        let fitting = all.filter { function, _ in
            function.parameters.count == count
                && (labels ?? function.parameters.map(\.label)) == function.parameters.map(\.label)
        }
        if fitting.count == 1, let (function, part) = fitting.first, function.condition == type.condition,
            function.genericParameters.isEmpty
        {
            return function.parameters.map {
                Typed(type: reader.type(TypeSyntax($0.type.text), owner, part), file: part.file)
            }
        }
        let main = type.main.declaration
        guard fitting.isEmpty, main.kind == .struct else { return nil }
        let stored = main.properties.filter { property in
            !property.isStatic && !property.isComputed && !(property.isLet && property.initialValue != nil)
        }
        let written = stored.compactMap(\.type)
        let names: [String?] = stored.map(\.name)
        guard written.count == stored.count, (labels ?? names) == names,
            stored.allSatisfy({ $0.attributes.isEmpty && $0.condition == type.condition })
        else { return nil }
        return written.map {
            Typed(type: reader.type(TypeSyntax($0.text), owner, type.main), file: type.main.file)
        }
    }
}
