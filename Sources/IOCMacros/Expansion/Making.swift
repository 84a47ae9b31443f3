/// The way the container makes an instance of an annotated type.
enum Making {
    /// By `init()`, which the type declares, inherits or owes to the compiler.
    case plain(Member.Initializer?)
    /// By an initializer that the type declares.
    case declared(Member.Initializer)
    /// By an initializer that the annotation writes, from the constants that await a value.
    case written([Member.Property])
    /// Nobody knows by which of several.
    case open([Member.Initializer])

    /// Chooses the initializer.
    ///
    /// 1. The one with `@Injected`.
    /// 2. Without any, one that passes the constants their values.
    /// 3. `init()`.
    /// 4. The only one that is not for convenience.
    init(_ subject: ClassText) {
        let all = subject.initializers
        let marked = all.filter { $0.prefix.attribute("Injected") != nil }
        let designated = all.filter { !$0.prefix.has("convenience") }
        if marked.count > 1 {
            self = .open(marked)
        } else if let chosen = marked.first ?? all.first(where: \.isPlain) {
            self = chosen.isPlain ? .plain(chosen) : .declared(chosen)
        } else if designated.count > 1 {
            self = .open(designated)
        } else if let only = designated.first {
            self = .declared(only)
        } else {
            let constants = subject.properties.filter(\.awaitsValue)
            self = constants.isEmpty ? .plain(nil) : .written(constants)
        }
    }

    /// Returns true if `init()` makes it, and whoever sees the type may call that.
    func isPlain(_ subject: ClassText) -> Bool {
        guard subject.isReferenceType, case .plain(let plain) = self else { return false }
        return plain.map { $0.prefix.visibility >= subject.prefix.visibility } ?? true
    }

    /// Returns true if the type says by a `constructor` how it is made.
    func needsConstructor(_ subject: ClassText) -> Bool { !subject.isFinal || !isPlain(subject) }

    /// True if an inherited `constructor` makes it as well.
    var isInherited: Bool { if case .plain = self { true } else { false } }
}
