import SeededRandom

/// A random program with its configuration, and with the faults that were put into it.
package struct AgreementProgram: Sendable {
    /// The enum that all of its types stand in.
    package let name: String
    /// What is wrong with it.
    package let kinds: [FaultKind]
    /// Its source.
    package var source: String { draft.text }
    /// Its configuration.
    package private(set) var configuration: ProgramConfiguration
    private var draft: ProgramSource

    /// The module that all programs are compiled into.
    package static let module = "AgreementCorpus"

    /// The programs of a seed: sound ones, then each kind of fault alone, then each pair of kinds.
    /// - Parameters:
    ///   - seed: Where the random numbers start.
    ///   - rounds: How often all that is made.
    package static func all(seed: UInt64, rounds: Int) -> [AgreementProgram] {
        var plans: [[FaultKind]] = []
        for _ in 0..<rounds {
            plans += [[FaultKind]](repeating: [], count: 80)
            for kind in FaultKind.allCases { plans += [[kind], [kind]] }
            for (index, first) in FaultKind.allCases.enumerated() {
                plans += FaultKind.allCases[..<index].map { [$0, first] }
            }
        }
        return plans.enumerated().map { number, kinds in
            AgreementProgram(number: number, kinds: kinds, seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
        }
    }

    init(number: Int, kinds: [FaultKind], seed: UInt64) {
        name = "P\(String(10_000 + number).dropFirst())"
        self.kinds = kinds
        var random = SplitMix(seed: seed)
        var builder = ProgramBuilder(name: name, kinds: kinds, &random)
        for kind in kinds { builder.add(kind, &random) }
        draft = builder.source
        configuration = builder.configuration
    }
}

extension AgreementProgram {
    /// The sources of programs as so many files of one module.
    package static func files(_ programs: [AgreementProgram], count: Int) -> [String] {
        let size = (programs.count + count - 1) / count
        return (0..<count).map { number in
            let part = programs[min(number * size, programs.count)..<min((number + 1) * size, programs.count)]
            return "import IOC\n\n" + part.map(\.source).joined(separator: "\n")
        }
    }
}
