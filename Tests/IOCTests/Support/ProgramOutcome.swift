// A program's `main()` ends the process. These functions run the same steps and return what it would print.
@testable import IOC

/// The exit code of a program and what it prints.
struct ProgramOutcome: Equatable {
    var code: Int32 = 0
    /// For standard output.
    var text = ""
    /// For standard error.
    var error: String?
}

/// Runs a program with arguments, without ending the process and without setting the shared context.
func programOutcome(
    _ program: any ContainerProgram, _ arguments: [String],
    boot: ((ContextConfiguration) throws -> ApplicationContext)? = nil,
    notify: @escaping (String) -> Void = { _ in }
) async -> ProgramOutcome {
    let outcome = await ProgramRun(
        program: program, arguments: arguments, boot: { try boot?($0.configuration) ?? ApplicationContext($0) },
        notify: notify
    ).outcome()
    return ProgramOutcome(code: outcome.code, text: outcome.text, error: outcome.error)
}

/// Runs a program with arguments, prints its outcome and returns the code to end the process with.
func programExitCode(_ program: any ContainerProgram, _ arguments: [String]) async -> Int32 {
    await ProgramRun(program: program, arguments: arguments).exitCode()
}
