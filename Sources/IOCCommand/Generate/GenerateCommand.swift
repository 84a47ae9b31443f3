import IOCGenerate
import IOCSource

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `ioc generate`: resolvers as code.
struct GenerateCommand: Command {
    let name = "generate"
    let abstract = "Write the resolve… methods of every resolver in some sources."
    let operands = "PATH…"
    let discussion = """
        Reads the Swift files at the paths, directories with all they contain, and extends each
        protocol that refines Resolver with a method that makes each injectable type. What nobody
        provides becomes a parameter of that method.

        Every fault is listed as FILE:LINE:COLUMN: error: TEXT, and then nothing is written. A file
        is only touched where its content changes.
        """
    let options =
        [
            Option(
                "-o", "--output", value: "FILE",
                help: "Write the code to FILE instead of the standard output, which - is."),
            Option("--strict", help: "Complain about what nobody provides instead of asking for a parameter."),
            Option(
                "--assemblies",
                help:
                    "Also write an assembly for each resolver, whose definitions make what the resolver makes, and one of "
                    + "the module's components. The code imports IOC then."),
            Option(
                "--module", value: "NAME", help: "The module that the sources make up, for names such as NAME.Type."),
            Option(
                "--dependency", value: "NAME=PATH", isRepeatable: true,
                help:
                    "A module that the sources import, and where its own sources are: its public injectable types are "
                    + "made too. May be repeated."),
            OptionsFile.option,
            Option("-q", "--quiet", help: "Say nothing where all is well."),
        ] + ParsingOptions.all

    func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitCode {
        guard !arguments.operands.isEmpty else { throw UsageError("no PATH is given") }
        for item in arguments.all("--dependency") where !item.dropFirst().contains("=") {
            throw UsageError("'--dependency \(item)' should be --dependency NAME=PATH")
        }
        let loader = try ParsingOptions.loader(arguments)
        do {
            return try generate(arguments, loader, console)
        } catch let error as FileError {
            console.error("\(error.path): error: \(error.reason)\n")
        } catch {
            console.error("ioc: error: \(error)\n")
        }
        return .environment
    }

    private func generate(_ arguments: Arguments, _ loader: SourceLoader, _ console: Console) throws -> ExitCode {
        var loader = loader
        let output = arguments.output
        let finder = ParsingOptions.finder(arguments)
        var (found, faults) = finder.files(in: arguments.operands)
        let dependencies = arguments.all("--dependency").map { item in
            let parts = item.split(separator: "=", maxSplits: 1).map { String($0) }
            let inner = finder.files(in: Array(parts.dropFirst()))
            faults += inner.faults
            return (name: parts[0], paths: inner.files)
        }
        for fault in faults { console.error("\(fault.path): error: \(fault.reason)\n") }
        guard faults.isEmpty else { return .environment }
        // A file generated before is no source of the next one.
        let own = output.flatMap(Self.identity)
        let paths = own == nil ? found : found.filter { Self.identity($0) != own }
        guard !paths.isEmpty else {
            let places = arguments.operands.joined(separator: ", ")
            throw FileError(path: places, reason: "there is no Swift file to read")
        }

        let cache = ParsingOptions.cache(arguments, for: paths)
        loader.cacheDirectory = cache
        let flags = ["--strict", "--assemblies"].filter(arguments.has)
        let values = ["--module", "--define", "--undefine", "--triple"].map(arguments.all)
        let options = "\(flags) \(values) \(dependencies)"
        let everything = paths + dependencies.flatMap(\.paths)
        let stamp = output.flatMap { output in
            cache.flatMap {
                RunStamp(directory: $0, output: output, inputs: loader.fingerprint(everything), options: options)
            }
        }
        if stamp?.isCurrent == true { return .success }
        let sources = try loader.load(everything)
        let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
        let modules = dependencies.map { item in
            ProjectIndex.Module(name: item.name, files: item.paths.compactMap { models[$0] })
        }
        let generator = Generator(
            module: arguments.value("--module"), isStrict: arguments.has("--strict"),
            writesAssemblies: arguments.has("--assemblies"))
        let result = generator.generate(paths.compactMap { models[$0] }, dependencies: modules)
        let diagnostics = (sources.diagnostics + result.diagnostics).inSourceOrder()
        diagnostics.forEach(console.report)
        guard !diagnostics.contains(where: { $0.severity == .error }), let code = result.code else { return .faults }
        if result.isEmpty, !arguments.has("--quiet") {
            let more = generator.writesAssemblies ? ", and there is no component" : ""
            console.error("ioc: warning: no protocol refines Resolver\(more), so there is nothing to generate\n")
        }
        guard let output else {
            console.out(code)
            return .success
        }
        try FileContent.update(output, with: Array(code.utf8))
        // A run with something to say says it again.
        if diagnostics.isEmpty, !result.isEmpty { stamp?.write(code) }
        return .success
    }

    /// Tells whether two paths lead to one file.
    private static func identity(_ path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }
}
