import SeededRandom

/// A random program with its configuration, and with the faults that were put into it.
package struct AgreementProgram: Sendable {
    /// The enum that all of its types stand in.
    package let name: String
    /// What is wrong with it.
    package let kinds: [FaultKind]
    /// Its source.
    package var source: String { spread.program }
    /// The source of the library that it uses; nil where all is in one package.
    package var library: String? { spread.library }
    /// Its configuration.
    package var configuration: ProgramConfiguration { spread.configuration }
    private let spread: ProgramSpread

    /// The module that all programs are compiled into.
    package static let module = "AgreementCorpus"
    /// The module that all of their libraries are compiled into.
    package static var libraryModule: String { ProgramSpread.module }

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
        builder.construct(&random)
        // Every other one is spread over two packages.
        let share = number.isMultiple(of: 2) ? 0 : random.pick([15, 30, 50])
        spread = ProgramSpread(builder.source, builder.configuration, share: share, &random)
    }
}

extension AgreementProgram {
    /// The sources of programs, or those of their libraries, as so many files of one module.
    package static func files(_ programs: [AgreementProgram], of module: String = module, count: Int) -> [String] {
        let size = (programs.count + count - 1) / count
        return (0..<count).map { number in
            let part = programs[min(number * size, programs.count)..<min((number + 1) * size, programs.count)]
            if module == libraryModule {
                return "public import IOC\n\n" + part.compactMap(\.library).joined(separator: "\n")
            }
            let imported = part.contains { $0.library != nil } ? "import \(libraryModule)\n" : ""
            return "\(imported)import IOC\n\n" + part.map(\.source).joined(separator: "\n")
        }
    }
}
