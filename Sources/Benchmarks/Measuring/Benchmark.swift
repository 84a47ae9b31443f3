#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A benchmark program: the rows that it measures, and the work (``FirstWork``) that it measures in a new process of
/// itself.
package struct Benchmark {
    private let name: String
    private let rows: [Row]
    private let works: [FirstWork]

    /// - Parameters:
    ///   - name: The name of the program.
    ///   - works: All works that rows measure in new processes.
    package init(_ name: String, rows: [Row], works: [FirstWork]) {
        self.name = name
        self.rows = rows
        self.works = works
    }

    /// Runs the benchmark with the arguments of the command line.
    package func run() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if arguments.count > 1, arguments[0] == FirstWork.option {
                try FirstWork.run(arguments[1], among: works, beside: arguments.dropFirst(2).first)
            } else {
                try run(Options(arguments))
            }
        } catch let mistake as Options.Mistake {
            end(2, "\(mistake.description)\nSee '\(name) --help'.")
        } catch {
            end(3, "\(error)")
        }
    }

    private func run(_ options: Options) throws {
        if options.isHelp { return print(Options.help(of: name)) }
        let chosen = rows.filter { row in
            options.filter.map { row.name.lowercased().contains($0.lowercased()) } ?? true
        }
        if chosen.isEmpty {
            let names = rows.map { "  \($0.name)" }.joined(separator: "\n")
            throw Options.Mistake(
                description: "no row's name contains '\(options.filter ?? "")'; the rows are:\n\(names)")
        }
        print(Table.head)
        var missed: [String] = []
        for row in chosen {
            let figure = try Runner(isQuick: options.isQuick).figure(of: row)
            print(Table.line(row, figure, isJudged: !options.isQuick))
            if !row.isWithinLimit(figure) { missed.append(row.name) }
        }
        if options.isCheck, !missed.isEmpty { end(1, "over the limit: \(missed.joined(separator: "; "))") }
    }

    private func end(_ code: Int32, _ message: String) -> Never {
        let line = Array("\(name): error: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(code)
    }
}
