import FoundationEssentials
import IOC
import IOCBase
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Configuration that is watched", .timeLimit(.minutes(30)))
struct WatchTests {
    final class Shop: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("one") var one: Int
        @Value("two") var two: Int
    }

    /// What a request needs, made for each.
    final class Visit: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Value("one") var one: Int
        @Value("two") var two: Int
    }

    /// The place where requests come in, one for all desks that follow each other.
    final class Door: Sendable {
        fileprivate let desk = Guarded<Desk?>(nil)

        /// Asks the present component, and returns the two halves of the configuration.
        func ask() async throws -> (one: Int, two: Int) {
            let desk = desk.withLock { desk in
                desk?.begun.withLock { $0 += 1 }
                return desk!
            }
            defer { desk.begun.withLock { $0 -= 1 } }
            return try await desk.answer()
        }
    }

    /// A server in small: the next one takes its door over, and it answers what it has begun.
    final class Desk: IOCComponent, Startable, Stoppable, TakesOverAtReload, @unchecked Sendable {
        // Sound: wrappers synchronize themselves, the rest is under locks.
        @Autowired var visit: Provider<Visit>
        fileprivate let begun = Guarded(0)
        private let kept = Guarded(Door())
        var door: Door { kept.withLock { $0 } }
        func takeOver(from predecessor: Desk) { kept.withLock { $0 = predecessor.door } }
        func start() { door.desk.withLock { $0 = self } }
        func stop() async throws { try await until("the last answer") { begun.withLock { $0 == 0 } } }
        fileprivate func answer() async throws -> (one: Int, two: Int) {
            let one = try visit().one
            await Task.yield()
            return (one, try visit().two)
        }
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/a.json" }

    private func text(_ number: Int, _ policy: String = "watch") -> String {
        """
        { "imports": ["b.json"], "reload": "\(policy)", "prefixes": ["\(String(reflecting: WatchTests.self))."],
          "settings": { "one": \(number) } }
        """
    }

    private func imported(_ number: Int) -> String { "{ \"settings\": { \"two\": \(number) } }" }

    /// Replaces a file as editors do.
    private func replace(_ name: String, _ text: String) throws {
        try folder.write("new", text)
        #expect(rename(folder.path + "/new", "\(folder.path)/\(name)") == 0)
    }

    /// What a run has reported, in order: the number in its context, or nil for a refusal.
    private final class Journal: Sendable {
        let reported = Guarded<[Int?]>([])
        let halves = Guarded(0)
        var last: Int? { reported.withLock { $0.last ?? nil } }
        func note(_ result: Result<ApplicationContext, any Error>) {
            guard case .success(let context) = result, let shop = try? context.component(Shop.self) else {
                return reported.withLock { $0.append(nil) }
            }
            if shop.one != shop.two { halves.withLock { $0 += 1 } }
            reported.withLock { $0.append(shop.one) }
        }
    }

    /// Runs a context of the folder while `body` changes its files.
    private func running(profiles: [String] = [], _ body: (Journal, Door) async throws -> Void) async throws {
        let journal = Journal()
        let context = try ApplicationContext(contentsOf: path, profiles: profiles, environment: [:])
        let door = try context.component(Desk.self).door
        let run = Task { try await context.run { journal.note($0) } }
        defer { run.cancel() }
        try await until("the start") { door.desk.withLock { $0 != nil } }
        try await body(journal, door)
        run.cancel()
        try await ending("the run") { try await run.value }
        #expect(journal.halves.withLock { $0 } == 0)
    }

    @Test("A file that is replaced, or removed and created again, is reloaded once each time")
    func files() async throws {
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1))
        try await running { journal, _ in
            try replace("a.json", text(1).replacing("\"one\": 1", with: "\"one\": 2, \"two\": 2"))
            try await until("a rename") { journal.last == 2 }
            #expect(unlink(path) == 0)
            try await until("a refusal") { journal.reported.withLock { $0.count == 2 } }
            try replace("a.json", text(3).replacing("\"one\": 3", with: "\"one\": 3, \"two\": 3"))
            try await until("a new file") { journal.last == 3 }
            #expect(journal.reported.withLock { $0 } == [2, nil, 3])
        }
    }

    @Test("A broken file is reported once and ignored; a file with the same content is not reloaded")
    func broken() async throws {
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1))
        try await running { journal, _ in
            try replace("b.json", "{")
            try await until("a refusal") { journal.reported.withLock { $0 == [nil] } }
            try folder.write("b.json", "{ ")
            try folder.write("b.json", imported(1) + "\n")
            try folder.write("a.json", "// the same\n" + text(1))
            try replace("a.json", text(2).replacing("\"one\": 2", with: "\"one\": 2, \"two\": 2"))
            try await until("the last state") { journal.last == 2 }
            #expect(journal.reported.withLock { $0.filter { $0 == 2 }.count } == 1)
        }
    }

    /// Replaces the folder's content as a mounted ConfigMap is: by a rename of the link `..data`.
    private func swap(_ number: Int, isBroken: Bool = false) throws {
        let name = "..2026_\(number)"
        #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0)
        try folder.write("\(name)/a.json", isBroken ? "{" : text(number))
        try folder.write("\(name)/b.json", imported(number))
        #expect(symlink(name, "\(folder.path)/..data_tmp") == 0)
        #expect(rename("\(folder.path)/..data_tmp", "\(folder.path)/..data") == 0)
        let old = "\(folder.path)/..2026_\(number - 1)"
        for file in ["a.json", "b.json"] { unlink("\(old)/\(file)") }
        rmdir(old)
    }

    @Test("Each swap of a mounted ConfigMap is at most one reload, the last one always, and no request fails")
    func swaps() async throws {
        let rounds = ProcessInfo.processInfo.environment["IOC_WATCH_SWAPS"].flatMap(Int.init) ?? 40
        try swap(1)
        for file in ["a.json", "b.json"] { #expect(symlink("..data/\(file)", "\(folder.path)/\(file)") == 0) }
        try await running { journal, door in
            try swap(2)
            try await until("one swap") { journal.last == 2 }
            #expect(journal.reported.withLock { $0 } == [2])
            try swap(3, isBroken: true)
            try await until("a refusal") { journal.reported.withLock { $0 == [2, nil] } }
            let isOver = Latch()
            let (answers, reloads) = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var (count, newest) = (0, 2)
                        while !isOver.isOpen, !Task.isCancelled {
                            let (one, two) = try await door.ask()
                            #expect(one == two && one >= newest)
                            (count, newest) = (count + 1, one)
                        }
                        return count
                    }
                }
                for number in 4...rounds {
                    let isBroken = number % 10 == 0 && number < rounds
                    try swap(number, isBroken: isBroken)
                    // Some follow each other at once, others when the one before was taken.
                    guard number % 4 == 3, !isBroken else { continue }
                    try await until("swap \(number)") { journal.last == number }
                }
                try await until("the last of \(rounds) swaps") { journal.last == rounds }
                isOver.open()
                let reported = journal.reported.withLock { $0 }
                let numbers = reported.compactMap(\.self)
                #expect(numbers == Set(numbers).sorted())
                #expect(reported.count - numbers.count <= rounds / 10 + 1)
                return (try await group.reduce(0, +), numbers.count)
            }
            #expect(reloads >= rounds / 5 && answers > 0)
            if rounds > 40 { print("\(rounds) swaps, \(reloads) reloads, \(answers) requests answered") }
        }
    }

    @Test("With \"live\", changes that need a new context are reported and no context is created")
    func live() async throws {
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1, "live"))
        let context = try ApplicationContext(contentsOf: path, environment: [:])
        let desk = try context.component(Desk.self)
        let reported = Guarded<[ObjectIdentifier?]>([])
        let run = Task {
            try await context.run { result in
                let desk = try? result.get().component(Desk.self)
                reported.withLock { $0.append(desk.map { ObjectIdentifier($0) }) }
            }
        }
        defer { run.cancel() }
        try await until("the start") { desk.door.desk.withLock { $0 != nil } }
        try replace("a.json", text(2, "live"))
        try await until("a change") { reported.withLock { !$0.isEmpty } }
        #expect(reported.withLock { $0 } == [ObjectIdentifier(desk)])
        run.cancel()
        try await ending("the run") { try await run.value }
    }

    @Test("An import or a profile's file that appears later is watched")
    func newFiles() async throws {
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1))
        #expect(mkdir("\(folder.path)/more", 0o755) == 0)
        /// Both halves, which the file then has alone.
        func halves(_ number: Int) -> String { "{ \"settings\": { \"one\": \(number), \"two\": \(number) } }" }
        try folder.write("more/c.json", halves(2))
        try await running(profiles: ["night"]) { journal, _ in
            try replace(
                "a.json", text(2).replacing("b.json", with: "more/c.json").replacing("\"one\"", with: "\"other\""))
            try await until("a reload") { journal.last == 2 }
            try folder.write("new", halves(3))
            #expect(rename(folder.path + "/new", folder.path + "/more/c.json") == 0)
            try await until("a change of the import") { journal.last == 3 }
            try folder.write("a-night.json", halves(4))
            try await until("a profile's file") { journal.last == 4 }
        }
    }
}
