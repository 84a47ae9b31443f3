import TestSupport
import Testing

@testable import IOCSource

@Suite("What is remembered of files")
struct ModelCacheTests {
    private let keys = (1...3).map { Fingerprint(high: UInt64($0), low: .max - UInt64($0)) }

    private func file(_ name: String) throws -> SourceFile {
        let scratch = try Scratch()
        let path = try scratch.write(name + ".swift", "final class \(name) {}")
        return try #require(try SourceLoader().load([path]).files.first)
    }

    @Test("Is found by its content, under the path that has it now, by the toolchain that read it")
    func lookup() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/cache"
        let (a, b) = (try file("A"), try file("B"))
        try ModelCache.empty.write([(keys[0], a), (keys[1], b), (keys[0], b)], to: path, toolchain: "one")
        let cache = ModelCache(contentsOf: path, toolchain: "one")
        #expect(cache.file(keys[0], path: "/moved.swift").map { "\($0.types)" } == "\(a.types)")
        #expect(cache.file(keys[0], path: "/moved.swift")?.path == "/moved.swift")
        #expect(cache.file(keys[1], path: "/b.swift").map { "\($0.types)" } == "\(b.types)")
        #expect(cache.file(keys[2], path: "/c.swift") == nil)
        let other = ModelCache(contentsOf: path, toolchain: "two")
        #expect(other.file(keys[0], path: "/a.swift") == nil)
        #expect(ModelCache(contentsOf: path + ".none", toolchain: "one").file(keys[0], path: "/a.swift") == nil)
    }

    @Test("Files whose contents differ in one half of their fingerprints are kept apart")
    func halves() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/cache"
        let halves = [(1, 1), (1, 2), (2, 1), (2, 2)].map { Fingerprint(high: $0, low: $1) }
        let names = ["A", "B", "C", "D"]
        try ModelCache.empty.write(Array(zip(halves, try names.map(file))).map { ($0, $1) }, to: path, toolchain: "one")
        let cache = ModelCache(contentsOf: path, toolchain: "one")
        #expect(halves.map { cache.file($0, path: "/a.swift")?.types.map(\.name) } == names.map { [$0] })
        #expect(halves[1].description == "00000000000000010000000000000002")
        // What is written again beside something new is each still its own.
        let more = [(halves[3], "D"), (halves[1], "B"), (keys[0], "E"), (halves[2], "C")]
        try cache.write(try more.map { ($0.0, try file($0.1)) }, to: path, toolchain: "one")
        let next = ModelCache(contentsOf: path, toolchain: "one")
        #expect(more.map { next.file($0.0, path: "/a.swift")?.types.map(\.name) } == more.map { [$0.1] })
        #expect(next.file(halves[0], path: "/a.swift") == nil)
    }

    @Test("Tells whether it holds what is there, and nothing that has gone")
    func exactly() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/cache"
        let one = try file("A")
        try ModelCache.empty.write([(keys[0], one), (keys[1], one)], to: path, toolchain: "one")
        let cache = ModelCache(contentsOf: path, toolchain: "one")
        #expect(cache.holdsExactly([keys[0], keys[1]]))
        #expect(!cache.holdsExactly([keys[0]]), "one has gone")
        #expect(!cache.holdsExactly([keys[0], keys[1], keys[2]]), "one is new")
        #expect(!cache.holdsExactly([keys[0], keys[2]]), "one has changed")
        #expect(ModelCache.empty.holdsExactly([]))
    }

    @Test("What is kept is copied as it is, and a damaged memory is none")
    func damage() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/cache"
        let one = try file("A")
        try ModelCache.empty.write([(keys[0], one)], to: path, toolchain: "one")
        try ModelCache(contentsOf: path, toolchain: "one").write(
            [(keys[0], one), (keys[1], one)], to: path, toolchain: "one")
        let bytes = try FileContent.read(path)
        let again = ModelCache(contentsOf: path, toolchain: "one")
        #expect(again.file(keys[0], path: "/a.swift").map { "\($0.types)" } == "\(one.types)")
        #expect(again.file(keys[1], path: "/a.swift").map { "\($0.types)" } == "\(one.types)")
        for count in stride(from: 0, to: bytes.count, by: 7) {
            try FileContent.replace(path, with: Array(bytes.prefix(count)))
            let cut = ModelCache(contentsOf: path, toolchain: "one")
            #expect(cut.file(keys[1], path: "/a.swift") == nil)
        }
    }
}
