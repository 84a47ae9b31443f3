/// What the command line says: a file, and properties.
struct CommandLineOptions {
    static let usage = """
        usage: bookshop-server [FILE] [--KEY=VALUE]…

        FILE         the configuration; config/applicationContext.json unless said otherwise
        --KEY=VALUE  a property that wins over the file and the environment, such as --server.port=80
        """

    var file = "config/applicationContext.json"
    /// Those that the container reads as properties.
    var properties: [String] = []

    /// Why a command line makes no sense.
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Misuse``.
    init(_ arguments: some Sequence<String>) throws {
        var files: [String] = []
        for argument in arguments {
            if argument.hasPrefix("--"), argument.contains("=") {
                properties.append(argument)
            } else if argument.hasPrefix("-") {
                throw Misuse(description: "'\(argument)' is no option; a property is written as --key=value")
            } else {
                files.append(argument)
            }
        }
        guard files.count <= 1 else { throw Misuse(description: "one file at most: \(files.joined(separator: ", "))") }
        if let file = files.first { self.file = file }
    }
}
