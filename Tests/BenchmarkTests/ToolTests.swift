import BenchmarkFrame
import Foundation
import TestSupport
import Testing

@Suite("The benchmark's command line")
struct ToolTests {
    struct Broken: Error {}

    /// A row that takes twice its baseline's time, whatever the machine does.
    static func row(_ name: String, bar: Double? = 3, target: Double? = nil) -> Benchmark {
        Benchmark(name, bar: bar, target: target) {
            .comparison(
                baseline: { Cost(nanoseconds: Double($0) * 10e6, instructions: Double($0) * 300) },
                measured: { Cost(nanoseconds: Double($0) * 20e6, instructions: Double($0) * 600) })
        }
    }

    static var rows: [Benchmark] {
        [
            row("reading", target: 2), row("building", bar: 1.5),
            Benchmark("memory", unit: .bytes, bar: 112) { .bytes { _ in 100 } },
            Benchmark("waiting", unit: .nanoseconds, bar: nil) {
                .time({ Cost(nanoseconds: Double($0) * 7e6) }, rounds: .fixed(5))
            },
        ]
    }

    func run(
        _ rows: [Benchmark] = Self.rows, _ words: String..., instructions: Instructions = .refused("No such device")
    ) async -> (code: Int32, out: String, error: String) {
        var out = ""
        var error = ""
        let tool = BenchmarkTool(rows, instructions: instructions, out: { out += $0 }, error: { error += $0 })
        let code = await tool.run(words)
        return (code, out, error)
    }

