extension Tool {
    /// The command-line side of IOC.
    package static let ioc: Tool = {
        let commands: [any Command] = [GenerateCommand(), CheckCommand(), GraphCommand(), ExplainCommand()]
        return Tool(
            name: "ioc",
            version: "0.1.0",
            abstract: "Wiring that is read from source: code for it, and its faults before the program runs.",
            commands: commands + [CompletionCommand(commands: commands)])
    }()
}
