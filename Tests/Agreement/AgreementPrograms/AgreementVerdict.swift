/// What a running container says of one program, to be sent from the process that has it.
package struct AgreementVerdict: Codable, Equatable, Sendable {
    /// What is said of one fault.
    package struct Fault: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
        package var code: String
        package var point: String?
        package var candidates: [String]
        package var suggestion: String?

        package init(code: String, point: String?, candidates: [String], suggestion: String?) {
            self.code = code
            self.point = point
            self.candidates = candidates
            self.suggestion = suggestion
        }

        package var description: String { "\(code) \(point ?? "-") \(candidates) \(suggestion ?? "")" }

        package static func < (left: Fault, right: Fault) -> Bool { left.description < right.description }
    }

    /// The program.
    package var name: String
    /// What was thrown, by the boot or where a component was made that boot does not make.
    package var faults: [Fault]
    /// The components with their scopes, and where their properties lead; empty where boot failed.
    package var graph: [String]
    /// Why each of them is as it is; empty where boot failed.
    package var explanations: [String]

    package init(name: String, faults: [Fault], graph: [String], explanations: [String] = []) {
        self.name = name
        self.faults = faults
        self.graph = graph
        self.explanations = explanations
    }

    /// The explanations of some subjects, each beside another one, as far as sources and a running program can tell the same.
    ///
    /// A program has no places of its sources, and the spelling of types is the runtime's; sources have no values, and no lookups
    /// that somebody has seen.
    /// - Parameter explain: Gives the facts of a subject's explanation; nil where there is none.
    package static func explanations(
        of subjects: [String], explain: (_ subject: String, _ other: String) -> [(label: String, text: String)]?
    ) -> [String] {
        subjects.enumerated().map { number, subject in
            let facts = explain(subject, subjects[(number * 7 + 3) % subjects.count]) ?? []
            return "\(subject): "
                + facts.filter { $0.label != "declared" && !$0.text.contains("(looked up)") }
                .map { "\($0.label) \(common($0.label, $0.text))" }.joined(separator: "; ")
        }
    }

    private static func common(_ label: String, _ text: String) -> String {
        switch label {
        case "why not" where text.contains(" does not fit "): "\(text.prefix { $0 != ":" }): does not fit"
        case "used by", "reads", "why not": String(text.prefix { $0 != "(" && $0 != "=" })
        default: text
        }
    }
}
