import Foundation

/// One change, and whether a test notices it.
struct Trial {
    enum Verdict {
        case noticed(String)
        case survived(tests: Int)
        /// No test ever comes there.
        case unreached
    }

    let catalogue: TestCatalogue
    let scratch: URL
    /// Which of several at a time this is.
    let job: Int

    /// Runs the tests that reach the place, the quick ones first and in growing numbers, until one fails.
    func judge(_ number: Int) throws -> Verdict {
        let tests = catalogue.tests(reaching: number)
        guard !tests.isEmpty else { return .unreached }
        // What the process itself takes is not taken again for each test.
        let start = catalogue.entries[0].seconds
        var size = 2.0
        var rest = tests[...]
        while !rest.isEmpty {
            var batch: [TestCatalogue.Entry] = []
            var seconds = 0.0
            while let test = rest.first, batch.isEmpty || seconds + test.seconds - start <= size {
                batch.append(rest.removeFirst())
                seconds += test.seconds - start
            }
            if let failure = try run(batch.map(\.name), change: number, limit: 20 + 4 * seconds) {
                return .noticed(failure)
            }
            size *= 3
        }
        return .survived(tests: tests.count)
    }

    /// What the tests say, or nil where they pass.
    func run(_ tests: [String], change: Int?, limit: Double) throws -> String? {
        var program = catalogue.program(TestCatalogue.filter(tests))
        if let change { program.environment["MUTATION"] = "\(change)" }
        let log = scratch.appending(path: "trial.\(job).log")
        let outcome = try program.run(output: log, limit: limit) {
            $0.contains(" recorded an issue ") || $0.contains("WARNING: ThreadSanitizer")
        }
        return switch outcome {
        case .exited(0): nil
        case .exited(let status): "ended with \(status)"
        case .overran: "took longer than \(Int(limit)) s"
        case .stopped(let line): line
        }
    }
}
