import IOCBase

/// A program that boots a context, runs it until a signal, stops it, and reports the outcome in its exit code.
///
/// ```swift
/// @main struct Shop: ContainerProgram {}
/// ```
///
/// The context is booted from the default file, `config/applicationContext.json` or `.plist`, and becomes the shared
/// context. The program accepts these arguments, and rejects every other:
///
/// | Argument | Meaning |
/// | --- | --- |
/// | `--config FILE` | boots from that file |
/// | `--profile NAME` | activates a profile; may be repeated |
/// | `--server.port 80` | sets a setting, and overrides files and the environment; see ``ArgumentSettingSource`` |
/// | `--migrate`, `--no-migrate` | sets a setting to true or false |
/// | `--watch` | reloads whenever the content of a file of the configuration changes |
/// | `--quiet` | prints no line when the program is ready |
/// | `--check` | checks the wiring and the settings without creating anything; with `--format json` for tools |
/// | `--graph FORMAT` | prints the graph without creating anything: `tree` or `json` |
/// | `--explain SUBJECT` | explains why a component, an injected property or a setting has its present state |
/// | `--why-not NAME` | with `--explain`: why an injected property does not have that component |
/// | `--help` | prints the arguments and the settings of the program |
///
/// When the program is ready, it prints one line on standard error: the time it took, the number of its components, its
/// profiles and its services. If it ends because a service has returned, it prints the name of that service.
///
/// An argument for a setting that nothing reads is a fault, as is an unknown profile. The message suggests what was
/// probably meant. Faults are printed on standard error. The exit codes are:
///
/// | Code | Meaning |
/// | --- | --- |
/// | 0 | a clean stop |
/// | 69 | a component or a service failed while the context was starting |
/// | 70 | any other failure of the program's own code |
/// | 74 | the requested text can't be printed |
/// | 78 | a fault of the configuration or an argument |
public protocol ContainerProgram: Sendable {
    /// Creates the program.
    init()

    /// Profiles that may be active although no trait, file or entry mentions them. The program doesn't report them as
    /// unknown.
    static var profiles: [String] { get }

    /// Changes the configuration of the file and the arguments, before the context boots and at each reload. By
    /// default, it changes nothing.
    /// - Throws: An error that prevents the boot or the reload.
    func configure(_ configuration: inout ContextConfiguration) throws

    /// Does the work of the program with the context. By default, it runs the context as
    /// ``ApplicationContext/run(reloaded:)`` does.
    /// - Throws: The error with which the program fails.
    func run(_ context: ApplicationContext) async throws
}

extension ContainerProgram {
    /// No profiles.
    public static var profiles: [String] { [] }

    /// Changes nothing.
    public func configure(_ configuration: inout ContextConfiguration) throws {}

    /// Starts the components, runs the services until SIGTERM or SIGINT, and stops. SIGHUP reloads the context, and the
    /// outcome is printed on standard error.
    public func run(_ context: ApplicationContext) async throws {
        let name = "\(Self.self)"
        try await context.run(handlingSignals: true) { result in
            switch result {
            case .success(let reloaded):
                ProcessOutput.complain("\(name): \(reloaded)")
            case .failure(let error):
                ProcessOutput.complain("\(name): not reloaded, the program goes on as it was: \(error)")
            }
        }
    }

    /// Runs the program with the arguments of the process, and ends the process.
    public static func main() async { await main(arguments: Array(CommandLine.arguments.dropFirst())) }

    /// Runs the program with some arguments, and ends the process.
    ///
    /// Another command-line parser can use this method to pass on the arguments that are not its own.
    /// - Parameter arguments: The arguments, without the program's name.
    public static func main(arguments: [String]) async {
        exit(await ProgramRun(program: Self(), arguments: arguments).exitCode())
    }
}

extension IOCError {
    /// The exit code of a program that ends with this error.
    ///
    /// It is 69 if a component or a service failed while the context was starting, and 70 for any other failure of the
    /// program's own code. All other faults belong to the configuration, and the exit code is 78.
    public var exitCode: Int32 {
        let codes = Set(faults.map(\.code))
        let ofStart: Set<Code> = [.startFailed, .startTimeout, .readyFailed, .readyTimeout, .serviceEnded]
        if !codes.isDisjoint(with: ofStart) || faults.contains(where: \.hasEndedStart) { return 69 }
        let own: Set<Code> = [
            .componentFailed, .constructionTimeout, .stopFailed, .stopTimeout, .serviceFailed, .serviceTimeout,
        ]
        return codes.isDisjoint(with: own) ? 78 : 70
    }
}
