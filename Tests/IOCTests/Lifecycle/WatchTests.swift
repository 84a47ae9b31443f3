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
    /// Two halves of a configuration, which are in two files.
    final class Shop: IOCComponent, @unchecked Sendable {
        @Value("one") var one: Int
        @Value("two") var two: Int
        static let failures = Guarded(0)
        func didInject() throws {
            guard one == 0 else { return }
            Self.failures.withLock { $0 += 1 }
            throw SampleError()
        }
    }
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1))
    }

    private var path: String { folder.path + "/a.json" }

    private func text(_ number: Int, _ policy: String = "watch", both: Bool = false, import name: String = "b.json")
        -> String
    {
        """
        { "imports": ["\(name)"], "reload": "\(policy)", "prefixes": ["\(String(reflecting: WatchTests.self))."],
          "settings": { "one": \(number)\(both ? ", \"two\": \(number)" : "") } }
        """
    }
    private func imported(_ number: Int) -> String { "{ \"settings\": { \"two\": \(number) } }" }
    private func halves(_ number: Int) -> String { "{ \"settings\": { \"one\": \(number), \"two\": \(number) } }" }

    /// Replaces a file as editors do.
    private func replace(_ name: String, _ text: String) throws {
        try folder.write("new", text)
        #expect(rename(folder.path + "/new", "\(folder.path)/\(name)") == 0)
    }

    /// What a run has reported, in order: the number in its context, or nil for a refusal.
    private final class Journal: Sendable {
        let reported = Guarded<[Int?]>([])
        let halves = Guarded(0)
        /// How often the files were read.
        let reads = Guarded(0)
        var all: [Int?] { reported.withLock { $0 } }
        var last: Int? { all.last ?? nil }
        func note(_ result: Result<ApplicationContext, any Error>) {
            guard case .success(let context) = result, let shop = try? context.component(Shop.self) else {
                return reported.withLock { $0.append(nil) }
            }
            if shop.one != shop.two { halves.withLock { $0 += 1 } }
            reported.withLock { $0.append(shop.one) }
        }
    }

    /// Runs a context of the folder while `body` changes its files.
    private func running(
        profiles: [String] = [], _ body: (Journal, ApplicationContext) async throws -> Void
    ) async throws {
        let journal = Journal()
        let context = try ApplicationContext(contentsOf: path, profiles: profiles, environment: [:]) { _ in
            journal.reads.withLock { $0 += 1 }
        }
        let run = Task { try await context.run { journal.note($0) } }
        defer { run.cancel() }
        try await untilReady(context)
        try await body(journal, context)
        run.cancel()
        try await ending("the run") { try await run.value }
        #expect(journal.halves.withLock { $0 } == 0)
    }

    @Test("A file that is replaced, or removed and created again, is reloaded once each time")
    func files() async throws {
        try await running { journal, _ in
            try replace("a.json", text(2, both: true))
            try await until("a rename") { journal.last == 2 }
            #expect(unlink(path) == 0)
            try await until("a refusal") { journal.all == [2, nil] }
            try replace("a.json", text(3, both: true))
            try await until("a new file") { journal.last == 3 }
            #expect(journal.all == [2, nil, 3])
        }
    }

    @Test("A fault that stays is reported once; a file with the same content is not reloaded")
    func broken() async throws {
        try await running { journal, _ in
            try replace("b.json", "{")
            try await until("a refusal") { journal.all == [nil] }
            try folder.write("b.json", imported(1))
            for failures in 1...2 {
                try replace("a.json", text(0) + String(repeating: "\n", count: failures))
                try await until("a failure") { Shop.failures.withLock { $0 == failures } }
            }
            try replace("a.json", text(2, both: true))
            try await until("a reload") { journal.last == 2 }
            let reads = journal.reads.withLock { $0 }
            try replace("a.json", "// the same\n" + text(2, both: true))
            try await until("one more read") { journal.reads.withLock { $0 > reads } }
            try replace("a.json", text(3, both: true))
            try await until("the last state") { journal.last == 3 }
            #expect(journal.all == [nil, nil, 2, 3])
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

    @Test("Each swap of a mounted ConfigMap is at most one reload, the last one always")
    func swaps() async throws {
        try swap(1)
        for file in ["a.json", "b.json"] {
            #expect(unlink("\(folder.path)/\(file)") == 0)
            #expect(symlink("..data/\(file)", "\(folder.path)/\(file)") == 0)
        }
        try await running { journal, _ in
            try swap(2)
            try await until("one swap") { journal.last == 2 }
            try swap(3, isBroken: true)
            try await until("a refusal") { journal.all == [2, nil] }
            // These follow each other at once.
            for number in 4...20 { try swap(number, isBroken: number == 10) }
            try await until("the last swap") { journal.last == 20 }
            let numbers = journal.all.compactMap(\.self)
            #expect(numbers == Set(numbers).sorted())
            #expect(journal.all.count - numbers.count <= 2)
        }
    }

    @Test("With \"live\", changes that need a new context are reported and no context is created")
    func live() async throws {
        try folder.write("a.json", text(1, "live", both: true))
        try await running { journal, context in
            let shop = try context.component(Shop.self)
            try replace("a.json", text(2, "live", both: true))
            try await until("a change") { journal.all == [1] }
            #expect(try context.component(Shop.self) === shop)
        }
    }

    @Test("An import or a profile's file that appears later is watched")
    func newFiles() async throws {
        try folder.write("more/c.json", halves(2))
        try await running(profiles: ["night"]) { journal, _ in
            try replace("a.json", text(2, import: "more/c.json").replacing("\"one\"", with: "\"other\""))
            try await until("a reload") { journal.last == 2 }
            try replace("more/c.json", halves(3))
            try await until("a change of the import") { journal.last == 3 }
            try folder.write("a-night.json", halves(4))
            try await until("a profile's file") { journal.last == 4 }
        }
    }
}
