import IOCSource

/// The way the container makes an instance of a type with `@Component`, as the annotation chooses it.
enum AnnotatedMaking {
    /// By `init()`, which the type declares, inherits or owes to the compiler.
    case plain(FunctionDeclaration?)
    /// By an initializer that the type declares.
    case declared(FunctionDeclaration)
    /// By an initializer that the annotation writes, from the constants that await a value.
    case written([PropertyDeclaration])
    /// The annotation refuses the type.
    case refused

    /// Chooses the initializer.
    ///
    /// 1. The one with `@Injected`.
    /// 2. Without any, one that passes the constants their values.
    /// 3. `init()`.
    /// 4. The only one that is not for convenience.
    init(_ type: TypeDeclaration) {
        let all = type.initializers
        let marked = all.filter { $0.attributes.contains { $0.baseName == "Injected" } }
        let designated = all.filter { !$0.modifiers.contains("convenience") }
        if marked.count > 1 {
            self = .refused
        } else if let chosen = marked.first ?? all.first(where: \.isPlain) {
            self = chosen.isPlain ? .plain(chosen) : .declared(chosen)
        } else if designated.count > 1 {
            self = .refused
        } else if let only = designated.first {
            self = .declared(only)
        } else {
            let constants = type.properties.filter(\.awaitsValue)
            self = constants.isEmpty ? .plain(nil) : .written(constants)
        }
        if isRefused(in: type) { self = .refused }
    }

    /// True if an inherited `constructor` makes it as well.
    var isInherited: Bool { if case .plain = self { true } else { false } }

    /// The protocols that the annotation has a type conform to.
    func protocols(of type: TypeDeclaration) -> [String] {
        let isReferenceType = type.kind == .class || type.kind == .actor
        guard type.kind != .class || type.modifiers.contains("final") else {
            return ["IOCComponent", "ConstructedComponent"]
        }
        guard isReferenceType, case .plain(let plain) = self, plain?.writtenAccess != .private else {
            return ["ConstructedComponent"]
        }
        return ["IOCComponent"]
    }

    /// True if the annotation says that it can't call the initializer.
    private func isRefused(in type: TypeDeclaration) -> Bool {
        switch self {
        case .plain(let declared): declared == nil && type.kind == .enum
        case .declared(let function): function.isRefused || function.condition != type.condition
        case .written(let constants): constants.contains { $0.type == nil || $0.condition != type.condition }
        case .refused: true
        }
    }
}

extension FunctionDeclaration {
    /// True for `init()` that neither fails nor waits.
    fileprivate var isPlain: Bool {
        parameters.isEmpty && genericParameters.isEmpty && !isFailable && throwing == .nothing && !isAsync
    }

    fileprivate var isRefused: Bool {
        !genericParameters.isEmpty || isFailable || isAsync
            || parameters.contains { parameter in
                parameter.isVariadic || parameter.name == "_"
                    || parameter.type.text.split(whereSeparator: \.isWhitespace).contains {
                        $0 == "inout" || $0 == "some"
                    }
                    || parameter.attributes.contains { ["Autowired", "Value", "Injected"].contains($0.baseName) }
            }
    }
}

extension PropertyDeclaration {
    /// True if an initializer has to give it its value; a static constant has one where it stands.
    fileprivate var awaitsValue: Bool {
        isLet && initialValue == nil && attribute("Autowired") == nil && attribute("Value") == nil
    }
}
