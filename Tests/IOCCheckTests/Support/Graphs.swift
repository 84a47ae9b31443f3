import IOCSource
import TestSupport

@testable import IOCCheck

/// The types of some modules, each written as one text.
func typeGraph(_ modules: [(name: String, text: String)], plain: Set<String> = []) throws -> TypeGraph {
    let scratch = try Scratch()
    let sources = try modules.map { module in
        let path = try scratch.write("\(module.name)/\(module.name).swift", module.text)
        return ProjectIndex.Module(
            name: module.name, files: try SourceLoader().load([path]).files.map { $0.compiled(in: BuildSettings()) })
    }
    return TypeGraph(ProjectIndex(sources), plain: plain)
}

extension TypeGraph {
    /// The type that a text means in the first file.
    func canonical(_ text: String) -> TypeSyntax { index.canonical(TypeSyntax(text), in: Scope(file: 0)) }

    /// The same as something that is asked for.
    func wanted(_ text: String) -> WantedType { wanted(canonical(text), file: 0) }

    /// The number of the type of that name.
    func number(_ name: String) -> Int { index.types.firstIndex { $0.name == name } ?? -1 }
}
