/// An emitter of the class that stores the values of one call. Functions that would create too many values in place use
/// this class.
struct GraphObjectEmitter {
    private let functions: FunctionEmitter
    private let members: [Int]

    private var analysis: Analysis { functions.analysis }
    private var resolution: Resolution { functions.analysis.resolution }

    init(_ functions: FunctionEmitter, roots: [Int]) {
        self.functions = functions
        let nodes = functions.analysis.resolution.nodes
        var visited = Set(roots)
        var queue = roots
        while let next = queue.popLast() {
            for target in nodes[next].targets where visited.insert(target).inserted { queue.append(target) }
        }
        members = visited.filter { nodes[$0].maker.form != .injection }.sorted()
    }

    /// Returns true if a function can use the class: neither the function nor its resolver is generic, the resolver is
    /// not an actor, and all calls have the isolation of the resolver and no condition.
    static func isPossible(for root: Int, _ analysis: Analysis) -> Bool {
        let summary = analysis.summaries[root]
        let resolver = analysis.resolution.resolver
        let isolation = summary.isolation ?? resolver.isolation
        return analysis.resolution.nodes[root].maker.generics.isEmpty && !resolver.isActor
            && resolver.type.genericNames.isEmpty && summary.conditions.isEmpty && summary.availability.isEmpty
            && summary.isolation == nil && summary.actors.allSatisfy { $0 == isolation }
    }

    private static func className(_ analysis: Analysis) -> String {
        analysis.resolution.resolver.type.path.joined() + "Graph"
    }

    /// Writes the statements of a function that uses the class.
    static func emitUse(of root: Int, _ functions: FunctionEmitter, object: String?, into code: inout CodeText) {
        let analysis = functions.analysis
        let summary = analysis.summaries[root]
        code.line("let graph = \(className(analysis))(self)")
        for parameter in summary.parameters {
            let name = Names.escaped(analysis.resolution.parameters[parameter].name)
            code.line("graph.parameter\(parameter) = \(name)")
        }
        let marks = (summary.effects.doesThrow ? "try " : "") + (summary.effects.isAsync ? "await " : "")
        if let object {
            let value = functions.construction(root) { Self.value($0, owner: "graph.") }
            code.line("\(object).dependency = \(marks)\(value)")
        } else {
            code.line("return \(marks)graph.make\(root)()")
        }
    }

    private static func value(_ binding: Resolution.Binding, owner: String) -> String? {
        switch binding {
        case .node(let target): "\(owner)make\(target)()"
        case .parameter(let parameter): "\(owner)parameter\(parameter)!"
        case .omitted: nil
        }
    }

    func emit(into code: inout CodeText) {
        let resolver = resolution.resolver
        let name = resolver.type.name
        let isGeneric = resolver.type.isProtocol
        let isolation = resolver.isolation.map { "@\($0) " } ?? ""
        code.line()
        code.line("/// The values that one call of a `resolve…` method has created so far.")
        code.line("\(isolation)private final class \(Self.className(analysis))\(isGeneric ? "<R: \(name)>" : "") {")
        code.indented { code in
            code.line("private let resolver: \(isGeneric ? "R" : name)")
            let parameters = Set(members.flatMap { analysis.summaries[$0].parameters }).sorted()
            for parameter in parameters {
                let type = resolution.parameters[parameter].type
                code.line("var parameter\(parameter): (\(type))?")
            }
            for member in members {
                code.line("private var made\(member): (\(resolution.nodes[member].maker.type))?")
            }
            code.line()
            code.line("init(_ resolver: \(isGeneric ? "R" : name)) {")
            code.indented { $0.line("self.resolver = resolver") }
            code.line("}")
            for member in members { emit(member, into: &code) }
        }
        code.line("}")
    }

    private func emit(_ member: Int, into code: inout CodeText) {
        let summary = analysis.summaries[member]
        let type = resolution.nodes[member].maker.type
        let marks = (summary.effects.doesThrow ? "try " : "") + (summary.effects.isAsync ? "await " : "")
        let value = functions.construction(member) { Self.value($0, owner: "") }
        let isProvided = if case .provider = resolution.nodes[member].maker.form { true } else { false }
        code.line()
        code.line("func make\(member)()\(summary.effects.signature) -> \(type) {")
        code.indented { code in
            code.line("if let made\(member) { return made\(member) }")
            code.line("let made: \(type) = \(marks)\(isProvided ? "resolver." : "")\(value)")
            code.line("made\(member) = made")
            code.line("return made")
        }
        code.line("}")
    }
}
