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

    package init(name: String, faults: [Fault], graph: [String]) {
        self.name = name
        self.faults = faults
        self.graph = graph
    }
}
