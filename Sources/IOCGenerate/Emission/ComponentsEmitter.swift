import IOCModel
import IOCSource

/// Writes the assembly of a module's components: a definition for each that code of the module can name.
///
/// It says of each no more than its type, as the container asks that for its name, traits and initializer.
struct ComponentsEmitter {
    /// A component with the key of its definition.
    private struct Item {
        var type: DeclaredType
        var key: String
    }

    private let name: String
    private let items: [Item]
    /// The reasons why components are left out.
    let notes: [SourceDiagnostic]

    /// - Parameter components: The component types of the module.
    init(_ components: [DeclaredType], index: ProjectIndex, module: String?) {
        let name = (module ?? "") + "ComponentsAssembly"
        var notes: [SourceDiagnostic] = []
        var items: [Item] = []
        // The name that an assembly has already.
        var keys = Names(reserved: ["context"])
        for type in components {
            if let obstacle = Self.obstacle(type, index) {
                notes.append(
                    .note(
                        at: index.location(type.main.declaration.position, file: type.main.file),
                        "'\(type.name)' \(obstacle), so \(name) leaves it out"))
            } else {
                items.append(Item(type: type, key: keys.unique(CodeText.key(type.simpleName))))
            }
        }
        self.name = name
        self.items = items
        self.notes = notes
    }

    /// True if there is nothing to write.
    var isEmpty: Bool { items.isEmpty }
    /// True if code outside the module can name the assembly.
    var isPublic: Bool { access >= .package }

    private var access: AccessLevel { items.map(\.type.access).max() ?? .internal }

    /// The reason why no definition can name a component.
    private static func obstacle(_ type: DeclaredType, _ index: ProjectIndex) -> String? {
        if type.isLocal { return "is declared among statements" }
        if !type.access.isVisibleInModule { return "is \(type.access)" }
        if type.isGeneric { return "is generic" }
        // A stored property exists everywhere.
        if !MakerFinder.availability(type.main.declaration.attributes).isEmpty { return "is not available everywhere" }
        let processes = index.supertypes(of: type, declaredIn: "IOC").contains("DefinitionPostProcessor")
        return processes ? "processes definitions, as only a class that is found by its name does" : nil
    }

    /// Writes the code.
    func emit(into code: inout CodeText) {
        guard !isEmpty else { return }
        code.line()
        code.line("/// The module's components, as definitions, for a configuration that lists none of them.")
        code.line("nonisolated \(access.modifier)final class \(name): IOC.Assembly {")
        code.indented { code in
            if isPublic { code.line("/// An assembly that is not activated yet.") }
            code.line("\(access.modifier)init() {}")
            code.line()
            for item in items {
                code.conditional(item.type.condition.map { [$0] } ?? []) { code in
                    code.line(
                        "\(min(access, item.type.access).modifier)let \(Names.escaped(item.key)): "
                            + "IOC.Definition<\(name), \(item.type.name)> = .component()")
                }
            }
        }
        code.line("}")
    }
}
