import IOCCheck
import IOCModel
import IOCSource
import Testing

/// A check of folders, each named as a module.
func check(_ roots: [(module: String, path: String)]) throws -> SourceCheck {
    let found = SourceModules(
        roots.map { SourceModules.Root(module: $0.module, path: $0.path) }, finder: FileFinder())
    #expect(found.faults.isEmpty)
    let sources = try SourceLoader().load(found.modules.flatMap(\.paths))
    #expect(sources.diagnostics.isEmpty)
    let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
    return SourceCheck(
        found.modules.map { ProjectIndex.Module(name: $0.name, files: $0.paths.compactMap { models[$0] }) })
}
