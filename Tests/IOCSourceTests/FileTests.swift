import Foundation
import TestSupport
import Testing

@testable import IOCSource

@Suite("Files, whole and by pattern")
struct FileTests {
    @Test(
        "A pattern matches whole segments, with stars for any characters and question marks for one",
        arguments: [
            ("a", "a", true), ("a", "ab", false), ("ab", "a", false), ("*", "", false), ("*", "a", true),
            ("*a", "b", false), ("*a", "ba", true), ("*a", "bab", false), ("*ab", "aab", true), ("*ab", "aaab", true),
            ("a*b*c", "axbxbc", true), ("a*b*c", "axcxb", false), ("a*", "a", true), ("a**b", "ab", true),
            ("?", "a", true), ("?", "ab", false), ("a?c", "abc", true), ("*?", "a", true), ("*?b", "b", false),
            ("*.swift", "Mock.swift", true), ("*.swift", "swift", false), ("Mock*.swift", "MockA.swift.swift", true),
            ("a/b", "x/a/b/y", true), ("a/b", "a/x/b", false), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/b", true),
            ("**", "a", true), ("a/*", "a", false), ("./a", "a", true), ("././a/", "x/./a", true), ("", "a", false),
            ("/", "a", false), ("a/b", "a", false),
        ])
    func patterns(pattern: String, path: String, matches: Bool) {
        #expect(PathPattern(pattern).matches(path) == matches)
    }

    @Test("A file is read up to its limit, an empty one too, and closed")
    func reading() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.txt", "12345")
        let empty = try scratch.write("empty.txt", "")
        #expect(try FileContent.read(path, limit: 5) == Array("12345".utf8))
        #expect(try FileContent.read(empty) == [] && FileContent.read(empty, limit: 0) == [])
        let error = #expect(throws: FileError.self) { try FileContent.read(path, limit: 4) }
        #expect(error?.description == "\(path): is too large: 5 bytes, the limit is 4")
        #if os(Linux)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!open.contains(path) && !open.contains(empty))
        #endif
    }

    #if os(Linux)
    @Test("A file that ends before the size it tells of is read as far as it goes, and one that fails is told of")
    func deceptive() throws {
        let folder = "/sys/class/net/lo/"
        guard FileManager.default.fileExists(atPath: folder + "speed") else { return }
        #expect(try Int(String(decoding: FileContent.read(folder + "mtu"), as: UTF8.self).dropLast()) ?? 0 > 0)
        let error = #expect(throws: FileError.self) { try FileContent.read(folder + "speed") }
        #expect(error?.reason == "can't be read: Invalid argument")
    }
    #endif

    @Test(
        "What is done a part at a time goes on where it came to, and ends with nothing more or a failure",
        arguments: [
            ([4, 3, 3], [0, 4, 7], 10, 0), ([10], [0], 10, 0), ([4, 0], [0, 4], 4, 0), ([4, -1], [0, 4], 4, ENOSPC),
            ([0], [0], 0, 0), ([-1], [0], 0, ENOSPC), ([1, 2, 3, 4], [0, 1, 3, 6], 10, 0),
        ])
    func steps(steps: [Int], places: [Int], done: Int, failure: Int32) {
        var rest = steps[...]
        var found: [Int] = []
        let outcome = FileContent.inSteps(10) { place in
            found.append(place)
            let step = rest.popFirst() ?? 0
            errno = step < 0 ? ENOSPC : ENOENT
            return step
        }
        #expect(found == places && outcome.done == done && outcome.failure == failure)
        #expect(FileContent.inSteps(0) { $0 - 1 } == (0, 0))
    }

    @Test(
        "A file is replaced in one step: who reads the old one goes on with that, and what is written elsewhere stays")
    func replacing() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.txt", "old")
        let reader = try #require(FileHandle(forReadingAtPath: path))
        try FileContent.replace(path, with: Array("new".utf8))
        #expect(try reader.readToEnd() == Data("old".utf8))
        #expect(try scratch.read("a.txt") == "new")
        // A link that leads nowhere is replaced, and nothing comes to be where it led.
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path + "/target")
        try FileContent.replace(link, with: Array("text".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["a.txt", "link"])
        #expect(try FileContent.update(path, with: Array("new".utf8)) == false)
        #expect(try FileContent.update(path, with: Array("newer".utf8)) && scratch.read("a.txt") == "newer")
        let error = #expect(throws: FileError.self) { try FileContent.replace(path + ".none/b.txt", with: [1]) }
        #expect(error?.reason == "can't be written: No such file or directory")
    }

    @Test("A file's version has its path and its size, and one that is not there has none")
    func stamps() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.txt", "12345")
        #expect(FileContent.stamp(path).hasPrefix("\(path) 5 ") && FileContent.stamp(path) == FileContent.stamp(path))
        #expect(FileContent.stamp(path + ".none") == "none")
    }

    #if os(Linux)
    @Test("What can't be written whole leaves what is there, a device as a device")
    func failing() throws {
        let scratch = try Scratch()
        // By a link, so that no mistake can reach the device.
        let full = scratch.path + "/full"
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
        let error = #expect(throws: FileError.self) { try FileContent.replace(full, with: [1, 2, 3]) }
        #expect(error?.description == "\(full): can't be written: No space left on device")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: full) == "/dev/full")
        let folder = #expect(throws: FileError.self) { try FileContent.replace(scratch.path, with: []) }
        #expect(folder?.reason == "can't be written: it is a directory")
    }
    #endif

    @Test("Without a toolchain the advice says what was looked for")
    func toolchain() {
        let error = #expect(throws: ToolchainError.self) { try Toolchain(environment: ["PATH": "/nowhere"]) }
        #expect(
            error?.description.hasPrefix("no swiftc on PATH, so sourcekitd can't be found; pass --toolchain") == true)
        #expect(throws: ToolchainError.self) { try Toolchain(environment: [:]) }
        for (path, trimmed) in [("/a/", "/a"), ("/", "/"), ("a", "a"), ("", "")] {
            #expect(path.trimmingSlash == trimmed)
        }
    }

    @Test("A folder is made with those above it, and may be there already")
    func folders() throws {
        let scratch = try Scratch()
        errno = ENOENT
        for _ in 0..<2 { try FileContent.makeDirectory(scratch.path + "/a/b/c") }
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/a/b/c"))
        let file = try scratch.write("file", "")
        let error = #expect(throws: FileError.self) { try FileContent.makeDirectory(file + "/a") }
        #expect(error?.description == "\(file)/a: can't be made: Not a directory")
    }
}
