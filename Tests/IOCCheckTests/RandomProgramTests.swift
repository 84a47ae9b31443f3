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
    "The checker and the container agree on random programs", .serialized, .timeLimit(.minutes(30)),
    .whereFieldsAreRead)
struct RandomProgramTests {
    /// One program with both verdicts.
    private struct Judged: Sendable {
        let program: AgreementProgram
        let running: AgreementVerdict
        let checked: CheckResult
        /// What is told where the sources of the other package aren't given.
        let alone: CheckResult?
        /// What the checker explains.
        let explanations: [String]

        /// Whether the checker left nothing open.
        var isKnown: Bool { checked.notes.isEmpty }

        /// Everything that the checker tells.
        var told: [AgreementVerdict.Fault] { checked.faults.map { Self.told($0) }.sorted() }

        /// What the container tells of it, as it goes no further than the first stage that finds something.
        var toldFirst: [AgreementVerdict.Fault] {
            let first = checked.faults.map(stage).min() ?? .assemblies
            return checked.faults.filter { fault in
                stage(fault) == first || first == .names && Self.isToldByWiring(fault)
            }.map { Self.told($0) }.sorted()
        }

        /// How far a boot gets before it tells a fault.
        private enum Stage: Int, Comparable {
            case assemblies, names, points, making, lazy

            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }

        private func stage(_ fault: IOCError.Fault) -> Stage {
            switch fault.code {
            case .assemblyUnknown, .classIsNoAssembly: return .assemblies
            case .propertyUnread: return .making
            case .cycleForbidden: return .points
            default: break
            }
            if Self.isToldByWiring(fault) || fault.point?.isParameter == true { return .points }
            guard let point = fault.point else { return .names }
            let name = fault.path.last
            let found = checked.definitions.first { name == nil ? $0.simpleName == point.owner : $0.name == name }
            // Names that properties ask for are known once an instance is made.
            guard let owner = found else { return .points }
            guard owner.scope == .singleton, !owner.needsArguments else { return .lazy }
            return isConstructed(owner.simpleName) ? .making : .points
        }

        /// True if nothing is wrong that is known before a component's initializer is called.
        var isToldWhileMaking: Bool { checked.faults.map(stage).min() == .making }

        /// True if the initializer of a type is passed something, so that boot makes it only once all else is right.
        private func isConstructed(_ name: String) -> Bool {
            let lines = (program.source + (program.library ?? "")).split(separator: "\n")
            guard
                let start = lines.firstIndex(where: { line in
                    ["class", "struct", "actor"].contains {
                        line.contains("\($0) \(name):") || line.contains("\($0) \(name) {")
                    }
                })
            else { return false }
            let isAnnotated = lines[max(0, start - 1)...start].contains { $0.contains("@Component") }
            let body = lines[(start + 1)...].prefix { $0 != "    }" }
            // The annotation writes a constructor where there is something to pass.
            let isPassed = body.contains { line in
                let isConstant = line.contains(#/^ *(@Injected\(.*\) )?let /#) && !line.contains(" = ")
                return isConstant || line.contains("init(") && !line.contains("init()")
            }
            return isAnnotated && isPassed
                || body.contains { $0.contains("var constructor") || $0.contains("let constructor") }
        }

        /// Whether a fault shows without an instance that tells the names its properties ask for.
        private static func isToldByWiring(_ fault: IOCError.Fault) -> Bool {
            switch fault.code {
            case .dependencyMissing, .dependencyCaptive, .constructionCycle: true
            default: fault.point.map { $0.isParameter && $0.shape != .property } ?? false
            }
        }

        private static func told(_ fault: IOCError.Fault) -> AgreementVerdict.Fault {
            AgreementVerdict.Fault(
                code: fault.code.rawValue, point: fault.point?.label, candidates: fault.candidates,
                suggestion: fault.suggestion)
        }
    }

