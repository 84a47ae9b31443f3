import FoundationEssentials
import IOCBase
import IOCConfiguration
import Testing

@testable import IOC

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Configuration that is watched", .timeLimit(.minutes(20)))
struct WatchTests {
    final class Shop: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("one") var one: Int
        @Value("two") var two: Int
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/a.json" }

    private func text(_ number: Int, _ policy: String = "watch") -> String {
        """
        { "imports": ["b.json"], "reload": "\(policy)", "classes": ["\(String(reflecting: Shop.self))"],
          "properties": { "one": \(number) } }
        """
    }

    private func imported(_ number: Int) -> String { "{ \"properties\": { \"two\": \(number) } }" }

    /// Replaces a file as editors do.
    private func replace(_ name: String, _ text: String) throws {
        try folder.write("new", text)
        #expect(rename(folder.path + "/new", "\(folder.path)/\(name)") == 0)
    }

    /// What a run has told, in order: the number in its context, or nil for a refusal.
    private final class Journal: Sendable {
        let told = Guarded<[Int?]>([])
        let halves = Guarded(0)
        var last: Int? { told.withLock { $0.last ?? nil } }
        func note(_ result: Result<ApplicationContext, any Error>) {
            guard case .success(let context) = result, let shop = try? context.component(Shop.self) else {
                return told.withLock { $0.append(nil) }
            }
            if shop.one != shop.two { halves.withLock { $0 += 1 } }
            told.withLock { $0.append(shop.one) }
        }
    }

    /// Runs a context of the folder while `body` changes its files.
    private func running(_ body: (Journal) async throws -> Void) async throws {
        let journal = Journal()
        let context = try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
        let run = Task { try await context.run { journal.note($0) } }
        defer { run.cancel() }
        try await body(journal)
        run.cancel()
        try await ending("the run") { try await run.value }
        #expect(journal.halves.withLock { $0 } == 0)
    }

    @Test("A file that is replaced, or removed and there again, is reloaded, once each")
    func files() async throws {
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1))
        try await running { journal in
            try replace("a.json", text(1).replacing("\"one\": 1", with: "\"one\": 2, \"two\": 2"))
            try await until("a rename") { journal.last == 2 }
            #expect(unlink(path) == 0)
            try await until("a refusal") { journal.told.withLock { $0.count == 2 } }
            try replace("a.json", text(3).replacing("\"one\": 3", with: "\"one\": 3, \"two\": 3"))
            try await until("a new file") { journal.last == 3 }
            #expect(journal.told.withLock { $0 } == [2, nil, 3])
        }
    }

    @Test("A broken file is told once and ignored, and one with the same content is no reload")
    func broken() async throws {
        try folder.write("b.json", imported(1))
        try folder.write("a.json", text(1))
        try await running { journal in
            try replace("b.json", "{")
            try await until("a refusal") { journal.told.withLock { $0 == [nil] } }
            try folder.write("b.json", "{ ")
            try folder.write("b.json", imported(1) + "\n")
            try folder.write("a.json", "// the same\n" + text(1))
            try replace("a.json", text(2).replacing("\"one\": 2", with: "\"one\": 2, \"two\": 2"))
            try await until("the last state") { journal.last == 2 }
            #expect(journal.told.withLock { $0.filter { $0 == 2 }.count } == 1)
        }
    }

    /// Replaces the folder's content as a mounted ConfigMap is: by a rename of the link `..data`.
    private func swap(_ number: Int) throws {
        let name = "..2026_\(number)"
        #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0)
        try folder.write("\(name)/a.json", text(number))
        try folder.write("\(name)/b.json", imported(number))
        #expect(symlink(name, "\(folder.path)/..data_tmp") == 0)
        #expect(rename("\(folder.path)/..data_tmp", "\(folder.path)/..data") == 0)
        let old = "\(folder.path)/..2026_\(number - 1)"
        for file in ["a.json", "b.json"] { unlink("\(old)/\(file)") }
        rmdir(old)
    }

    @Test("Swaps of a mounted ConfigMap are reloaded whole, and the last one wins")
    func swaps() async throws {
        let rounds = ProcessInfo.processInfo.environment["IOC_WATCH_SWAPS"].flatMap(Int.init) ?? 40
        try swap(1)
        for file in ["a.json", "b.json"] { #expect(symlink("..data/\(file)", "\(folder.path)/\(file)") == 0) }
        try await running { journal in
            try swap(2)
            try await until("one swap") { journal.last == 2 }
            #expect(journal.told.withLock { $0 } == [2])
            for number in 3...rounds {
                try swap(number)
                await Task.yield()
            }
            try await until("the last of \(rounds) swaps") { journal.last == rounds }
            let told = journal.told.withLock { $0 }
            #expect(!told.contains(nil))
            #expect(told.compactMap(\.self) == Set(told.compactMap(\.self)).sorted())
        }
    }

    #if os(Linux)
    @Test("A watch gives its descriptor back")
    func descriptors() async throws {
        let changes = Guarded(0)
        var watch: FileWatch? = FileWatch { changes.withLock { $0 += 1 } }
        try folder.write("c.json", "1")
        #expect(watch?.follow([folder.path + "/c.json"]) == true)
        let number = try #require(watch?.descriptor)
        func isInotify() -> Bool {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = bytes.withUnsafeMutableBytes {
                readlink("/proc/self/fd/\(number)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
            }
            return count > 0 && String(decoding: bytes[..<count], as: UTF8.self).contains("inotify")
        }
        #expect(isInotify())
        try folder.write("c.json", "2")
        try await until("a change") { changes.withLock { $0 > 0 } }
        weak let seen = watch
        watch?.end()
        watch = nil
        try await until("the end of the watch") { seen == nil }
    }
    #endif
}
