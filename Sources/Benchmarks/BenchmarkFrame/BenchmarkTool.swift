/// The benchmark's command line at work.
package struct BenchmarkTool {
    package let benchmarks: [Benchmark]
    /// Takes results.
    package let out: (String) -> Void
    /// Takes complaints.
    package let error: (String) -> Void

    package init(_ benchmarks: [Benchmark], out: @escaping (String) -> Void, error: @escaping (String) -> Void) {
        self.benchmarks = benchmarks
        self.out = out
        self.error = error
    }

    /// - Returns: The exit code.
    package nonisolated(nonsending) func run(_ words: [String]) async -> Int32 {
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
        return await measure(chosen, options)
    }

    private nonisolated(nonsending) func measure(_ chosen: [Benchmark], _ options: BenchmarkOptions) async -> Int32 {
        let runner = Runner(isQuick: options.isQuick)
        var report = Report()
        if !options.isJSON { out(Report.head + "\n") }
        for benchmark in chosen {
            do {
                let figure = try await runner.run(benchmark)
                report.figures.append(figure)
                if !options.isJSON { out(Report.row(figure) + "\n") }
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
        guard options.isCheck, !report.missed.isEmpty else { return 0 }
        error("ioc-bench: missed: \(report.missed.joined(separator: "; "))\n")
        return 1
    }

    private func refuse(_ complaint: String) -> Int32 {
        error("ioc-bench: error: \(complaint)\nSee 'ioc-bench --help'.\n")
        return 2
    }
}
