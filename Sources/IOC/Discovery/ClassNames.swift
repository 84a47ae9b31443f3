/// Finds classes by name: qualified names come first, simple ones count where no class has the qualified one.
struct ClassNames: Sendable {
    private let qualified: [String: [ProgramClass]]
    private let simple: [String: [ProgramClass]]

    init(_ classes: [ProgramClass]) {
        qualified = Dictionary(grouping: classes, by: \.qualifiedName)
        simple = Dictionary(grouping: classes, by: \.simpleName)
    }

    /// The classes of a name; several where it is ambiguous.
    func classes(named name: String) -> [ProgramClass] {
        qualified[name] ?? simple[name] ?? []
    }
}
