import AgreementPrograms
import Foundation
import IOC
import IOCCheck
import IOCModel
import IOCSource
import TestSupport
import Testing

/// Random programs, compiled into an executable of their own: what the checker reads in their sources is held against
/// what the container says when they run.
@Suite(
    "The checker and the container agree on random programs", .serialized, .timeLimit(.minutes(10)),
    .whereFieldsAreRead)
struct RandomProgramTests {
    /// One program with both verdicts.
    private struct Judged: Sendable {
        let program: AgreementProgram
        let running: AgreementVerdict
        let checked: CheckResult

        /// Everything that the checker tells.
        var told: [AgreementVerdict.Fault] { checked.faults.map { Self.told($0) }.sorted() }

        /// What the container tells of it, as it goes no further than the first stage that finds something.
        var toldFirst: [AgreementVerdict.Fault] {
            let first = checked.faults.map(stage).min() ?? .assemblies
            return checked.faults.filter { fault in
                stage(fault) == first || first == .names && Self.isToldByType(fault)
            }.map { Self.told($0) }.sorted()
        }

        /// How far a boot gets before it tells a fault.
        private enum Stage: Int, Comparable {
            case assemblies, names, points, unread, lazy

            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }

        private func stage(_ fault: IOCModel.Fault) -> Stage {
            switch fault.kind {
            case .assemblyUnknown, .classIsNoAssembly: return .assemblies
            case .property(.unread): return .unread
            case .cycleForbidden: return .points
            default: break
            }
            guard fault.point != nil else { return .names }
            if Self.isToldByType(fault) { return .points }
            let owner = checked.definitions.first { $0.name == fault.path.last }
            // Names that properties ask for are known once an instance is made.
            return owner.map { $0.scope == .singleton && !$0.needsArguments } ?? true ? .points : .lazy
        }

        /// Whether a fault shows without an instance that tells the names its properties ask for.
        private static func isToldByType(_ fault: IOCModel.Fault) -> Bool {
            switch fault.kind {
            case .dependencyMissing, .dependencyCaptive: true
            default: false
            }
        }

        private static func told(_ fault: IOCModel.Fault) -> AgreementVerdict.Fault {
            AgreementVerdict.Fault(
                code: fault.kind.code, point: fault.point?.label, candidates: fault.candidates.map(\.name),
                suggestion: fault.suggestion)
        }
    }

    private static let seed = UInt64(ProcessInfo.processInfo.environment["IOC_AGREEMENT_SEED"] ?? "") ?? 1
    private static let rounds = Int(ProcessInfo.processInfo.environment["IOC_AGREEMENT_ROUNDS"] ?? "") ?? 1

    private static let judged = Result<[Judged], any Error> {
        let programs = AgreementProgram.all(seed: seed, rounds: rounds)
        let scratch = try Scratch()
        let encoder = JSONEncoder()
        for program in programs {
            try scratch.write("\(program.name).swift", AgreementProgram.files([program], count: 1)[0])
            let text = String(decoding: try encoder.encode(program.configuration), as: UTF8.self)
            try scratch.write("\(program.name).json", text)
        }
        let running = try verdicts(in: scratch.path)
        let sources = try SourceLoader().load(programs.map { "\(scratch.path)/\($0.name).swift" })
        try #require(sources.diagnostics.isEmpty)
        let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
        return try programs.map { program in
            let configuration = try ContextConfiguration(
                contentsOf: "\(scratch.path)/\(program.name).json", environment: [:])
            let model = try #require(models["\(scratch.path)/\(program.name).swift"])
            let check = SourceCheck([ProjectIndex.Module(name: AgreementProgram.module, files: [model])])
            return Judged(
                program: program, running: try #require(running[program.name]),
                checked: check.run(configuration, profiles: Set(configuration.profiles)))
        }
    }

    /// What the executable beside this test's says.
    private static func verdicts(in folder: String) throws -> [String: AgreementVerdict] {
        // A bundle is a folder on some platforms, and the test's executable itself on others.
        let bundle = Bundle(for: Anchor.self).bundleURL
        let places = [bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: AgreementProgram.module) }
        let process = Process()
        process.executableURL = places.first {
            FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
        }
        process.arguments = [folder]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let lines = data.split(separator: UInt8(ascii: "\n"))
        let list = try lines.map { try JSONDecoder().decode(AgreementVerdict.self, from: $0) }
        return Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
    }

    private final class Anchor {}

    private static func comment(_ judged: Judged) -> Comment {
        """
        seed \(seed), program \(judged.program.name) with \(judged.program.kinds.map(\.rawValue))
        the container: \(judged.running.faults.sorted())
        the checker: \(judged.told)
        \(judged.program.source)
        """
    }

    @Test("A sound program gets no complaint, and every injection point leads where the container says")
    func sound() throws {
        let sound = try Self.judged.get().filter { $0.program.kinds.isEmpty }
        #expect(sound.count >= 80)
        for judged in sound {
            let notes = judged.checked.notes.map(\.description)
            let complaints = (judged.checked.errors + judged.checked.warnings).map(\.description)
            #expect(judged.running.faults == [] && complaints == [] && notes == [], Self.comment(judged))
            #expect(judged.running.graph == Self.graph(judged.checked), Self.comment(judged))
        }
        let all = try Self.judged.get()
        let open = all.count { !$0.checked.notes.isEmpty }
        print("of \(all.count) random programs from seed \(Self.seed) \(open) leave something open")
    }

    @Test("One fault of each kind is told alike: code, injection point, candidates and suggestion")
    func single() throws {
        let single = try Self.judged.get().filter { $0.program.kinds.count == 1 }
        #expect(Set(single.flatMap(\.program.kinds)).count == FaultKind.allCases.count)
        for judged in single {
            #expect(judged.running.faults.contains { $0.code == judged.program.kinds[0].code }, Self.comment(judged))
            #expect(judged.running.faults.sorted() == judged.told, Self.comment(judged))
        }
    }

    @Test("Two faults of different kinds are told alike, as far as the container gets")
    func pairs() throws {
        let pairs = try Self.judged.get().filter { $0.program.kinds.count == 2 }
        #expect(pairs.count >= FaultKind.allCases.count * (FaultKind.allCases.count - 1) / 2)
        for judged in pairs {
            let codes = Set(judged.told.map(\.code))
            #expect(judged.program.kinds.allSatisfy { codes.contains($0.code) }, Self.comment(judged))
            #expect(judged.running.faults.sorted() == judged.toldFirst, Self.comment(judged))
        }
    }

    private static func graph(_ result: CheckResult) -> [String] {
        result.definitions.indices.flatMap { index -> [String] in
            let name = result.definitions[index].name
            return ["\(name) \(result.definitions[index].scope.name)"]
                + result.wiring.edges[index].map { edge in
                    "\(name).\(edge.property) \(edge.targets.map { result.definitions[$0].name })"
                }
        }
    }
}