    @Test("The table has a line for each row, with figures, bar and verdict")
    func table() async {
        let (code, out, error) = await run()
        #expect(code == 0)
        #expect(error.isEmpty)
        let lines = cells(of: out)
        #expect(lines.count == 7)
        #expect(
            lines[0] == ["what", "baseline ns", "measured ns", "value", "spread", "bar", "target", "verdict"])
        #expect(
            lines[2] == [
                "reading", "10,000,000", "20,000,000", "2.00 ×", "2.00–2.00", "3.00 ×", "2.00 ×", "target",
            ])
        #expect(
            lines[3] == ["building", "10,000,000", "20,000,000", "2.00 ×", "2.00–2.00", "1.50 ×", "", "missed"])
        #expect(lines[4] == ["memory", "", "", "100 B", "", "112 B", "", "target"])
        #expect(
            lines[5] == ["waiting", "", "7,000,000", "7,000,000 ns", "7,000,000–7,000,000", "", "", ""])
        #expect(lines[6] == ["Instructions are not counted here: No such device."])
    }

    @Test("Instructions stand in a column, whoever counts them", arguments: [Instructions.counted, .stepped])
    func instructions(_ way: Instructions) async {
        let (_, out, _) = await run(Self.rows, instructions: way)
        let lines = cells(of: out)
        #expect(lines.count == 6)
        let head = ["instructions", "-----------------:"]
        #expect(lines.map { $0.last } == head + ["600 (2.00 ×)", "600 (2.00 ×)", "", ""])
    }

    @Test("A bar is missed where the time and, if they are counted, the instructions are over it")
    func missed() async throws {
        func verdict(time: Double, instructions: Double?, baseline: Double? = 100) async throws -> Figure.Verdict {
            let row = Benchmark("row", bar: 2, target: 1.5) {
                .comparison(
                    baseline: { Cost(nanoseconds: Double($0) * 10e6, instructions: baseline.map { $0 * 100 }) },
                    measured: { rounds in
                        Cost(
                            nanoseconds: Double(rounds) * 10e6 * time,
                            instructions: instructions.map { Double(rounds) * 100 * $0 })
                    }, rounds: .fixed(100))
            }
            return try await Runner(isQuick: false).run(row).verdict
        }
        #expect(try await verdict(time: 3, instructions: 3) == .missed)
        #expect(try await verdict(time: 3, instructions: 1.8) == .bar)
        #expect(try await verdict(time: 3, instructions: 1.2) == .target)
        #expect(try await verdict(time: 1.2, instructions: 3) == .target)
        #expect(try await verdict(time: 3, instructions: nil) == .missed)
        #expect(try await verdict(time: 3, instructions: 1.2, baseline: nil) == .missed)
        #expect(try await verdict(time: 3, instructions: 1.2, baseline: 0) == .missed)
    }

    private func cells(of text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test("An earlier run is compared row by row: what lies beyond the spreads is better or worse")
    func comparison() async throws {
        let scratch = try Scratch()
        let before = await run([Self.row("reading"), Self.row("leaving"), Self.row("building")], "--json").out
        var report = try JSONDecoder().decode(Report.self, from: Data(before.utf8))
        report.figures[0].value = 1
        (report.figures[0].low, report.figures[0].high) = (0.9, 1.1)
        (report.figures[2].low, report.figures[2].high) = (1.5, 2.5)
        let file = try scratch.write("before.json", try report.json())

        let (code, out, _) = await run(Self.rows, "--compare", file)
        #expect(code == 0)
        let lines = cells(of: String(out[(out.range(of: "counted here")?.upperBound ?? out.startIndex)...])).dropFirst()
        #expect(
            Array(lines) == [
                ["what", "before", "now", "ratio", "verdict"], lines[lines.startIndex + 1],
                ["reading", "1.00 ×", "2.00 ×", "2.00", "worse"],
                ["building", "2.00 ×", "2.00 ×", "1.00", "within the spread"], ["memory", "", "100 B", "", "new"],
                ["waiting", "", "7,000,000 ns", "", "new"], ["leaving", "2.00 ×", "", "", "gone"],
            ])
        let part = await run(Self.rows, "--compare=\(file)", "--filter", "reading").out
        #expect(part.contains("| worse") && !part.contains("gone"))
    }

    @Test("Counted bytes are compared as exactly as they are shown, whichever run is the better one")
    func counted() throws {
        func report(_ bytes: Double) throws -> Report {
            let row = Benchmark("memory", unit: .bytes, bar: nil) { .bytes { _ in bytes } }
            return Report([Figure(row, values: [bytes], isJudged: true)])
        }
        let cases: [(Double, Double, Comparison.Verdict)] = [
            (100, 100.4, .within), (100, 102, .worse), (100, 98, .better),
        ]
        for (before, now, verdict) in cases {
            let comparison = Comparison(try report(before), try report(now), isPart: false)
            #expect(comparison.rows.map(\.verdict) == [verdict])
        }
    }

    @Test("A file that is no earlier run is refused before anything is measured", arguments: ["gone", "[1]", "{}"])
    func notComparable(_ content: String) async throws {
        let scratch = try Scratch()
        if content != "gone" { try scratch.write("before.json", content) }
        let (code, out, error) = await run(Self.rows, "--compare", "\(scratch.path)/before.json")
        #expect(code == 2 && out.isEmpty)
        #expect(error.contains("before.json' is not the JSON of an earlier run"))
    }

    @Test("JSON has the same figures")
    func json() async throws {
        let (code, out, _) = await run(Self.rows, "--json")
        #expect(code == 0)
        let report = try JSONDecoder().decode(Report.self, from: Data(out.utf8))
        #expect(report.figures.map(\.name) == ["reading", "building", "memory", "waiting"])
        #expect(report.figures.map(\.value) == [2, 2, 100, 7e6])
        #expect(report.figures.map(\.verdict) == [.target, .missed, .target, .open])
        #expect(report.figures.map(\.unit) == [.ratio, .ratio, .bytes, .nanoseconds])
        #expect(report.figures[0].baseline == 10e6)
        #expect(report.missed == ["building"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any])
        let figures = try #require(object["figures"] as? [[String: Any]])
        #expect(
            figures[0].keys.sorted() == [
                "bar", "baseline", "baselineInstructions", "high", "instructions", "low", "measured", "name", "target",
                "unit", "value", "verdict",
            ])
    }

    @Test("A missed bar is a failure with --check only, and is named")
    func check() async {
        let (code, _, error) = await run(Self.rows, "--check")
        #expect(code == 1)
        #expect(error == "ioc-bench: missed: building\n")
        let (met, _, silence) = await run(Self.rows, "--check", "--filter", "READ")
        #expect(met == 0)
        #expect(silence.isEmpty)
    }

    @Test("A filter that no row's name contains is refused with the rows there are, and sets nothing up")
    func filter() async {
        let trap = Benchmark("trap", bar: nil) { throw Broken() }
        let (code, out, error) = await run(Self.rows + [trap], "--filter", "boot")
        #expect(code == 2)
        #expect(out.isEmpty)
        #expect(error.contains("no row's name contains 'boot'; the rows are:\n  reading\n  building"))
        let (chosen, _, _) = await run(Self.rows + [trap], "--filter", "memory")
        #expect(chosen == 0)
    }

    @Test("A quick run judges nothing")
    func quick() async throws {
        let (code, out, _) = await run(Self.rows, "--quick", "--json")
        #expect(code == 0)
        let report = try JSONDecoder().decode(Report.self, from: Data(out.utf8))
        #expect(report.figures.allSatisfy { $0.verdict == .open })
    }

    @Test("A row that fails ends the run and is named")
    func failure() async {
        let (code, _, error) = await run([Benchmark("broken", bar: nil) { throw Broken() }])
        #expect(code == 3)
        #expect(error.contains("the row 'broken' failed:\nBroken()"))
    }

    @Test("A command line that makes no sense measures nothing")
    func mistake() async {
        let (code, out, error) = await run(Self.rows, "--chek")
        #expect(code == 2)
        #expect(out.isEmpty)
        #expect(
            error == "ioc-bench: error: unknown option '--chek'; did you mean '--check'?\nSee 'ioc-bench --help'.\n")
    }

    @Test("The help names every option and exit code")
    func help() async {
        let (code, out, _) = await run(Self.rows, "--help")
        #expect(code == 0)
        for text in [
            "--filter TEXT", "--compare FILE", "--check", "--json", "--quick", "-h, --help", "  0  ", "  1  ", "  2  ",
            "  3  ",
        ] {
            #expect(out.contains(text), "\(text)")
        }
    }
}
