import CHeap

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Work that is measured in a new process, so that the other work of the benchmark does not affect it.
///
/// To run it, the benchmark starts itself with an option that its help does not mention.
package struct FirstWork {
    /// The name of the work on a command line.
    package let name: String
    /// The number of parts by which the time and the bytes are divided.
    package let parts: Int
    /// The work that runs first and isn't measured; nil for none.
    var before: (() throws -> AnyObject)?
    /// The path of a library that the process loads first; nil for none.
    var library: String?
    /// The work. It returns the object that it created, which is retained while the bytes are counted.
    package let body: () throws -> AnyObject

    package init(
        name: String, parts: Int, before: (() throws -> AnyObject)? = nil, body: @escaping () throws -> AnyObject
    ) {
        self.name = name
        self.parts = parts
        self.before = before
        self.body = body
    }

    static let option = "--first-work"

    struct Cost {
        /// The nanoseconds per part.
        let nanoseconds: Double
        /// The number of bytes per part that stay allocated.
        let bytes: Double
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the work in a process that loads a library first.
    package func beside(_ library: String) -> FirstWork {
        var work = self
        work.library = library
        return work
    }

    /// The work in a process that has already done it once.
    package var again: FirstWork { FirstWork(name: "\(name)-again", parts: parts, before: body, body: body) }

    /// Does the work in a new process.
    func costInNewProcess() throws -> Cost {
        let words = [CommandLine.arguments[0], Self.option, name] + (library.map { [$0] } ?? [])
        guard let output = popen(words.map(Shell.quoted).joined(separator: " "), "r") else {
            throw Failure(description: "can't start a process for '\(name)'")
        }
        var line = [UInt8](repeating: 0, count: 128)
        let length = fread(&line, 1, line.count, output)
        let status = pclose(output)
        let numbers = String(decoding: line[..<length], as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }
        guard status == 0, numbers.count == 2 else {
            throw Failure(description: "the process for '\(name)' failed")
        }
        return Cost(nanoseconds: numbers[0], bytes: numbers[1])
    }

    /// Does the work in this process, and prints its cost.
    /// - Parameters:
    ///   - works: All works of the benchmark.
    ///   - library: The path of a library that is loaded first.
    static func run(_ name: String, among works: [FirstWork], beside library: String?) throws {
        guard let work = works.first(where: { $0.name == name }) else {
            throw Failure(description: "no work is named '\(name)'")
        }
        if let library, dlopen(library, RTLD_NOW) == nil { throw Failure(description: "can't load \(library)") }
        let former = try work.before?()
        var made: AnyObject?
        let before = ioc_heap_in_use()
        if before < 0 { throw Failure(description: "this platform does not report allocated bytes") }
        let nanoseconds = try processorTime { made = try work.body() }
        let bytes = ioc_heap_in_use() - before
        withExtendedLifetime((former, made)) {
            print(nanoseconds / Double(work.parts), Double(bytes) / Double(work.parts))
        }
    }
}