    private static let seed = UInt64(ProcessInfo.processInfo.environment["IOC_AGREEMENT_SEED"] ?? "") ?? 1
    /// A sample of the pairs of faults is tried unless a number of rounds is given.
    private static let rounds = Int(ProcessInfo.processInfo.environment["IOC_AGREEMENT_ROUNDS"] ?? "") ?? 0

    private static let judged = Result<[Judged], any Error> {
        let programs = AgreementProgram.all(seed: seed, rounds: rounds)
        let scratch = try Scratch()
        let encoder = JSONEncoder()
        for program in programs {
            for (path, module) in parts(of: program) {
                try scratch.write(path, AgreementProgram.files([program], of: module, count: 1)[0])
            }
            let text = String(decoding: try encoder.encode(program.configuration), as: UTF8.self)
            try scratch.write("\(program.name).json", text)
        }
        let running = try verdicts(in: scratch.path)
        let sources = try SourceLoader().load(programs.flatMap(parts).map { "\(scratch.path)/\($0.path)" })
        try #require(sources.diagnostics.isEmpty)
        let models = Dictionary(sources.files.map { ($0.path, $0) }) { first, _ in first }
        return try programs.map { program in
            let configuration = try ContextConfiguration(
                contentsOf: "\(scratch.path)/\(program.name).json", environment: [:])
            let modules = try parts(of: program).map { path, module in
                ProjectIndex.Module(name: module, files: [try #require(models["\(scratch.path)/\(path)"])])
            }
            let profiles = Set(configuration.profiles)
            let checked = SourceCheck(modules).run(configuration, profiles: profiles)
            let explainer = checked.explainer(configuration)
            return Judged(
                program: program, running: try #require(running[program.name]), checked: checked,
                alone: modules.count > 1
                    ? SourceCheck([modules[0]]).run(configuration, profiles: profiles) : nil,
                explanations: AgreementVerdict.explanations(of: explainer.subjects) { subject, other in
                    try? explainer.explanation(of: subject, whyNot: other).facts.map { ($0.label, $0.text) }
                })
        }
    }

    /// The file of a program and that of its library, each with its module.
    private static func parts(of program: AgreementProgram) -> [(path: String, module: String)] {
        [("\(program.name).swift", AgreementProgram.module)]
            + (program.library == nil ? [] : [("library/\(program.name).swift", AgreementProgram.libraryModule)])
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
        the checker: \(judged.told), and \(judged.checked.notes.map(\.description))
        \(judged.program.configuration)
        \(judged.program.source)
        \(judged.program.library ?? "")
        """
    }

    @Test("A sound program gets no complaint, and every injection point leads where the container says")
    func sound() throws {
        let sound = try Self.judged.get().filter { $0.program.kinds.isEmpty }
        #expect(sound.count >= 80)
        for judged in sound {
            let complaints = (judged.checked.errors + judged.checked.warnings).map(\.description)
            #expect(judged.running.faults == [] && complaints == [], Self.comment(judged))
            if judged.isKnown { #expect(judged.running.graph == Self.graph(judged.checked), Self.comment(judged)) }
        }
    }

    @Test("Every component, injection point and property is explained alike, with another one that it is not")
    func explained() throws {
        let sound = try Self.judged.get().filter { $0.program.kinds.isEmpty && $0.isKnown }
        for judged in sound { #expect(judged.running.explanations == judged.explanations, Self.comment(judged)) }
        let told = sound.flatMap(\.running.explanations)
        for part in ["in, as ", "because ", "why not ", "used by ", "reads ", "from ", "without "] {
            #expect(told.contains { $0.contains(part) }, "\(part) is in no explanation")
        }
    }

    @Test("One fault of each kind is told alike: code, injection point, candidates and suggestion")
    func single() throws {
        let single = try Self.judged.get().filter { $0.program.kinds.count == 1 }
        #expect(Set(single.flatMap(\.program.kinds)).count == FaultKind.allCases.count)
        for judged in single {
            #expect(judged.running.faults.contains { $0.code == judged.program.kinds[0].code }, Self.comment(judged))
            Self.expect(judged.told, in: judged)
        }
    }

    @Test("Two faults of different kinds are told alike, as far as the container gets")
    func pairs() throws {
        let pairs = try Self.judged.get().filter { $0.program.kinds.count == 2 }
        #expect(Set(pairs.flatMap(\.program.kinds)).count == FaultKind.allCases.count)
        let every = FaultKind.allCases.count * (FaultKind.allCases.count - 1) / 2
        #expect(pairs.count >= (Self.rounds > 0 ? every : every / 6))
        for judged in pairs where judged.isKnown {
            let codes = Set(judged.told.map(\.code))
            #expect(judged.program.kinds.allSatisfy { codes.contains($0.code) }, Self.comment(judged))
            Self.expect(judged.toldFirst, in: judged)
        }
    }

    @Test("Only what a condition of a protocol's extension decides is left open")
    func open() throws {
        let all = try Self.judged.get()
        for judged in all {
            let isConditional = (judged.program.source + (judged.program.library ?? "")).contains(" where Self: ")
            #expect(judged.isKnown || isConditional, Self.comment(judged))
        }
        let open = all.count { !$0.isKnown }
        let spread = all.compactMap(\.alone)
        #expect(spread.count > all.count / 3)
        let openAlone = spread.count { !$0.notes.isEmpty }
        print(
            """
            of \(all.count) random programs from seed \(Self.seed), \(spread.count) of them in two packages, \(open) leave \
            something open; where the library's sources are not given, \(openAlone) do
            """)
    }

    @Test("Where a library's sources are not given, nothing is told that they would disprove")
    func alone() throws {
        for judged in try Self.judged.get() where judged.isKnown {
            guard let alone = judged.alone else { continue }
            let known = Set(judged.told.map { "\($0.code) \($0.point ?? "")" })
            let told = alone.faults.map { "\($0.code.rawValue) \($0.point?.label ?? "")" }
            #expect(known.isSuperset(of: told), "\(told)\n\(Self.comment(judged))")
        }
    }

    /// Expects the container to say the same; where something is open, not less.
    private static func expect(_ told: [AgreementVerdict.Fault], in judged: Judged) {
        var (running, told) = (judged.running.faults.sorted(), told)
        // Suggestions come from all programs in the one case, from a single one in the other.
        let number = judged.program.name.dropFirst()
        if running.contains(where: { $0.suggestion?.contains(number) == false }) {
            for index in running.indices { running[index].suggestion = nil }
            for index in told.indices { told[index].suggestion = nil }
        }
        // A circle that only an instance closes is told once one is made, so a boot that fails before tells fewer.
        let circles = running.count { $0.code == "cycle-forbidden" }
        while circles > 0, told.count(where: { $0.code == "cycle-forbidden" }) > circles,
            let index = told.lastIndex(where: { $0.code == "cycle-forbidden" })
        { told.remove(at: index) }
        if told.isEmpty == running.isEmpty, judged.isToldWhileMaking {
            // A component that depends on one that can't be made is not tried.
            #expect(Set(told).isSuperset(of: running), comment(judged))
        } else if judged.isKnown {
            #expect(running.sorted() == told.sorted(), comment(judged))
        } else {
            #expect(Set(running).isSuperset(of: told), comment(judged))
        }
    }

    private static func graph(_ result: CheckResult) -> [String] {
        result.graph().components.flatMap { component in
            ["\(component.name) \(component.scope)"]
                + component.dependencies.compactMap { dependency in
                    dependency.property.map { property in
                        let reason = dependency.reason
                        let others = reason?.others.map { "\($0.component) \($0.lacks)" } ?? []
                        return "\(component.name).\(property) \(dependency.targets) \(reason?.because ?? "") \(others)"
                    }
                }
        }
    }
}
