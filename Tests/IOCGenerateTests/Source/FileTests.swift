import Foundation
import IOCGenerate
import TestSupport
import Testing

@Suite("Files")
struct FileTests {
    @Test(
        "An excluded pattern matches whole segments of a path",
        arguments: [
            ("a", "a.swift", false), ("a.swift", "a.swift", true), ("*", "a.swift", true),
            ("*a.swift", "ba.swift", true),
            ("*b.swift", "ba.swift", false), ("a*b*c.swift", "axbxbc.swift", true), ("?.swift", "a.swift", true),
            ("?.swift", "ab.swift", false), ("Mock*.swift", "MockA.swift.swift", true), ("a/b", "x/a/b/y.swift", true),
            ("a/b", "a/x/b/y.swift", false), ("a/**/b.swift", "a/x/y/b.swift", true),
            ("a/**/b.swift", "a/b.swift", true),
            ("**", "a.swift", true), ("a/*", "a.swift", false), ("./a", "a/b.swift", true), ("", "a.swift", false),
        ])
    func patterns(pattern: String, path: String, isExcluded: Bool) throws {
        let scratch = try Scratch()
        try scratch.write("in/\(path)", "")
        let found = FileFinder(excluding: [pattern.isEmpty ? "" : "in/**/\(pattern)"]).files(in: [scratch.path + "/in"])
        #expect(found.files.isEmpty == isExcluded)
    }

    @Test("A file is read whole, and rejected above a limit")
    func reading() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.txt", "12345")
        let empty = try scratch.write("empty.txt", "")
        #expect(try FileContent.read(path, limit: 5) == Array("12345".utf8))
        #expect(try FileContent.read(empty, limit: 0) == [])
        let error = #expect(throws: FileError.self) { try FileContent.read(path, limit: 4) }
        #expect(error?.description == "\(path): is too large: 5 bytes, the limit is 4")
    }

    @Test("A process that reads a file while it is replaced continues to read the old content")
    func replacing() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.txt", "old")
        let reader = try #require(FileHandle(forReadingAtPath: path))
        try FileContent.update(path, with: Array("new".utf8))
        #expect(try reader.readToEnd() == Data("old".utf8))
        #expect(try scratch.read("a.txt") == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["a.txt"])
    }

    @Test("A file whose content stays the same is not touched")
    func unchanged() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.txt", "text")
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        let before = try number()
        try FileContent.update(path, with: Array("text".utf8))
        #expect(try number() == before)
    }

    @Test("A file that can't be written is reported with the reason, and nothing else changes")
    func failing() throws {
        let scratch = try Scratch()
        let missing = #expect(throws: FileError.self) { try FileContent.update(scratch.path + "/no/b.txt", with: [1]) }
        #expect(missing?.reason == "can't be written: No such file or directory")
        let folder = #expect(throws: FileError.self) { try FileContent.update(scratch.path, with: []) }
        #expect(folder?.reason == "can't be written: it is a directory")
        #if os(Linux)
        // The path is a link, so that a mistake can't replace the device.
        let full = scratch.path + "/full"
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
        let device = #expect(throws: FileError.self) { try FileContent.update(full, with: [1, 2, 3]) }
        #expect(device?.description == "\(full): can't be written: No space left on device")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: full) == "/dev/full")
        #endif
    }
}
