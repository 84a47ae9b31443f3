import CHeap

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Work that is measured in a new process without any earlier work.
///
/// The benchmark starts itself for that, with an option that its help does not mention.
struct FirstWork {
    /// The name of the work on a command line.
    let name: String
    /// The number of parts among which its bytes are divided.
    let parts: Int
    /// Does the work.
    /// - Returns: The object that the work created, which is retained while the bytes are counted.
    let body: () throws -> AnyObject

    static let option = "--first-work"

    struct Cost {
        let nanoseconds: Double
        /// The number of bytes per part that stay allocated.
        let bytes: Double
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Does the work in a new process.
    func costInNewProcess() throws -> Cost {
        let program = CommandLine.arguments[0].split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#)
        guard let output = popen("'\(program)' \(Self.option) \(name)", "r") else {
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
    static func run(named name: String) throws {
        guard let work = FirstBootRows.works.first(where: { $0.name == name }) else {
            throw Failure(description: "no work is named '\(name)'")
        }
        var made: AnyObject?
        let before = ioc_heap_in_use()
        if before < 0 { throw Failure(description: "this platform does not report allocated bytes") }
        let nanoseconds = try processorTime { made = try work.body() }
        let bytes = ioc_heap_in_use() - before
        withExtendedLifetime(made) {
            print(nanoseconds, Double(bytes) / Double(work.parts))
        }
    }
}
