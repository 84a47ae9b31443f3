package import Foundation

/// A program that a test runs and waits for.
package enum ChildProcess {
    /// The output of a program, with both streams together, and its exit status.
    package struct Outcome: Sendable {
        package let status: Int32
        package let text: String
    }

    /// Runs a program on `PATH` until it ends.
    ///
    /// A separate thread waits for it, because there are only few threads that all tests share.
    /// - Parameters:
    ///   - name: The program.
    ///   - arguments: Its arguments.
    ///   - folder: Its working directory; by default that of this process.
    ///   - environment: Its variables; by default those of this process.
    package static func run(
        _ name: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { waiter in
            Thread.detachNewThread {
                waiter.resume(with: Result { try waitFor(name, arguments, folder, environment) })
            }
        }
    }

    /// The options by which a compiler finds the C modules of a build.
    package static func moduleMaps(in build: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: build).filter { !$0.hasSuffix("-tool.build") }
            .map { "\(build)/\($0)/module.modulemap" }.filter { FileManager.default.fileExists(atPath: $0) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    private static func waitFor(
        _ name: String, _ arguments: [String], _ folder: URL?, _ environment: [String: String]?
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        if let folder { process.currentDirectoryURL = folder }
        if let environment { process.environment = environment }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    }
}
