import FoundationEssentials

/// The benchmark's command line at work.
package struct BenchmarkTool {
    package let benchmarks: [Benchmark]
    /// The work of this program when it is run for it.
    package let works: [FirstWork]
    /// Takes results.
    package let out: (String) -> Void
    /// Takes complaints.
    package let error: (String) -> Void
    private let instructions: Instructions?
    private let launch: FirstWork.Launch

    /// - Parameters:
    ///   - benchmarks: The rows.
    ///   - works: The work that rows measure in new processes.
    ///   - instructions: The way in which they are counted; nil for finding that out when rows are measured, as a process that
    ///     does some work for the first time should do nothing before.
    ///   - launch: Gets what some work costs in a new process.
    ///   - out: Takes results.
    ///   - error: Takes complaints.
    package init(
        _ benchmarks: [Benchmark], works: [FirstWork] = [], instructions: Instructions? = nil,
        launch: @escaping FirstWork.Launch = FirstWork.launch, out: @escaping (String) -> Void,
        error: @escaping (String) -> Void
    ) {
        self.benchmarks = benchmarks
        self.works = works
        self.instructions = instructions
        self.launch = launch
        self.out = out
        self.error = error
    }

    /// - Returns: The exit code.
    package nonisolated(nonsending) func run(_ words: [String]) async -> Int32 {
        if words.count == 2, words[0] == FirstWork.option { return work(named: words[1]) }
        let options: BenchmarkOptions
        do {
            options = try BenchmarkOptions(words)
        } catch {
            return refuse(error.description)
        }
        if options.isHelp {
            out(BenchmarkOptions.help)
            return 0
        }
        let chosen = benchmarks.filter { benchmark in
            options.filter.map { benchmark.name.lowercased().contains($0.lowercased()) } ?? true
        }
        if chosen.isEmpty, let filter = options.filter {
            let names = benchmarks.map { "  \($0.name)" }.joined(separator: "\n")
            return refuse("no row's name contains '\(filter)'; the rows are:\n\(names)")
        }
        var earlier: Report?
        if let path = options.earlier {
            do {
                earlier = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: path)))
            } catch {
                return refuse("'\(path)' is not the JSON of an earlier run: \(error)")
            }
        }
        return await measure(chosen, options, earlier)
    }

    private nonisolated(nonsending) func measure(
        _ chosen: [Benchmark], _ options: BenchmarkOptions, _ earlier: Report?
    ) async -> Int32 {
        let instructions = instructions ?? .here
        let runner = Runner(isQuick: options.isQuick, isStepped: instructions == .stepped, launch: launch)
        var report = Report()
        let isCounted = instructions == .counted || instructions == .stepped && !options.isQuick
        if !options.isJSON { out(Report.head(instructions: isCounted) + "\n") }
        for benchmark in chosen {
            do {
                let figure = try await runner.run(benchmark)
                report.figures.append(figure)
                if !options.isJSON { out(Report.row(figure, instructions: isCounted) + "\n") }
            } catch let failure {
                error("ioc-bench: error: the row '\(benchmark.name)' failed:\n\(failure)\n")
                return 3
            }
        }
        if options.isJSON {
            do {
                out(try report.json() + "\n")
            } catch let failure {
                error("ioc-bench: error: the figures can't be written as JSON: \(failure)\n")
                return 3
            }
        }
        if !options.isJSON, case .refused(let reason) = instructions {
            out("\nInstructions are not counted here: \(reason).\n")
        }
        if let earlier {
            let comparison = Comparison(earlier, report, isPart: chosen.count < benchmarks.count)
            out("\n" + Report.table(comparison) + "\n")
        }
        guard options.isCheck, !report.missed.isEmpty else { return 0 }
        error("ioc-bench: missed: \(report.missed.joined(separator: "; "))\n")
        return 1
    }

    /// Does some work in this process, which was started for it, and prints what it cost.
    private func work(named name: String) -> Int32 {
        guard let work = works.first(where: { $0.name == name }) else { return refuse("no work is named '\(name)'") }
        do {
            out(String(decoding: try JSONEncoder().encode(try work.measured()), as: UTF8.self))
            return 0
        } catch let failure {
            error("ioc-bench: error: '\(name)' failed:\n\(failure)\n")
            return 3
        }
    }

    private func refuse(_ complaint: String) -> Int32 {
        error("ioc-bench: error: \(complaint)\nSee 'ioc-bench --help'.\n")
        return 2
    }
}
