import Foundation
import Synchronization

/// Programs that are run to their end, to a limit, or to a word in what they print.
struct Program {
    enum Outcome: Equatable {
        case exited(Int32)
        case overran
        /// The first line that had one of the words.
        case stopped(String)
    }

    var path: String
    var arguments: [String]
    var folder: URL?
    var environment: [String: String] = [:]

    /// Runs the program, with its children, at low priority.
    ///
    /// - Parameters:
    ///   - output: The file that gets what it prints.
    ///   - limit: After so many seconds it is ended.
    ///   - ends: It is ended as soon as it has printed a line of which this is true.
    func run(output: URL, limit: Double? = nil, until ends: (Substring) -> Bool = { _ in false }) throws -> Outcome {
        let process = Process()
        // A session of its own, so that its children end with it.
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["setsid", "--wait", path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let file = try FileHandle(forWritingTo: output)
        let reader = try FileHandle(forReadingFrom: output)
        process.standardOutput = file
        process.standardError = file
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            try? file.close()
            try? reader.close()
        }
        let begin = ContinuousClock.now
        var rest = ""
        while true {
            let isRunning = process.isRunning
            rest += String(decoding: reader.availableData, as: UTF8.self)
            let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
            rest = String(lines.last ?? "")
            if let line = lines.dropLast().first(where: ends) {
                kill(process)
                return .stopped(String(line))
            }
            guard isRunning else { return .exited(process.terminationStatus) }
            if let limit, ContinuousClock.now - begin > .seconds(limit) {
                kill(process)
                return .overran
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Ends a program and what it has started, also what is being started meanwhile or has lost its parent.
    private func kill(_ process: Process) {
        let sessions = Set(Self.descendants(of: process.processIdentifier).map(getsid)).subtracting([getsid(0), -1])
        for _ in 0..<100 {
            let members = Self.processes.filter { sessions.contains(getsid($0)) }
            if members.isEmpty { break }
            for member in members { Foundation.kill(member, SIGKILL) }
            Thread.sleep(forTimeInterval: 0.01)
        }
        for child in Self.descendants(of: process.processIdentifier).reversed() { Foundation.kill(child, SIGKILL) }
        process.waitUntilExit()
    }

    private static var processes: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
    }

    private static func descendants(of parent: Int32) -> [Int32] {
        let path = "/proc/\(parent)/task/\(parent)/children"
        let children = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").compactMap {
            Int32($0)
        }
        return (children ?? []).flatMap { [$0] + descendants(of: $0) } + [parent]
    }
}

/// Prints a line at once, also where the output is a file.
func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
