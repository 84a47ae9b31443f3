import Foundation
import IOCCheck
import IOCSource

/// The targets that packages put into folders of their choice, as their manifests write them.
///
/// Targets that a manifest works out, as in a loop, are known to SwiftPM alone: they are named after their folders.
struct PackageManifest {
    /// The folders of targets with their modules, the innermost first.
    private var targets: [(folder: [String], module: String)] = []

    /// Reads the manifests of the packages that some files and folders stand in.
    init(above roots: [String], _ loader: SourceLoader) {
        var loader = loader
        // The cache keeps one set of sources, which these are no part of.
        loader.cacheDirectory = nil
        for package in Set(roots.compactMap(Self.package)) {
            guard let file = try? loader.load([package + "/Package.swift"]).files.first else { continue }
            targets += Self.targets(file).map { (Self.components(package + "/" + $0.path), $0.module) }
        }
        targets.sort { $0.folder.count > $1.folder.count }
    }

    /// The module of a file; nil where no manifest puts it somewhere.
    func module(of path: String) -> String? {
        guard !targets.isEmpty else { return nil }
        let components = Self.components(path)
        return targets.first { components.starts(with: $0.folder) }?.module
    }

    /// The folder of the package that a path stands in.
    private static func package(_ path: String) -> String? {
        var folder = URL(filePath: path).standardizedFileURL
        while folder.pathComponents.count > 1 {
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path()) {
                return folder.path(percentEncoded: false)
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private static func components(_ path: String) -> [String] {
        URL(filePath: path).standardizedFileURL.pathComponents.filter { $0 != "/" }
    }

    private static func targets(_ manifest: SourceFile) -> [(path: String, module: String)] {
        manifest.properties.flatMap { property -> [(path: String, module: String)] in
            guard let value = property.initialValue.map({ ExpressionSyntax($0.text) }), value.callee?.name == "Package",
                let targets = value.callee?.arguments.first(where: { $0.label == "targets" })?.value.elements
            else { return [] }
            return targets.compactMap { target in
                func text(_ label: String) -> String? {
                    target.callee?.arguments.first { $0.label == label }?.value.string
                }
                guard let name = text("name"), let path = text("path") else { return nil }
                return (path, SourceModules.module(named: name))
            }
        }
    }
}
