extension Tool {
    /// The command-line side of IOC.
    package static let ioc = Tool(
        name: "ioc",
        version: "0.1.0",
        abstract: "Wiring that is read from source: code for it, and its faults before the program runs.",
        commands: [GenerateCommand(), CheckCommand(), GraphCommand()])
}
