import IOCModel
import IOCSource

/// Finds the initializer that makes a component, and what its parameters ask for.
///
/// 1. Of a class and its superclasses the most derived one decides that declares a `constructor`, or for which the annotation
///    writes one.
/// 2. The annotation leaves it out where an inherited one makes the subclass as well.
/// 3. A type without any is made by `init()`.
///
/// Of a type that branches of an `#if` declare nobody can tell that it is a component, so its constructor does not matter.
struct ConstructorReader {
    let graph: TypeGraph

    /// A type of an inheritance chain with what its generic parameters stand for.
    struct Owner {
        var number: Int
        var type: DeclaredType
        var replacements: [String: TypeSyntax]
    }

    func constructor(of component: Int) -> SourceConstructor {
        guard graph.isConstructed(component) else { return .known([]) }
        for (number, arguments) in graph.inheritanceChain(of: component).reversed() {
            let owner = Owner(
                number: number, type: graph.index.types[number],
                replacements: graph.replacements(number, arguments))
            if let found = annotated(owner) ?? written(owner, for: component) { return found }
        }
        return .open("its 'constructor' is not in the sources", at: graph.location(of: component))
    }

    // MARK: By the annotation

    private func annotated(_ owner: Owner) -> SourceConstructor? {
        guard graph.index.annotation(of: owner.number) != nil else { return nil }
        let main = owner.type.main
        let making = AnnotatedMaking(main.declaration)
        guard making.protocols(of: main.declaration).contains("ConstructedComponent") else { return nil }
        if making.isInherited, case .declared(let superclass, _)? = graph.superclasses[owner.number],
            graph.isConstructed(superclass)
        {
            return nil
        }
        switch making {
        case .plain: return .known([])
        case .declared(let function): return .known(function.parameters.map { parameter($0, owner) })
        case .written(let constants): return .known(constants.compactMap { parameter($0, owner) })
        case .refused: return .refused
        }
    }

    private func parameter(_ parameter: ParameterDeclaration, _ owner: Owner) -> SourceParameter {
        let part = owner.type.main
        return SourceParameter(
            name: parameter.name, location: graph.index.location(parameter.position, file: part.file),
            type: type(TypeSyntax(parameter.type.text), owner, part), file: part.file,
            request: request(
                parameter.attributes.first { $0.baseName == "Named" },
                hasDefault: parameter.defaultValue.map { ExpressionSyntax($0).form != .none } ?? false))
    }

    private func parameter(_ property: PropertyDeclaration, _ owner: Owner) -> SourceParameter? {
        guard let written = property.type else { return nil }
        let part = owner.type.main
        return SourceParameter(
            name: property.name, location: graph.index.location(property.position, file: part.file),
            type: type(TypeSyntax(written.text), owner, part), file: part.file,
            request: request(property.attribute("Injected"), hasDefault: false))
    }

    private func request(_ attribute: AttributeUse?, hasDefault: Bool) -> SourceParameter.Request {
        SourceParameter.Request(
            (attribute?.arguments ?? []).map { ExpressionSyntax.Argument($0) }, hasDefault: hasDefault)
    }

    func type(_ written: TypeSyntax, _ owner: Owner, _ part: DeclaredType.Part) -> TypeSyntax {
        graph.index.canonical(written, in: owner.type.scope(part)).substituting(owner.replacements)
    }

    // MARK: By hand

    private func written(_ owner: Owner, for component: Int) -> SourceConstructor? {
        for part in owner.type.parts {
            guard
                let property = part.declaration.properties.first(where: { $0.isStatic && $0.name == "constructor" })
            else { continue }
            let place = graph.index.location(property.position, file: part.file)
            let own = part.declaration.kind == .extension ? nil : part.declaration.condition
            guard property.condition == own else {
                return .open("it exists only where '\(property.condition ?? "")' holds", at: place)
            }
            guard let text = property.body ?? property.initialValue,
                let found = WrittenConstructor(text, owner, part, reader: self)
            else { return .open("it is no plain 'Constructor(…)'", at: place) }
            let other = found.product.flatMap { number in
                number == component ? nil : OtherProduct(number: number, location: found.location)
            }
            return .known(found.parameters, otherwise: other)
        }
        return nil
    }
}
