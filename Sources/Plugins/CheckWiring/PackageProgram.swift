import Foundation
import PackagePlugin

/// An executable product of the package, built and ready to run.
struct PackageProgram {
    /// The reason why a command ends early. The package manager prints it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The product's name.
    let name: String
    /// The modules that the program is linked from.
    let modules: [any SourceModuleTarget]
    private let executable: URL
    private let folder: URL

    /// Builds a product, or uses a program that is built already.
    init(_ options: ProgramOptions, in context: PluginContext, _ packageManager: PackageManager) throws {
        let built = options.executable.map { URL(filePath: $0, relativeTo: context.package.directoryURL) }
        let product = try Self.product(options.product ?? built?.lastPathComponent, of: context.package)
        name = product.name
        folder = context.package.directoryURL
        modules = (product.targets + product.targets.flatMap(\.recursiveTargetDependencies)).compactMap(\.sourceModule)
        executable = try built?.absoluteURL ?? Self.build(product, packageManager)
        let path = executable.path(percentEncoded: false)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Failure("there is no program at \(path); build it with 'swift build --product \(name)'")
        }
    }

    /// Builds a product. Returns the location of its executable.
    private static func build(_ product: ExecutableProduct, _ packageManager: PackageManager) throws -> URL {
        let built = try packageManager.build(.product(product.name), parameters: .init(configuration: .inherit))
        guard built.succeeded else { throw Failure("\(built.logText)\n'\(product.name)' does not build") }
        let executable = built.builtArtifacts.first { artifact in
            artifact.kind == .executable && artifact.url.deletingPathExtension().lastPathComponent == product.name
        }
        guard let executable else { throw Failure("the build of '\(product.name)' leaves no executable") }
        return executable.url
    }

    private static func product(_ name: String?, of package: Package) throws -> ExecutableProduct {
        let products = package.products(ofType: ExecutableProduct.self).filter {
            $0.mainTarget.sourceModule?.kind == .executable
        }
        let names = products.map(\.name).sorted().joined(separator: ", ")
        if let name {
            guard let product = products.first(where: { $0.name == name }) else {
                throw Failure("the package has no executable product '\(name)'; it has: \(names)")
            }
            return product
        }
        guard let product = products.first else { throw Failure("the package has no executable product") }
        guard products.count == 1 else {
            throw Failure("the package has several executable products; name one with --product: \(names)")
        }
        return product
    }

    /// Runs the program in the package's folder, and prints its standard error.
    /// - Returns: The program's standard output, and its exit code.
    func run(_ arguments: [String]) throws -> (output: Data, code: Int32) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (output, process.terminationStatus)
    }
}

/// The options that `check-wiring` and `draw-graph` share.
struct ProgramOptions {
    /// The product to run; nil for the product that has the name of the executable, or for the only product.
    let product: String?
    /// The path of a program that is built already; nil to build the product.
    let executable: String?
    /// The arguments for the program: its configuration, its profiles, and all arguments after `--`.
    let arguments: [String]

    /// Reads the options.
    /// - Parameter own: Extracts the options that only one of the commands has.
    init(_ arguments: [String], own: (inout ArgumentExtractor) -> Void = { _ in }) throws {
        let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        var extractor = ArgumentExtractor(Array(parts[0]))
        product = extractor.extractOption(named: "product").last
        executable = extractor.extractOption(named: "executable").last
        let files = extractor.extractOption(named: "config").flatMap { ["--config", $0] }
        let profiles = extractor.extractOption(named: "profile").flatMap { ["--profile", $0] }
        own(&extractor)
        if let unknown = extractor.remainingArguments.first {
            throw PackageProgram.Failure("unknown option '\(unknown)'; arguments for the program follow '--'")
        }
        self.arguments = files + profiles + (parts.count > 1 ? Array(parts[1]) : [])
    }
}
