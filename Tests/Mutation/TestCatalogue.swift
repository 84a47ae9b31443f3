import Foundation
import Synchronization

/// The tests of the built package: how long each takes, and which places it reaches.
final class TestCatalogue {
    struct Entry: Codable {
        let name: String
        let seconds: Double
        /// By number.
        let reached: Set<Int>
    }

    /// Those whose subject is time or memory, which the changes' own cost would fail, and those that compile the copy.
    private static let skipped = ["BenchmarkTests.", "IOCToolTests.SpeedTests", "IOCToolTests.PluginTests"]

    private let workingCopy: WorkingCopy
    let binary: URL
    private(set) var entries: [Entry] = []
    private(set) var failing: [String] = []
    /// The tests that took longer than they may.
    private(set) var slow: [String] = []
    /// The seconds that a test may take by itself.
    private let longest: Double

    init(workingCopy: WorkingCopy, longest: Double) {
        self.workingCopy = workingCopy
        self.longest = longest
        binary = workingCopy.copy.appending(path: ".build/debug/iocPackageTests.xctest")
    }

    /// Runs every test that can be run by itself, or reads what was found when the same program was last asked.
    func survey(bySuites: Bool, jobs: Int) throws {
        let memory = workingCopy.scratch.appending(path: "tests.json")
        let stamp =
            try binary.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantPast
        struct Survey: Codable {
            let stamp: Date, bySuites: Bool, longest: Double, entries: [Entry], failing: [String], slow: [String]
        }
        if let data = try? Data(contentsOf: memory), let old = try? JSONDecoder().decode(Survey.self, from: data),
            old.stamp == stamp, old.bySuites == bySuites, old.longest == longest
        {
            entries = old.entries
            failing = old.failing
            slow = old.slow
            return
        }
        let list = workingCopy.scratch.appending(path: "list.log")
        _ = try program(["--list-tests"]).run(output: list)
        let names = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init).filter {
            name in
            name.hasSuffix(")") && !Self.skipped.contains { name.hasPrefix($0) }
        }
        // Few changes are tried sooner with whole suites; of many each is tried sooner with the tests that reach it.
        let suites = Self.suites(of: names)
        let first = bySuites ? suites : names
        tell("looking what \(names.count) tests of \(suites.count) suites reach")
        let (found, broken, late) = try reaches(of: first, jobs: jobs)
        // Some need the other tests of their suite; and one that fails keeps the others of its suite from being asked.
        let second =
            bySuites
            ? names.filter { name in (broken + late).contains { name.hasPrefix($0) } } : Self.suites(of: broken)
        let (whole, failed, later) = try reaches(of: second, jobs: jobs)
        entries = (found + whole).sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
        failing = bySuites ? failed : broken.filter { name in failed.contains { name.hasPrefix($0) } }
        failing.sort()
        slow = (bySuites ? later : late + later).sorted()
        let survey = Survey(
            stamp: stamp, bySuites: bySuites, longest: longest, entries: entries, failing: failing, slow: slow)
        try JSONEncoder().encode(survey).write(to: memory)
    }

    /// The suites of tests; a test outside of a suite is one.
    private static func suites(of names: [String]) -> [String] {
        Set(names.map { name in name.firstIndex(of: "/").map { String(name[...$0]) } ?? name }).sorted()
    }

    /// What each of some tests reaches by itself, and those that fail so.
    private func reaches(of names: [String], jobs: Int) throws
        -> (found: [Entry], failing: [String], late: [String])
    {
        let found = Mutex<[Entry]>([])
        let broken = Mutex<[String]>([])
        let late = Mutex<[String]>([])
        let count = Atomic<Int>(0)
        try inParallel(jobs, names) { job, name in
            let done = count.add(1, ordering: .relaxed).newValue
            if done.isMultiple(of: 50) { tell("\(done) tests") }
            let file = self.workingCopy.scratch.appending(path: "reached.\(job)")
            try Data(count: self.workingCopy.places.count + 1).write(to: file)
            var test = self.program(Self.filter([name]))
            test.environment["MUTATION_REACHED"] = file.path
            let begin = ContinuousClock.now
            let log = self.workingCopy.scratch.appending(path: "test.\(job).log")
            let outcome = try test.run(output: log, limit: longest)
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            guard outcome != .overran else { return late.withLock { $0.append(name) } }
            guard outcome == .exited(0) else { return broken.withLock { $0.append(name) } }
            let reached = try Data(contentsOf: file).enumerated().filter { $0.element != 0 }.map(\.offset)
            found.withLock { $0.append(Entry(name: name, seconds: seconds, reached: Set(reached))) }
        }
        return (found.withLock { $0 }, broken.withLock { $0 }, late.withLock { $0 })
    }

    /// The tests that reach a place, those that say most in the shortest time first.
    func tests(reaching number: Int) -> [Entry] { entries.filter { $0.reached.contains(number) } }

    /// The program of the tests.
    func program(_ arguments: [String]) -> Program {
        var result = Program(path: binary.path, arguments: ["--testing-library", "swift-testing"] + arguments)
        result.folder = workingCopy.copy
        result.environment = ["SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": "halt_on_error=1"]
        return result
    }

    static func filter(_ names: [String]) -> [String] {
        names.flatMap { name in
            let pattern = name.map { $0.isASCII && !$0.isLetter && !$0.isNumber && $0 != "_" ? "\\\($0)" : "\($0)" }
                .joined()
            return ["--filter", name.hasSuffix("/") ? "^\(pattern)" : "^\(pattern)(/|$)"]
        }
    }
}

/// Hands elements to as many threads as are given, in order; the number of the thread is told.
func inParallel<Element>(_ jobs: Int, _ elements: [Element], _ body: (Int, Element) throws -> Void) throws {
    let next = Atomic<Int>(0)
    let failure = Mutex<(any Error)?>(nil)
    withoutActuallyEscaping(body) { body in
        // Sound: what is called from several threads guards what it changes.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) let elements = elements
        DispatchQueue.concurrentPerform(iterations: jobs) { job in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < elements.count, failure.withLock({ $0 == nil }) else { return }
                do { try body(job, elements[index]) } catch { failure.withLock { $0 = error } }
            }
        }
    }
    if let error = failure.withLock({ $0 }) { throw error }
}
