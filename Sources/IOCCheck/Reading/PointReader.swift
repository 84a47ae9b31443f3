import IOCModel
import IOCPlan
import IOCSource

/// A property with a value, as it is written.
struct SourceProperty: Sendable {
    var owner: String
    var property: String
    var location: SourceLocation
    var key: String
    /// The type, generic parameters replaced.
    var type: TypeSyntax
    /// The keys it is decoded from.
    var shape: PropertyShape
    var hasDefault: Bool
}

/// Reads a class's injection points and properties, superclasses first.
struct PointReader {
    /// The reading of one class.
    struct Reading {
        var points: [InjectionPointFacts] = []
        var properties: [SourceProperty] = []
        /// The parts left alone.
        var notes: [SourceDiagnostic] = []
        /// True if there are properties whose keys only the compiler knows.
        var readsMore = false
    }

    let graph: TypeGraph
    let types: WantedTypes

    /// The injection points of the class that a declaration promises.
    func read(_ declaration: Declaration) -> Reading {
        guard let promised = types[declaration.facts.type] else {
            var reading = Reading()
            reading.readsMore = true
            return reading
        }
        guard case .nominal(.declared(let number, let arguments)) = promised.form, graph.index.types[number].isClass
        else { return Reading() }
        return read(number, arguments)
    }

    /// The injection points of a class with given generic arguments.
    func read(_ number: Int, _ arguments: [TypeSyntax] = []) -> Reading {
        var reading = Reading()
        for (number, arguments) in graph.inheritanceChain(of: number, arguments) {
            let type = graph.index.types[number]
            let replacements = graph.replacements(number, arguments)
            for property in type.main.declaration.properties where !property.isStatic {
                if let wrapper = wrapper("Value", of: property, in: type) {
                    readValue(property, wrapper, type, replacements, &reading)
                }
                guard let wrapper = wrapper("Autowired", of: property, in: type) else { continue }
                let place = graph.index.location(property.position, file: type.main.file)
                let label = "\(type.simpleName).\(property.name)"
                func report(_ text: String) { reading.notes.append(.note(at: place, text)) }
                if let condition = property.condition {
                    report("\(label) is left alone: it exists only where '\(condition)' holds")
                    continue
                }
                guard let written = wrapper.type else {
                    report("\(label) is left alone: its type is not written out")
                    continue
                }
                let canonical = graph.index.canonical(written, in: type.scope(type.main))
                var (shape, element) = analyze(canonical.substituting(replacements), file: type.main.file)
                let wanted = graph.wanted(element, file: type.main.file)
                // A component may ask for its own context, which is no component.
                if shape == .one || shape == .optional, wanted.isContext(graph) { shape = .context }
                if case .parameterized = wanted.form {
                    report("\(label) is left alone: only instances tell what is \(wanted.written)")
                    continue
                }
                var point = InjectionPointFacts(
                    owner: type.simpleName, property: property.name, location: place, wanted: types.id(of: wanted),
                    shape: shape)
                point.qualifier = wrapper.key
                if !wrapper.isKeyKnown {
                    point.isQualifierKnown = false
                    report("the name that \(label) asks for is no plain string: left alone")
                }
                reading.points.append(point)
            }
        }
        return reading
    }

    private func readValue(
        _ property: PropertyDeclaration, _ wrapper: WrapperUse, _ type: DeclaredType,
        _ replacements: [String: TypeSyntax], _ reading: inout Reading
    ) {
        let place = graph.index.location(property.position, file: type.main.file)
        let label = "\(type.simpleName).\(property.name)"
        guard let key = wrapper.key, property.condition == nil else {
            let reason =
                property.condition.map { "it exists only where '\($0)' holds" } ?? "its key is no plain string"
            reading.notes.append(.note(at: place, "\(label) is left alone: \(reason)"))
            reading.readsMore = true
            return
        }
        let written = wrapper.type ?? wrapper.initial?.literalType
        let canonical = written.map { graph.index.canonical($0, in: type.scope(type.main)).substituting(replacements) }
        reading.properties.append(
            SourceProperty(
                owner: type.simpleName, property: property.name, location: place, key: key,
                type: canonical ?? .verbatim("a value"),
                shape: canonical.map { PropertyShape($0, file: type.main.file, graph) } ?? .anything,
                hasDefault: wrapper.initial != nil))
    }

    private func wrapper(_ name: String, of property: PropertyDeclaration, in type: DeclaredType) -> WrapperUse? {
        let scope = type.scope(type.main)
        return WrapperUse(property) { written in
            guard case .named(let components) = graph.index.canonical(written, in: scope) else { return false }
            // The project's own wrapper of that name is none of the container's.
            return graph.isContainers(name, components, file: scope.file)
        }
    }

    // To add a shape of property: its spelling.

    /// The meaning of a type.
    private func analyze(_ type: TypeSyntax, file: Int) -> (shape: InjectionShape, element: TypeSyntax) {
        func nested(_ inner: TypeSyntax, _ shape: (InjectionShape) -> InjectionShape) -> (InjectionShape, TypeSyntax) {
            let found = analyze(inner, file: file)
            return (shape(found.shape), found.element)
        }
        switch type.withoutAttributes {
        case .optional(let wrapped): return nested(wrapped, \.optional)
        case .array(let element): return nested(element, \.list)
        case .dictionary(let key, let value) where key == .name("String"): return nested(value, \.byName)
        case .named(let components):
            guard let value = components.last?.arguments.first, graph.isContainers("Provider", components, file: file)
            else { return (.one, type) }
            return nested(value, \.provider)
        default: return (.one, type)
        }
    }
}

extension ExpressionSyntax {
    /// The type of a literal where nothing else says one.
    var literalType: TypeSyntax? {
        switch form {
        case .string: .name("String")
        case .integer: .name("Int")
        case .number: .name("Double")
        case .boolean: .name("Bool")
        default: nil
        }
    }
}

extension WantedType {
    /// Returns true if it is the container's own class of contexts.
    fileprivate func isContext(_ graph: TypeGraph) -> Bool {
        if case .nominal(let key) = form { graph.isContainers("ApplicationContext", key) } else { false }
    }
}
