import Foundation
import PackagePlugin

/// The modules that make up a program, as far as they can have components: those of the package itself, and of the packages
/// it depends on those that use the container.
struct ProgramModules {
    /// The modules whose sources are read.
    private(set) var modules: [any SourceModuleTarget] = []
    /// The names of the others: nothing in them is a component.
    private(set) var plainNames: [String] = []

    /// - Parameters:
    ///   - targets: The targets that make up the program, without what they depend on.
    ///   - package: The package they are in.
    init(_ targets: [any Target], in package: Package) {
        let own = Set(package.targets.map(\.id))
        let container = Set(package.container?.targets.map(\.id) ?? [])
        var seen: Set<String> = []
        for target in targets.flatMap({ [$0] + $0.recursiveTargetDependencies }) where seen.insert(target.id).inserted {
            if container.contains(target.id), !own.contains(target.id) { continue }
            let isRead =
                own.contains(target.id)
                || target.recursiveTargetDependencies.contains { container.contains($0.id) && $0.name == "IOC" }
            if isRead, let module = target as? any SourceModuleTarget, module.kind != .test || targets.count == 1 {
                modules.append(module)
            } else {
                plainNames.append((target as? any SourceModuleTarget)?.moduleName ?? target.name)
            }
        }
    }

    /// The options that give a tool some files of these modules.
    func options(_ files: (any SourceModuleTarget) -> [URL]) -> [String] {
        modules.flatMap { module in
            files(module).flatMap { ["--sources", "\(module.moduleName)=\($0.path(percentEncoded: false))"] }
        } + plainNames.flatMap { ["--plain-module", $0] }
    }
}
