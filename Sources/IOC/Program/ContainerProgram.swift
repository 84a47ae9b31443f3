import IOCBase

/// A whole program: it boots a context, runs it until a signal, stops it, and reports its outcome in its exit code.
///
/// ```swift
/// @main struct Shop: ContainerProgram {}
/// ```
///
/// The context is booted from the usual file, `config/applicationContext.json` or `.plist`, and is the shared one. The
/// program understands these arguments, and refuses every other:
///
/// | Argument | Meaning |
/// | --- | --- |
/// | `--config FILE` | boots from that file |
/// | `--profile NAME` | activates a profile; may be repeated |
/// | `--server.port 80` | gives a setting, stronger than files and the environment, as ``ArgumentSettingSource`` reads it |
/// | `--migrate`, `--no-migrate` | gives a setting that is true or false |
/// | `--watch` | reloads whenever the content of a file of the configuration changes |
/// | `--quiet` | prints no line when the program is ready |
/// | `--check` | checks the wiring and the settings without creating anything; with `--format json` for tools |
/// | `--graph FORMAT` | prints the graph without creating anything: `tree` or `json` |
/// | `--explain SUBJECT` | says why a component, an injected property or a setting is as it is |
/// | `--why-not NAME` | with `--explain`: why an injected property does not have that component |
/// | `--help` | prints these |
///
/// A program that is ready prints one line on standard error: how long it took, its components and profiles, and what it runs.
/// If it ends because a service has returned, it prints which one.
/// A setting in the arguments that nothing reads and a profile that nothing mentions are faults, with a suggestion. Faults are
/// printed on standard error, and the exit code is 78 for a configuration or an argument, 69 where a component does not
/// start or a service fails in the start, 70 where one fails otherwise, 74 where what was asked for can't be printed, and 0 after a clean stop.
public protocol ContainerProgram: Sendable {
    /// Makes the program.
    init()

    /// Profiles that the program's code asks for, beyond those that components, entries and files mention.
    static var profiles: [String] { get }

    /// Changes what the file and the arguments say before the context boots, and at each reload; by default nothing.
    /// - Throws: The error that keeps the program from starting.
    func configure(_ configuration: inout ContextConfiguration) throws

    /// Does the program's work with the context; by default ``ApplicationContext/run()``.
    /// - Throws: The error that the program fails with.
    func run(_ context: ApplicationContext) async throws
}

extension ContainerProgram {
    /// None.
    public static var profiles: [String] { [] }

    /// Changes nothing.
    public func configure(_ configuration: inout ContextConfiguration) throws {}

    /// Starts the components, runs the services until SIGTERM or SIGINT, and stops; SIGHUP reloads the context, and the
    /// outcome is printed on standard error.
    /// - Throws: ``IOCError`` with everything that went wrong.
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

    /// Runs the program with the process's arguments and ends the process.
    public static func main() async { await main(arguments: Array(CommandLine.arguments.dropFirst())) }

    /// Runs the program with some arguments and ends the process.
    ///
    /// Another command-line parser can keep its own options and pass the others on.
    /// - Parameter arguments: The arguments, without the program's name.
    public static func main(arguments: [String]) async {
        exit(await ProgramRun(program: Self(), arguments: arguments).exitCode())
    }
}

extension IOCError {
    /// The code with which a program ends for it, as ``ContainerProgram`` does: 69 where a component does not start, 70 where the
    /// program's own code fails otherwise, and 78 for everything else, as that is the configuration's.
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
