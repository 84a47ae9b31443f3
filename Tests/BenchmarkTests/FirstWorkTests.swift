import BenchmarkFrame
import Foundation
import TestSupport
import Testing

@Suite("Work that is measured in a process of its own")
struct FirstWorkTests {
    private final class Kept: Sendable {
        let bytes: [UInt8]
        init(_ count: Int = 0) { bytes = [UInt8](repeating: 1, count: count) }
    }

    struct Broken: Error {}

    static var work: FirstWork { FirstWork("work", parts: 10) { Kept() } }
    static var byHand: FirstWork { FirstWork("by-hand", parts: 10) { Kept() } }

    /// Runs a row of two works, whose processes are made up.
    func figure(
        isQuick: Bool = false, _ trial: @escaping () -> Benchmark.Trial, launch: @escaping FirstWork.Launch
    ) async throws -> Figure {
        try await Runner(isQuick: isQuick, launch: launch).run(Benchmark("row", bar: 3, prepare: trial))
    }

    @Test("A row takes seven processes of each work, in turn, and its figure is the median of their ratios")
    func turns() async throws {
        var launched: [String] = []
        let figure = try await figure {
            .firstTime(baseline: Self.byHand, measured: Self.work)
        } launch: { work in
            launched.append(work.name)
            let turn = Double(launched.count / 2)
            return work.name == "work"
                ? .init(nanoseconds: 20 + turn, instructions: 200, bytes: 7) : .init(nanoseconds: 10, bytes: 1)
        }
        #expect(launched == Array(repeating: ["by-hand", "work"], count: 7).flatMap(\.self))
        #expect(figure.value == 2.4 && figure.baseline == 10 && figure.measured == 24)
        #expect(figure.instructions == 200 && figure.baselineInstructions == nil)
        #expect(figure.verdict == .target)
    }

    @Test("Bytes are the median of seven processes as well; a quick run starts one")
    func bytes() async throws {
        var count = 0.0
        func launch(_ work: FirstWork) -> FirstWork.Expense {
            count += 1
            return .init(nanoseconds: 1, bytes: 100 * count)
        }
        #expect(try await figure({ .firstBytes(Self.work) }, launch: launch).value == 400)
        count = 0
        let quick = try await figure(isQuick: true, { .firstBytes(Self.work) }, launch: launch)
        #expect(quick.value == 100 && count == 1 && quick.verdict == .open)
    }

    @Test("A process that fails fails the row")
    func failure() async {
        let row = Benchmark("row", bar: nil) { .firstBytes(Self.work) }
        var text = ""
        let tool = BenchmarkTool([row], launch: { _ in throw Broken() }, out: { _ in }, error: { text += $0 })
        #expect(await tool.run([]) == 3)
        #expect(text.contains("the row 'row' failed:\nBroken()"))
    }

    @Test("A program that is run for some work does that alone, and tells the cost of a part as JSON", .promptly)
    func alone() async throws {
        // In a process of its own, as the tests beside it take and free memory too.
        await #expect(processExitsWith: .success) {
            var isDone = false
            let work = FirstWork("large", parts: 10) {
                isDone = true
                return Kept(50_000_000)
            }
            let trap = Benchmark("trap", bar: nil) { throw Broken() }
            var out = ""
            let tool = BenchmarkTool([trap], works: [work], out: { out += $0 }, error: { _ in })
            try #require(await tool.run(["--first-work", "large"]) == 0)
            let expense = try JSONDecoder().decode(FirstWork.Expense.self, from: Data(out.utf8))
            try #require(isDone && expense.nanoseconds > 0)
            try #require((5_000_000..<6_000_000).contains(expense.bytes), "\(expense.bytes)")
        }
    }

    @Test("Work that nobody knows, and work that fails, end the program with a code of their own")
    func mistakes() async {
        let broken = FirstWork("broken", parts: 1) { throw Broken() }
        var text = ""
        let tool = BenchmarkTool([], works: [broken], out: { _ in }, error: { text += $0 })
        #expect(await tool.run(["--first-work", "unknown"]) == 2)
        #expect(await tool.run(["--first-work", "broken"]) == 3)
        #expect(text.contains("no work is named 'unknown'") && text.contains("'broken' failed:\nBroken()"))
    }

    @Test("What the program prints that is run for some work is its cost")
    func launch() async throws {
        let scratch = try Scratch()
        let print = #"echo '{"nanoseconds": 5, "bytes": 3}'"#
        let draft = try scratch.write("draft", "#!/bin/sh\n[ \"$1 $2\" = \"--first-work work\" ] && \(print)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: draft)
        // A process that is started meanwhile inherits what this one has open for writing, and nobody could run that.
        let program = scratch.path + "/program"
        try #require(await ChildProcess.run("cp", ["-p", draft, program]).status == 0)
        #expect(try FirstWork.launch(Self.work, by: program) == .init(nanoseconds: 5, bytes: 3))
    }

    @Test(
        "A program that prints something else, fails or is not there is an error that names the work",
        arguments: [("/bin/echo", "did not tell"), ("/usr/bin/false", "did not tell"), ("/gone", "error 2")])
    func failures(program: String, complaint: String) {
        let failure = #expect(throws: FirstWork.Failure.self) { try FirstWork.launch(Self.work, by: program) }
        #expect(failure?.description.contains("'work'") ?? false && failure?.description.contains(complaint) ?? false)
    }
}
