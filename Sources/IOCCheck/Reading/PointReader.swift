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
    /// True for a parameter of the initializer.
    var isParameter = false
}

/// Reads a component's injection points and properties: those of its class, superclasses first, then the parameters of its
/// initializer.
struct PointReader {
    /// The reading of one class.
    struct Reading {
        var points: [InjectionPointFacts] = []
        var properties: [SourceProperty] = []
        /// The parts left alone.
        var notes: [SourceDiagnostic] = []
        /// The fault of the `constructor`.
        var mismatch: Fault?
        /// True if there are properties whose keys only the compiler knows.
        var readsMore = false
    }

    let graph: TypeGraph
    let types: WantedTypes

    /// The injection points of the class that a declaration promises.
    /// - Parameter definitions: The definitions of assemblies, by the numbers that declarations have of them.
    func read(_ declaration: Declaration, _ definitions: [SourceDefinition]) -> Reading {
        guard let promised = types[declaration.facts.type] else {
            var reading = Reading()
            reading.readsMore = true
            return reading
        }
        guard case .nominal(.declared(let number, let arguments)) = promised.form else { return Reading() }
        var reading = graph.index.types[number].isClass ? read(number, arguments) : Reading()
        let isMadeByType =
            if case .definition(let definition) = declaration.subject { definitions[definition].isMadeByType } else {
                true
            }
        if isMadeByType { readParameters(of: number, declaration.facts, &reading) }
        return reading
    }

    /// The wrapped properties of a class with given generic arguments.
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
                var asker = asker(property, type)
                guard isCertain(property, asker, &reading) else { continue }
                guard let written = wrapper.type else {
                    reading.notes.append(asker.note("is left alone: its type is not written out"))
                    continue
                }
                asker.isNameKnown = wrapper.isKeyKnown
                let canonical = graph.index.canonical(written, in: type.scope(type.main))
                add(canonical.substituting(replacements), asker, named: wrapper.key, &reading)
            }
        }
        return reading
    }

    /// Reads what the initializer of a component is passed.
    private func readParameters(of number: Int, _ facts: DefinitionFacts, _ reading: inout Reading) {
        let owner = graph.index.types[number].simpleName
        switch ConstructorReader(graph: graph).constructor(of: number) {
        case .refused: reading.readsMore = true
        case .open(let reason, let place):
            reading.notes.append(.note(at: place, "what makes \(owner) is left alone: \(reason)"))
            reading.readsMore = true
        case .known(let parameters, let other):
            // One that makes a superclass's instances shows when it is called, which boot does for singletons.
            if let other,
                facts.scope.isEager
                    || !graph.inheritanceChain(of: number).contains(where: { $0.number == other.number })
            {
                reading.mismatch = Fault(
                    .constructorMismatch(
                        name: graph.index.types[number].qualifiedName,
                        product: graph.index.types[other.number].qualifiedName),
                    at: .source(other.location))
            }
            for parameter in parameters {
                var asker = Asker(
                    owner: owner, name: parameter.name, place: parameter.location, file: parameter.file,
                    isParameter: true)
                switch parameter.request {
                case .component(let name): add(parameter.type, asker, named: name, &reading)
                case .componentOfUnreadName:
                    asker.isNameKnown = false
                    add(parameter.type, asker, named: nil, &reading)
                case .setting(let key, let hasDefault):
                    add(followed(parameter), asker, key: key, hasDefault: hasDefault, &reading)
                case .unread:
                    reading.notes.append(asker.note("is left alone: its key is no plain string"))
                    reading.readsMore = true
                }
            }
        }
    }

    /// The type of a setting's value, which a parameter may follow.
    private func followed(_ parameter: SourceParameter) -> TypeSyntax {
        guard case .named(let components) = parameter.type.withoutAttributes,
            let value = components.last?.arguments.first,
            graph.isContainers("Live", components, file: parameter.file)
        else { return parameter.type }
        return value
    }

    /// The asking property or parameter.
    private struct Asker {
        var owner: String
        var name: String
        var place: SourceLocation
        /// The number of the file that the type is written in.
        var file: Int
        var isParameter = false
        var isNameKnown = true

        private var label: String { isParameter ? "\(owner).init(\(name):)" : "\(owner).\(name)" }

        func note(_ text: String) -> SourceDiagnostic { .note(at: place, "\(label) \(text)") }

        var unreadName: SourceDiagnostic {
            .note(at: place, "the name that \(label) asks for is no plain string: left alone")
        }
    }

    private func asker(_ property: PropertyDeclaration, _ type: DeclaredType) -> Asker {
        Asker(
            owner: type.simpleName, name: property.name,
            place: graph.index.location(property.position, file: type.main.file), file: type.main.file)
    }

    /// Returns true if no condition decides whether a property is there; else leaves a note.
    private func isCertain(_ property: PropertyDeclaration, _ asker: Asker, _ reading: inout Reading) -> Bool {
        guard let condition = property.condition else { return true }
        reading.notes.append(asker.note("is left alone: it exists only where '\(condition)' holds"))
        return false
    }

    /// Adds an injection point.
    private func add(_ type: TypeSyntax, _ asker: Asker, named name: String?, _ reading: inout Reading) {
        var (shape, element) = analyze(type, file: asker.file)
        let wanted = graph.wanted(element, file: asker.file)
        // A component may ask for its own context, which is no component.
        if shape == .one || shape == .optional, wanted.isContext(graph) { shape = .context }
        if case .parameterized = wanted.form {
            reading.notes.append(
                asker.note("is left alone: only the running program knows which types are \(wanted.written)"))
            return
        }
        if !asker.isNameKnown { reading.notes.append(asker.unreadName) }
        reading.points.append(
            InjectionPointFacts(
                owner: asker.owner, property: asker.name, location: asker.place, wanted: types.id(of: wanted),
                shape: shape, qualifier: name, isQualifierKnown: asker.isNameKnown, isParameter: asker.isParameter))
    }

    /// Adds a property of the configuration.
    private func add(
        _ type: TypeSyntax?, _ asker: Asker, key: String, hasDefault: Bool, _ reading: inout Reading
    ) {
        reading.properties.append(
            SourceProperty(
                owner: asker.owner, property: asker.name, location: asker.place, key: key,
                type: type ?? .verbatim("a value"),
                shape: type.map { PropertyShape($0, file: asker.file, graph) } ?? .anything, hasDefault: hasDefault,
                isParameter: asker.isParameter))
    }

    private func readValue(
        _ property: PropertyDeclaration, _ wrapper: WrapperUse, _ type: DeclaredType,
        _ replacements: [String: TypeSyntax], _ reading: inout Reading
    ) {
        let asker = asker(property, type)
        guard isCertain(property, asker, &reading) else {
            reading.readsMore = true
            return
        }
        guard let key = wrapper.key else {
            reading.notes.append(asker.note("is left alone: its key is no plain string"))
            reading.readsMore = true
            return
        }
        let written = wrapper.type ?? wrapper.initial?.literalType
        let canonical = written.map { graph.index.canonical($0, in: type.scope(type.main)).substituting(replacements) }
        add(canonical, asker, key: key, hasDefault: wrapper.initial != nil, &reading)
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
