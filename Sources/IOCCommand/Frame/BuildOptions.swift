import IOCSource

/// The options that say which branches of `#if` a build compiles.
enum BuildOptions {
    static let all = [
        Option(
            "-D", "--define", value: "NAME", isRepeatable: true,
            help:
                "Judge #if with this flag set, as the compiler's -D does. What hangs on flags that are neither set nor "
                + "unset is left alone. May be repeated."),
        Option(
            "-U", "--undefine", value: "NAME", isRepeatable: true,
            help: "Judge #if with this flag unset. May be repeated."),
        Option(
            "--triple", value: "TRIPLE",
            help: "The platform that #if is judged for, such as aarch64-unknown-linux-gnu. Otherwise this one."),
    ]

    static func read(_ arguments: Arguments) throws(UsageError) -> BuildSettings {
        let (defined, undefined) = (Set(arguments.all("--define")), Set(arguments.all("--undefine")))
        if let name = defined.intersection(undefined).min() {
            throw UsageError("'\(name)' can't be both defined and undefined")
        }
        let isName = { (name: String) in
            !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        if let name = defined.union(undefined).filter({ !isName($0) }).min() {
            throw UsageError("'\(name)' is no flag: #if knows names only")
        }
        var build = BuildSettings(defined: defined, undefined: undefined)
        if let triple = arguments.value("--triple") {
            guard triple.split(separator: "-").count > 2 else {
                throw UsageError("'\(triple)' is no triple such as aarch64-unknown-linux-gnu")
            }
            build.target(triple)
        }
        return build
    }
}
