import IOCSource

/// The initializer that the annotation `@Component` chooses, by its own rules:
///
/// 1. The one with `@Injected`.
/// 2. `init()`.
/// 3. The only one that is not for convenience.
/// 4. Without any, one that passes the constants without a value theirs.
enum AnnotatedInitializer {
    /// The initializer of a superclass, or the `init()` that the compiler writes.
    case inherited
    /// An `init()` that is written.
    case plain(FunctionDeclaration)
    case declared(FunctionDeclaration)
    case written([PropertyDeclaration])
    /// The annotation does not choose, and says so.
    case refused

    init(_ declaration: TypeDeclaration) {
        let all = declaration.initializers
        let marked = all.filter { $0.attribute("Injected") != nil }
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
            let constants = declaration.properties.filter { property in
                property.isLet && property.initialValue == nil && !property.isStatic && !property.isComputed
                    && property.attribute("Autowired") == nil && property.attribute("Value") == nil
            }
            self = constants.isEmpty ? .inherited : .written(constants)
        }
    }

    /// The protocols that the annotation has a type conform to.
    func protocols(of declaration: TypeDeclaration) -> [String] {
        let isValue = declaration.kind == .struct || declaration.kind == .enum
        let isOpen = declaration.kind == .class && !declaration.modifiers.contains("final")
        let isPlain =
            switch self {
            case .inherited: !isValue
            case .plain(let initializer): !isValue && initializer.writtenAccess != .private
            case .declared, .written, .refused: false
            }
        return (isPlain || isOpen ? ["IOCComponent"] : []) + (isPlain && !isOpen ? [] : ["ConstructedComponent"])
    }
}

extension FunctionDeclaration {
    /// True for an `init()` that neither fails nor waits.
    fileprivate var isPlain: Bool {
        parameters.isEmpty && genericParameters.isEmpty && !isFailable && throwing == .nothing && !isAsync
    }

    func attribute(_ name: String) -> AttributeUse? { attributes.first { $0.baseName == name } }
}

extension ParameterDeclaration {
    func attribute(_ name: String) -> AttributeUse? { attributes.first { $0.baseName == name } }
}
