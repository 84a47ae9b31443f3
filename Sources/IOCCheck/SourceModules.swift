package import IOCSource

/// The module of each file of some sources.
package struct SourceModules: Sendable {
    /// A path, with the name of its module where that was said.
    package struct Root: Sendable {
        /// The module; nil where the folders tell it.
        package var module: String?
        /// The file or folder.
        package var path: String

        /// A root of those parts.
        package init(module: String?, path: String) {
            self.module = module
            self.path = path
        }

        /// Reads `PATH` or `NAME=PATH`.
        package init(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
            let isNamed = parts.count == 2 && !parts[0].contains("/")
            self.init(module: isNamed ? parts[0] : nil, path: isNamed ? parts[1] : text)
        }
    }

    /// The modules with the paths of their files, in the order in which they were met.
    package private(set) var modules: [(name: String, paths: [String])] = []
    /// The faults of the paths.
    package private(set) var faults: [FileError] = []
    private var seen: Set<String> = []

    /// The files under some roots; a file that several roots have belongs to the first that names its module.
    /// - Parameters:
    ///   - roots: Where the files are.
    ///   - finder: The search that finds them.
    ///   - manifest: The module of a path where a package's manifest says it.
    package init(_ roots: [Root], finder: FileFinder, manifest: (String) -> String? = { _ in nil }) {
        let named = roots.filter { $0.module != nil }
        for root in named + roots.filter({ $0.module == nil }) {
            let found = finder.files(in: [root.path])
            faults += found.faults
            for path in found.files where seen.insert(path).inserted {
                add(path, to: root.module ?? manifest(path) ?? Self.module(of: path))
            }
        }
    }

    private mutating func add(_ path: String, to module: String) {
        if let index = modules.firstIndex(where: { $0.name == module }) {
            modules[index].paths.append(path)
        } else {
            modules.append((module, [path]))
        }
    }

    /// The module of a file in a package: the folder under the last `Sources` or `Tests`; else the file's own folder.
    package static func module(of path: String) -> String {
        let folders = path.split(separator: "/").dropLast().filter { $0 != "." }.map { String($0) }
        let root = folders.lastIndex { $0 == "Sources" || $0 == "Tests" }
        let name = root.flatMap { folders.indices.contains($0 + 1) ? folders[$0 + 1] : nil } ?? folders.last ?? "main"
        return module(named: name)
    }

    /// The name of the module of a target.
    package static func module(named name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
