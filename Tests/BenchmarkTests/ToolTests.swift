import BenchmarkFrame
import Foundation
import Testing

@Suite("The benchmark's command line")
struct ToolTests {
    struct Broken: Error {}

    /// A row that takes twice its baseline's time, whatever the machine does.
    static func row(_ name: String, bar: Double? = 3, target: Double? = nil) -> Benchmark {
        Benchmark(name, bar: bar, target: target) {
            .comparison(baseline: { Double($0) * 10e6 }, measured: { Double($0) * 20e6 })
        }
    }

    static var rows: [Benchmark] {
        [
            row("reading", target: 2), row("building", bar: 1.5),
            Benchmark("memory", unit: .bytes, bar: 112) { .bytes { _ in 100 } },
            Benchmark("waiting", unit: .nanoseconds, bar: nil) { .time({ Double($0) * 7e6 }, rounds: .fixed(5)) },
        ]
    }

    func run(_ rows: [Benchmark] = Self.rows, _ words: String...) async -> (code: Int32, out: String, error: String) {
        var out = ""
        var error = ""
        let code = await BenchmarkTool(rows, out: { out += $0 }, error: { error += $0 }).run(words)
        return (code, out, error)
    }

    @Test("The table has a line for each row, with figures, bar and verdict")
    func table() async {
        let (code, out, error) = await run()
        #expect(code == 0)
        #expect(error.isEmpty)
        let lines = out.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(lines.count == 6)
        #expect(lines[0] == ["what", "baseline ns", "measured ns", "value", "bar", "target", "verdict"])
        #expect(lines[2] == ["reading", "10,000,000", "20,000,000", "2.00 ×", "3.00 ×", "2.00 ×", "target"])
        #expect(lines[3] == ["building", "10,000,000", "20,000,000", "2.00 ×", "1.50 ×", "", "missed"])
        #expect(lines[4] == ["memory", "", "", "100 B", "112 B", "", "target"])
        #expect(lines[5] == ["waiting", "", "7,000,000", "7,000,000 ns", "", "", ""])
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
            figures[0].keys.sorted() == ["bar", "baseline", "measured", "name", "target", "unit", "value", "verdict"])
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
        for text in ["--filter TEXT", "--check", "--json", "--quick", "-h, --help", "  0  ", "  1  ", "  2  ", "  3  "]
        {
            #expect(out.contains(text), "\(text)")
        }
    }
}
