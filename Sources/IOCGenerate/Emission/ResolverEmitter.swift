/// An emitter of the extension of one resolver.
struct ResolverEmitter {
    /// The largest number of nodes that one body creates in place. A function with more nodes uses a graph object if it
    /// can (see ``GraphObjectEmitter``). So the size of the code grows with the number of nodes, not with its square.
    static let defaultLimit = 64

    private let analysis: Analysis
    private let index: ProjectIndex
    private let limit: Int
    private let functions: FunctionEmitter
    private let names: [Int: String]
    private let typeNames: Set<String>

    private var resolution: Resolution { analysis.resolution }
    private var resolver: ResolverDeclaration { resolution.resolver }

    init(_ analysis: Analysis, index: ProjectIndex, limit: Int) {
        self.analysis = analysis
        self.index = index
        self.limit = limit
        names = MethodNames.names(for: analysis)
        typeNames = Set(index.types.compactMap(\.path.first))
        functions = FunctionEmitter(analysis, methodNames: names)
    }

    /// The files whose imports the code may need.
    var files: Set<Int> {
        var files = Set(resolver.type.declarations.map(\.file))
        for node in resolution.nodes {
            files.formUnion(node.maker.otherFiles.union([node.maker.file]))
            // One file declares all arguments of a maker.
            if let argument = node.maker.arguments.first { files.insert(argument.file) }
        }
        return files
    }

    /// The files that use a type which the sources don't declare, if a public or package signature of the code mentions
    /// this type.
    var publicFiles: Set<Int> {
        var files: Set<Int> = []
        for (root, node) in resolution.nodes.enumerated() where node.isRoot && access(of: root) >= .package {
            if mentionsForeign(node.maker.type, file: node.maker.file) { files.insert(node.maker.file) }
            for parameter in analysis.summaries[root].parameters {
                let file = resolution.parameterOrigins[parameter].file
                if mentionsForeign(resolution.parameters[parameter].type, file: file) { files.insert(file) }
            }
        }
        return files
    }

    private func mentionsForeign(_ type: TypeSyntax, file: Int) -> Bool {
        var isForeign = false
        _ = type.mapped { part in
            if case .named = part, index.type(named: part, file: file) == nil,
                !Self.standard.contains(part.withoutArguments.description)
            {
                isForeign = true
            }
            return part
        }
        return isForeign
    }

