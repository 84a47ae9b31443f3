import FoundationEssentials
import IOC
import IOCCheck
import IOCModel
import IOCSource
import Testing

/// The package's own folder.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path()

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

/// What both sides say of one fault.
struct Told: Hashable, CustomStringConvertible {
    var code: String
    var point: String?
    var candidates: [String]
    var suggestion: String?

    init(_ fault: IOCError.Fault) {
        code = fault.code.rawValue
        point = fault.injectionPoint
        candidates = fault.candidates
        suggestion = fault.suggestion
    }

    var description: String { "\(code) \(point ?? "-") \(candidates) \(suggestion ?? "")" }
}

#if IOC_MIRROR_ONLY
private let readsFields = false
#else
private let readsFields = true
#endif

extension Trait where Self == ConditionTrait {
    /// For tests that ask the container about properties of which no instance was made.
    static var whereFieldsAreRead: Self {
        .enabled(if: readsFields, "With mirrors alone a container knows the properties of made instances only")
    }
}
