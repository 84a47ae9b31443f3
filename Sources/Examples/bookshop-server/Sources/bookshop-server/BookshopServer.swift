import Bookshop
import IOC

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `bookshop-server [FILE] [--KEY=VALUE]…`: boots the shop and serves until SIGTERM or SIGINT.
@main
enum BookshopServer {
    static func main() async {
        exit(await run(CommandLine.arguments.dropFirst()).rawValue)
    }

    private static func run(_ arguments: ArraySlice<String>) async -> ExitCode {
        if arguments.contains("--help") {
            print(CommandLineOptions.usage)
            return .success
        }
        let context: ApplicationContext
        do {
            let options = try CommandLineOptions(arguments)
            context = try ApplicationContext(
                Configuration(contentsOf: options.file, arguments: options.properties))
        } catch let misuse as CommandLineOptions.Misuse {
            StandardError.write(line: "bookshop-server: \(misuse)\n\(CommandLineOptions.usage)")
            return .usage
        } catch {
            StandardError.write(line: "bookshop-server does not start:\n\(error)")
            return .configuration
        }
        do {
            try await context.run()
            return .success
        } catch {
            StandardError.write(line: "bookshop-server failed:\n\(error)")
            return ExitCode(error)
        }
    }
}