    /// The types that need no import.
    private static let standard: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
        "Bool", "String", "Character", "Substring", "Any", "AnyObject", "Error", "Never", "Set", "Range", "ClosedRange",
        "Result", "Sendable", "Duration",
    ]

    /// Writes the code.
    func emit(into code: inout CodeText) {
        let roots = resolution.nodes.indices.filter { resolution.nodes[$0].isRoot }
            .sorted { (names[$0] ?? "") < (names[$1] ?? "") }
        guard !roots.isEmpty else { return }
        var large: [Int] = []
        let conditions = resolver.type.condition.map { [$0] } ?? []
        code.line()
        code.conditional(conditions) { code in
            code.line("extension \(resolver.type.name) {")
            code.indented { code in
                for (position, root) in roots.enumerated() {
                    if position > 0 { code.line() }
                    let inner = analysis.summaries[root].conditions.filter { !conditions.contains($0) }
                    code.conditional(inner) { code in
                        if emit(root, into: &code) { large.append(root) }
                    }
                }
            }
            code.line("}")
            if !large.isEmpty {
                GraphObjectEmitter(functions, roots: large).emit(into: &code)
            }
        }
    }

    /// Writes one function.
    ///
    /// - Returns: True if the function uses the graph object.
    private func emit(_ root: Int, into code: inout CodeText) -> Bool {
        let steps = functions.steps(for: root, limit: limit)
        let useObject = steps == nil && GraphObjectEmitter.isPossible(for: root, analysis)
        for line in analysis.summaries[root].availability { code.line(line) }
        let parameters = analysis.summaries[root].parameters
        var names = Names(taken: Set(parameters.map { resolution.parameters[$0].name }), reserved: typeNames)
        let node = resolution.nodes[root]
        var object: String?
        if node.maker.form == .injection {
            object = Names.escaped(names.unique(node.maker.type.localName))
        }
        code.line(signature(root, object: object) + " {")
        let parameterNames = Dictionary(
            uniqueKeysWithValues: parameters.map { ($0, Names.escaped(resolution.parameters[$0].name)) })
        code.indented { code in
            if useObject {
                GraphObjectEmitter.emitUse(of: root, functions, object: object, into: &code)
                return
            }
            let all = steps ?? functions.steps(for: root, limit: .max) ?? []
            let lines = functions.body(
                of: root, steps: all, parameterNames: parameterNames, object: object, names: names)
            for line in lines { code.line(line) }
        }
        code.line("}")
        return useObject
    }

    private func signature(_ root: Int, object: String?) -> String {
        let maker = resolution.nodes[root].maker
        let summary = analysis.summaries[root]
        var list = object.map { ["_ \($0): \(maker.type)"] } ?? []
        list += summary.parameters.map { number in
            let parameter = resolution.parameters[number]
            return "\(Names.label(parameter.name)): \(parameter.type.isFunction ? "@escaping " : "")\(parameter.type)"
        }
        let generics = maker.generics.isEmpty ? "" : "<\(maker.generics.map(\.text).joined(separator: ", "))>"
        let isolation = summary.isolation.map { "@\($0) " } ?? ""
        let result = object == nil ? " -> \(maker.type)" : ""
        let requirement = maker.generics.isEmpty ? nil : maker.genericWhereClause
        return isolation + access(of: root).modifier + "func \(names[root] ?? "")\(generics)"
            + "(\(list.joined(separator: ", ")))\(summary.effects.signature)\(result)"
            + (requirement.map { " where \($0)" } ?? "")
    }

    private func access(of root: Int) -> AccessLevel {
        let maker = resolution.nodes[root].maker
        let parameters = analysis.summaries[root].parameters.map { resolution.parameters[$0].type }
        let types = (parameters + [maker.type]).map { index.access(of: $0, file: maker.file) }
        return ([resolver.type.access, maker.access] + types).min() ?? .internal
    }
}

/// The names of the `resolve…` and `injectTo…` methods.
enum MethodNames {
    static func names(for analysis: Analysis) -> [Int: String] {
        let nodes = analysis.resolution.nodes
        let roots = nodes.indices.filter { nodes[$0].isRoot }
        var names: [Int: String] = [:]
        for root in roots { names[root] = name(nodes[root].maker, separator: "") }
        // Methods with the same name get longer names. A provider's method is named after the provider, and any other
        // method after the whole path of its type.
        for group in clashes(names, nodes) {
            for root in group {
                let maker = nodes[root].maker
                if case .provider(let method) = maker.form {
                    names[root] = "resolve" + method.dropFirst("provide".count)
                } else {
                    names[root] = name(maker, separator: "_")
                }
            }
        }
        for group in clashes(names, nodes) {
            for (position, root) in group.sorted().enumerated() where position > 0 {
                names[root, default: ""] += "\(position + 1)"
            }
        }
        return names
    }

    private static func clashes(_ names: [Int: String], _ nodes: [Resolution.Node]) -> [[Int]] {
        // Methods that inject into objects can have the same name, because they differ in the type of their first
        // parameter.
        let roots = names.keys.filter { nodes[$0].maker.form != .injection }.sorted()
        return Dictionary(grouping: roots) { names[$0] ?? "" }.values.filter { $0.count > 1 }
    }

    private static func name(_ maker: Maker, separator: String) -> String {
        if case .provider(let method) = maker.form {
            let type = plainName(maker.type).map { $0.joined() }
            return "resolve" + (type ?? String(method.dropFirst("provide".count)))
        }
        let path = (plainName(maker.type.withoutArguments) ?? []).joined(separator: separator)
        return (maker.form == .injection ? "injectTo" : "resolve") + path
    }

    /// Returns the path of a type's name; nil if the type is not a plain name, with or without `any`.
    private static func plainName(_ type: TypeSyntax) -> [String]? {
        switch type {
        case .named(let components) where components.allSatisfy { $0.arguments.isEmpty }: components.map(\.name)
        case .any(let base): plainName(base)
        default: nil
        }
    }
}
