/// The help of the tool.
enum HelpText {
    static let overview = """
        Generates Swift code from the declarations of a program.

        Usage: ioc-tool COMMAND [OPTION…] [ARGUMENT…]

        Commands:
          generate   Write the resolve… methods of every resolver in some sources.
          help       Show this help, or with 'help generate' that of the command.

        Options:
          -h, --help   Show this help.
          --version    Show the version.

        \(exitCodes)

        """

    static let usage = "Usage: ioc-tool generate [OPTION…] PATH…"

    static let generate = """
        Write the resolve… methods of every resolver in some sources.

        \(usage)

        Reads the Swift files at the paths, directories with all their contents, and extends each
        protocol that refines Resolver with a method for each injectable type. A dependency without
        a provider becomes a parameter of that method.

        Faults are listed as FILE:LINE:COLUMN: error: TEXT, and then nothing is written. The output
        is only touched if its content changes.

        Options:
          -o, --output FILE        Write the code to FILE; '-' is the standard output, the default.
          --strict                 Report a dependency without a provider as an error.
          --module NAME            The module of the sources, for names such as NAME.Type.
          --dependency NAME=PATH   An imported module and a path of its sources: its public
                                   injectable types are made, too. Repeatable.
          --exclude PATTERN        Skip paths that match: a name, or names between slashes, where *
                                   stands for any characters and ** for any directories. Repeatable.
          --toolchain PATH         A toolchain, its swiftc or its sourcekitd library. The default is
                                   the toolchain of the swiftc on PATH.
          --options FILE           Read further options from FILE, separated by white space.
          -q, --quiet              Print no warning if there is no resolver.
          -h, --help               Show this help.

        \(exitCodes)

        """

    private static let exitCodes = """
        Exit codes:
          0  The command succeeded.
          1  The sources have faults; each is listed.
          2  The command line is wrong; nothing was done.
          3  A file or the toolchain is missing or can't be used.
        """
}
