extension Tool {
    /// The command-line side of IOC.
    package static let ioc = Tool(
        name: "ioc",
        version: "0.1.0",
        abstract: "Code that is written from the declarations of a program.",
        commands: [GenerateCommand()])
}
