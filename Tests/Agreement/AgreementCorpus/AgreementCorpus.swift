import AgreementPrograms
import FoundationEssentials
import IOC

/// Boots every program of the corpus and prints what the container says of each, a line of JSON a program:
/// `AgreementCorpus DIRECTORY`, where the directory has the programs' configurations.
@main
enum AgreementCorpus {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { throw UsageError() }
        let folder = CommandLine.arguments[1]
        let encoder = JSONEncoder()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".json") {
            let verdict = verdict(on: String(file.dropLast(5)), at: "\(folder)/\(file)")
            print(String(decoding: try encoder.encode(verdict), as: UTF8.self))
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: AgreementCorpus DIRECTORY"
    }

    private static func verdict(on name: String, at path: String) -> AgreementVerdict {
        do {
            let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            let context = try ApplicationContext(configuration)
            let faults = lateFaults(context)
            let explainer = context.explainer
            let explanations = AgreementVerdict.explanations(of: explainer.subjects) { subject, other in
                try? explainer.explanation(of: subject, whyNot: other).facts.map { ($0.label, $0.text) }
            }
            return AgreementVerdict(name: name, faults: faults, graph: graph(context), explanations: explanations)
        } catch let error as IOCError {
            return AgreementVerdict(name: name, faults: told(error), graph: [])
        } catch {
            let fault = AgreementVerdict.Fault(code: "\(error)", point: nil, candidates: [], suggestion: nil)
            return AgreementVerdict(name: name, faults: [fault], graph: [])
        }
    }

    /// What is wrong with components that boot does not make.
    private static func lateFaults(_ context: ApplicationContext) -> [AgreementVerdict.Fault] {
        context.graph.components.flatMap { component in
            do {
                _ = try withRequestScope { try context.component(named: component.name, as: Any.self) }
                return [AgreementVerdict.Fault]()
            } catch let error as IOCError {
                // A lookup without arguments, or of what is only promised as a protocol, is this loop's own fault.
                return told(error).filter { $0.point != nil }
            } catch {
                return []
            }
        }
    }

    private static func told(_ error: IOCError) -> [AgreementVerdict.Fault] {
        error.faults.map { fault in
            AgreementVerdict.Fault(
                code: fault.code.rawValue, point: fault.injectionPoint, candidates: fault.candidates,
                suggestion: fault.suggestion)
        }
    }

    private static func graph(_ context: ApplicationContext) -> [String] {
        context.graph.components.flatMap { component in
            ["\(component.name) \(component.scope)"]
                + component.dependencies.filter { !$0.isOpen }.compactMap { dependency in
                    dependency.property.map { property in
                        let reason = dependency.reason
                        let others = reason?.others.map { "\($0.component) \($0.lacks)" } ?? []
                        return "\(component.name).\(property) \(dependency.targets) \(reason?.because ?? "") \(others)"
                    }
                }
        }
    }
}
