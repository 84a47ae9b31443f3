import IOCConfiguration
import IOCModel
import IOCSource

/// A definition as an assembly writes it.
struct SourceDefinition: Sendable {
    /// The number of the assembly's class.
    var assembly: Int
    /// The name of the property.
    var key: String
    var location: SourceLocation
    /// The type of its instances; nil where only the compiler knows.
    var promised: WantedType?
    var traits = TraitList()
    /// The scope it says or inherits; nil where nothing says one.
    var scope: ScopeFacts?
    /// True if a scope is said that only the compiler can read.
    var isScopeUnread = false
    var needsArguments = false
    /// True if the type that it promises makes its instances, by its own initializer.
    var isMadeByType = false
    /// The number of the type whose name and traits it has; nil where it says them itself.
    var declaringType: Int?
    /// The choice among its options by a property's value.
    var choice: SourceChoice?
    /// The `#if` condition it stands under.
    var condition: String?
}

/// The options of a definition.
struct SourceChoice: Sendable {
    /// The property that chooses.
    var property: String
    /// The values that options are for, in order; nil where only a run knows some of them.
    var values: [PropertyValue]?
    var hasDefault: Bool

    /// Reads `.option("key", .when("a") { … }, default: { … })`; nil where the key is no plain string.
    init?(_ arguments: [ExpressionSyntax.Argument]) {
        guard let property = arguments.first?.value.string else { return nil }
        self.property = property
        let rest = arguments.dropFirst()
        func isDefault(_ argument: ExpressionSyntax.Argument) -> Bool {
            argument.label == "default" ? argument.value.form != .none : argument.value.closure != nil
        }
        hasDefault = rest.contains(where: isDefault)
        let options = rest.filter { $0.label == nil && !isDefault($0) }
        let values = options.compactMap { option -> PropertyValue? in
            guard let (name, arguments) = option.value.callee, name == "when" else { return nil }
            return arguments.first?.value.propertyValue
        }
        self.values = values.count == options.count ? values : nil
    }
}

/// A property's initial value as a chain: `Definition(.prototype) { … }` and what is called on it.
struct DefinitionChain {
    /// One call.
    struct Link {
        var name: String
        var arguments: [ExpressionSyntax.Argument]
    }

    /// The start of the chain: `Definition`, `value`, `Collaborator`.
    var root: Link
    /// The type that is written at the root: `Definition`, `Define`.
    var type = ""
    /// The generic arguments that are written at the root: `Definition<Core, Int>.value(10)`.
    var generics: [TypeSyntax] = []
    /// The calls on it, in order.
    var modifiers: [Link] = []

    init?(_ expression: ExpressionSyntax) {
        root = Link(name: "", arguments: [])
        var links: [Link] = []
        var next: ExpressionSyntax? = expression
        while let call = next, case .call(let function, let arguments) = call.form {
            next = nil
            switch function.form {
            case .member(let base, let name):
                links.append(Link(name: name, arguments: arguments))
                guard let base else { continue }
                if case .call = base.form { next = base } else { read(type: base.text) }
            case .name(let name):
                links.append(Link(name: String(name.prefix { $0 != "<" }), arguments: arguments))
                read(type: name)
            default: return nil
            }
        }
        guard let root = links.popLast() else { return nil }
        self.root = root
        modifiers = links.reversed()
    }

    private mutating func read(type name: String) {
        guard case .named(let components) = TypeSyntax(name), let last = components.last else { return }
        type = last.name
        generics = last.arguments
    }

    /// The modifiers of a name.
    func modifiers(_ name: String) -> [Link] { modifiers.filter { $0.name == name } }
}

extension [ExpressionSyntax.Argument] {
    /// The closure among the arguments that makes an instance.
    var closure: ClosureSyntax? {
        filter { $0.label == nil || $0.label == "make" }.compactMap(\.value.closure).last.map { ClosureSyntax($0) }
    }
}
