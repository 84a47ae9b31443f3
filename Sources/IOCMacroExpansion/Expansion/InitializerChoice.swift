/// The initializer with which the container creates an annotated type.
enum InitializerChoice {
    /// `init()`, which the type declares, inherits or gets from the compiler.
    case plain(Initializer?)
    /// An initializer that the type declares.
    case declared(Initializer)
    /// An initializer that the annotation writes, for the constants without a value.
    case generated([Property])
    /// Several initializers, none of which is preferred.
    case ambiguous([Initializer])

    /// Chooses the first of these that exists:
    ///
    /// 1. The initializer with `@Injected`.
    /// 2. `init()`.
    /// 3. The only initializer that is not a convenience initializer.
    /// 4. An initializer that the annotation writes.
    /// 5. The `init()` that is inherited or that the compiler writes.
    init(_ subject: TypeDeclaration) {
        let all = subject.initializers
        let marked = all.filter { $0.prefix.attribute("Injected") != nil }
        let designated = all.filter { !$0.prefix.has("convenience") }
        if marked.count > 1 {
            self = .ambiguous(marked)
        } else if let chosen = marked.first ?? all.first(where: \.isPlain) {
            self = chosen.isPlain ? .plain(chosen) : .declared(chosen)
        } else if designated.count > 1 {
            self = .ambiguous(designated)
        } else if let only = designated.first {
            self = .declared(only)
        } else {
            let constants = subject.properties.filter(\.awaitsValue)
            self = constants.isEmpty ? .plain(nil) : .generated(constants)
        }
    }

    /// Returns true if everything that can see the type can call `init()`.
    func isPlain(_ subject: TypeDeclaration) -> Bool {
        guard subject.isReferenceType, case .plain(let plain) = self else { return false }
        return plain.map { $0.prefix.visibility >= subject.prefix.visibility } ?? true
    }

    /// Returns true if the type needs a `constructor`.
    func needsConstructor(_ subject: TypeDeclaration) -> Bool { !subject.isFinal || !isPlain(subject) }

    /// True if an inherited `constructor` calls the same initializer.
    var isInherited: Bool { if case .plain = self { true } else { false } }
}
