/// A declaration with `@Component`, and the facts for its expansion.
struct AnnotatedType {
    /// The initializer with which the container creates an instance.
    enum Choice {
        /// An initializer that the type declares.
        case declared(Initializer)
        /// An initializer that the annotation generates for the constants without a value. If there are none, it is the
        /// `init()` that the type inherits or gets from the compiler.
        case generated([Property])
        /// Several initializers, none of which is preferred.
        case ambiguous([Initializer])
    }

    let declaration: TypeDeclaration
    /// The declarations around this one, the nearest first.
    let around: [TypeDeclaration]
    let annotation: Syntax
    /// The arguments of the annotation.
    let traits: [ArraySlice<Token>]
    /// The macro's protocols to which the type does not conform yet.
    let lacking: Set<String>
    let choice: Choice

    /// Reads an annotated declaration; nil if that is impossible.
    init?(_ use: MacroUse) {
        guard let declaration = TypeDeclaration(use.declSyntax) else { return nil }
        self.declaration = declaration
        around = (use.lexicalContext ?? []).compactMap(TypeDeclaration.init)
        annotation = use.attributeSyntax
        traits = annotation.traits
        let inherited = use.conformanceListSyntax.flatMap(TypeDeclaration.init)?.inherited ?? []
        lacking = Set(inherited.compactMap(\.last?.text))
        choice = Self.choice(declaration)
    }

    /// Chooses the first of these that exists:
    ///
    /// 1. The initializer with `@Injected`.
    /// 2. `init()`.
    /// 3. The only initializer that is not a convenience initializer.
    /// 4. An initializer that the annotation generates.
    /// 5. The `init()` that is inherited or that the compiler generates.
    ///
    /// The choice is ambiguous if several initializers have `@Injected`, or if step 3 finds several initializers.
    private static func choice(_ declaration: TypeDeclaration) -> Choice {
        let all = declaration.members.initializers
        let marked = all.filter { $0.prefix.attribute("Injected") != nil }
        let designated = all.filter { !$0.prefix.has("convenience") }
        if marked.count > 1 { return .ambiguous(marked) }
        if let chosen = marked.first ?? all.first(where: \.isPlain) { return .declared(chosen) }
        if designated.count > 1 { return .ambiguous(designated) }
        if let only = designated.first { return .declared(only) }
        return .generated(declaration.members.properties.filter(\.awaitsValue))
    }

    /// True for a class or an actor that is created by `init()`. An `init()` that the type declares must be at least as
    /// visible as the type.
    var hasVisibleInit: Bool {
        guard declaration.isReferenceType, isPlain else { return false }
        guard case .declared(let initializer) = choice else { return true }
        return initializer.prefix.visibility >= declaration.prefix.visibility
    }

    /// True if the type needs a `constructor`.
    var needsConstructor: Bool { !declaration.isFinal || !hasVisibleInit }

    /// True if a superclass has the annotation.
    var isSubclass: Bool { !lacking.contains("_AnnotatedComponent") }

    /// The access level of the type, or of the extension around it, with a space after it. It is empty if the type is
    /// not more visible than internal.
    var access: String {
        let outer = around.first.flatMap { $0.keyword.isA("extension") ? $0.prefix.access : nil }
        return (declaration.prefix.access ?? outer).map { $0 + " " } ?? ""
    }

    /// Returns the start of the declaration of a type property. Subclasses can override the property unless the type is
    /// final.
    func head(_ name: String, _ type: String, isOverride: Bool) -> String {
        let word = isOverride ? "override class" : declaration.isFinal ? "static" : "class"
        return "\(access)nonisolated \(word) var \(name): \(type)"
    }

    func text(_ tokens: ArraySlice<Token>) -> String { declaration.syntax.text(of: tokens) }

    func line(_ token: Token) -> String { "line: \(declaration.syntax.line(of: token))" }
}
