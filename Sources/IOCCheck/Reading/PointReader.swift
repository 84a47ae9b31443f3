import IOCModel
import IOCSource

/// An injection point as it is written.
struct SourcePoint: Sendable {
    var owner: String
    var property: String
    var location: SourceLocation
    var shape: InjectionShape
    var wanted: WantedType
    var qualifier: String?
    var isQualifierKnown = true
}

/// Reads a class's injection points, superclasses first.
struct PointReader {
    let graph: TypeGraph

    /// The points, and what was left alone.
    func points(of number: Int) -> (points: [SourcePoint], notes: [SourceDiagnostic]) {
        var points: [SourcePoint] = []
        var notes: [SourceDiagnostic] = []
        for (number, arguments) in graph.lineage(of: number) {
            let type = graph.index.types[number]
            let replacements = graph.replacements(number, arguments)
            for property in type.main.declaration.properties where !property.isStatic {
                guard let wrapper = wrapper(of: property, in: type) else { continue }
                let place = graph.index.location(property.position, file: type.main.file)
                let label = "\(type.simpleName).\(property.name)"
                if let condition = property.condition {
                    notes.append(.note(at: place, "\(label) is left alone: it exists only where '\(condition)' holds"))
                    continue
                }
                guard let written = declaredType(property, wrapper) else {
                    notes.append(.note(at: place, "\(label) is left alone: its type is not written out"))
                    continue
                }
                let canonical = graph.index.canonical(written, in: type.scope(type.main))
                let (shape, element) = analyse(canonical.substituting(replacements))
                let wanted = graph.wanted(element, file: type.main.file)
                if wanted.form == .parameterised {
                    notes.append(
                        .note(at: place, "\(label) is left alone: only instances tell what is \(wanted.written)"))
                    continue
                }
                var point = SourcePoint(
                    owner: type.simpleName, property: property.name, location: place, shape: shape, wanted: wanted)
                if let name = wrapper.arguments?.first, name.label == nil {
                    point.qualifier = ExpressionSyntax(name.value.text).string
                    if point.qualifier == nil {
                        point.isQualifierKnown = false
                        notes.append(.note(at: place, "the name that \(label) asks for is no plain string: left alone"))
                    }
                }
                points.append(point)
            }
        }
        return (points, notes)
    }

    private func wrapper(of property: PropertyDeclaration, in type: DeclaredType) -> AttributeUse? {
        property.attributes.first { attribute in
            if attribute.baseName == "Autowired" { return true }
            let scope = type.scope(type.main)
            guard case .named(let components) = graph.index.canonical(TypeSyntax(attribute.name), in: scope) else {
                return false
            }
            return components.last?.name == "Autowired"
        }
    }

    private func declaredType(_ property: PropertyDeclaration, _ wrapper: AttributeUse) -> TypeSyntax? {
        if let type = property.type { return TypeSyntax(type.text) }
        guard case .named(let components) = TypeSyntax(wrapper.name) else { return nil }
        return components.last?.arguments.first
    }

    /// What a type stands for: the same forms as the container's.
    private func analyse(_ type: TypeSyntax) -> (shape: InjectionShape, element: TypeSyntax) {
        switch type.withoutAttributes {
        case .optional(let wrapped):
            let inner = analyse(wrapped)
            switch inner.shape {
            case .one: return (.optional, inner.element)
            case .provider: return (.optionalProvider, inner.element)
            default: return inner
            }
        case .array(let element): return (.all, element)
        case .dictionary(let key, let value) where key == .name("String"): return (.allByName, value)
        case .named(let components):
            guard let last = components.last, last.name == "Provider", let value = last.arguments.first,
                components.count == 1 || components[0].name == "IOC"
            else { return (.one, type) }
            let inner = analyse(value)
            return (inner.shape == .one ? .provider : .optionalProvider, inner.element)
        default: return (.one, type)
        }
    }
}
