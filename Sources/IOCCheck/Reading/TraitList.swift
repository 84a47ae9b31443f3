import IOCConfiguration
import IOCModel
import IOCPlan
import IOCSource

/// The traits that a class declares, as far as they are written out.
struct TraitList: Sendable, Equatable {
    var traits: [ComponentTrait] = []
    /// The part that only the compiler can read, and its place.
    var unread: [SourceLocation] = []
    /// Where it is written; nil where the container can't tell that of any of the traits.
    var place: SourceLocation?
    /// The reason why it may say more than these traits; nil where all of them were read.
    var doubt: String? { unread.isEmpty ? nil : "traits that are not written as literals" }

    /// The list with what another one adds.
    func followed(by other: TraitList) -> TraitList {
        TraitList(traits: traits + other.traits, unread: unread + other.unread, place: other.place ?? place)
    }
}

/// Finds and reads trait lists.
///
/// 1. The class of a inheritanceChain that conforms first decides: Swift binds the requirement there.
/// 2. Where that class, or one above it, declares `traits`, the most derived declaration wins.
/// 3. Else an extension of a protocol it conforms to may; else there are no traits.
struct TraitReader {
    let graph: TypeGraph
    let types: WantedTypes

    private struct Declared {
        var property: PropertyDeclaration?
        /// The arguments of an annotation, which declares the property.
        var arguments: [ExpressionSyntax] = []
        var part: DeclaredType.Part
        var owner: Int
    }

    func traits(of number: Int) -> TraitList {
        let inheritanceChain = graph.inheritanceChain(of: number).map(\.number)
        guard let first = inheritanceChain.firstIndex(where: graph.isComponent) else { return TraitList() }
        // An annotated class declares traits that a subclass can override, empty ones too.
        let isBound =
            graph.index.annotation(of: inheritanceChain[first]) != nil
            || inheritanceChain[...first].contains { declaration(in: $0) != nil }
        if isBound, let found = inheritanceChain.reversed().lazy.compactMap({ declaration(in: $0) }).first {
            return read(found)
        }
        let offers = protocols(of: inheritanceChain[first]).compactMap { declaration(in: $0) }
        if offers.count == 1 { return read(offers[0]) }
        return offers.isEmpty ? TraitList() : TraitList(unread: offers.map(location))
    }

    /// The traits of a type without those that its superclass keeps to itself.
    func ownTraits(of number: Int) -> TraitList {
        var list = traits(of: number)
        if case .declared(let superclass, _)? = graph.superclasses[number], traits(of: superclass) == list {
            list.traits = ComponentTrait.own(list.traits, below: list.traits)
        }
        return list
    }

    private func protocols(of number: Int) -> [Int] {
        graph.ancestors[number].compactMap { key in
            guard case .declared(let other, _) = key else { return nil }
            return graph.index.types[other].qualifiedName == "IOC.IOCComponent" ? nil : other
        }.sorted()
    }

    private func declaration(in number: Int) -> Declared? {
        let type = graph.index.types[number]
        if let annotation = graph.index.annotation(of: number), let arguments = annotation.arguments,
            !arguments.isEmpty
        {
            return Declared(
                arguments: arguments.map { ExpressionSyntax($0.value.text) }, part: type.main, owner: number)
        }
        for part in type.isProtocol ? type.extensions : type.parts {
            if let property = part.declaration.properties.first(where: { $0.isStatic && $0.name == "traits" }) {
                return Declared(property: property, part: part, owner: number)
            }
        }
        return nil
    }

    private func location(_ found: Declared) -> SourceLocation {
        graph.index.location(found.property?.position ?? found.part.declaration.position, file: found.part.file)
    }

    private func read(_ found: Declared) -> TraitList {
        let type = graph.index.types[found.owner]
        guard let property = found.property else {
            return read(found.arguments, in: type.scope(found.part), at: location(found))
        }
        // A type's own condition is that of all of it. An extension of a protocol with requirements gives them to some of its
        // classes only.
        let own = found.part.declaration.kind == .extension ? nil : found.part.declaration.condition
        let isConditional =
            property.condition != own || type.isProtocol && found.part.declaration.genericWhereClause != nil
        guard !isConditional, let text = property.body ?? property.initialValue else {
            return TraitList(unread: [location(found)])
        }
        var source = text.text[...]
        if source.hasPrefix("return "), let word = source.firstIndex(of: " ") { source = source[word...] }
        guard let elements = ExpressionSyntax(String(source)).elements else {
            return TraitList(unread: [location(found)])
        }
        return read(elements, in: type.scope(found.part), at: location(found))
    }

    /// Reads traits that stand in a list, as a class's own or as arguments.
    func read(_ elements: [ExpressionSyntax], in scope: IOCSource.Scope, at place: SourceLocation) -> TraitList {
        var list = TraitList()
        for element in elements {
            if let trait = trait(element, scope) {
                list.traits.append(trait)
            } else {
                list.unread.append(place)
            }
        }
        if list.traits.contains(where: \.tellsPlace) { list.place = place }
        return list
    }

    private func trait(_ element: ExpressionSyntax, _ scope: IOCSource.Scope) -> ComponentTrait? {
        if let name = element.string { return ComponentTrait("named", [.value(.string(name))]) }
        guard let (word, arguments) = element.callee else { return nil }
        // A retry's delay is no literal, and nobody asks for it here.
        let read = word == "retry" ? Array(arguments.prefix(1)) : arguments
        let literals = read.compactMap { literal($0.value, scope) }
        return literals.count == read.count ? ComponentTrait(word, literals) : nil
    }

    /// The literal that an argument of a trait is; nil where only the compiler could tell.
    private func literal(_ value: ExpressionSyntax, _ place: IOCSource.Scope) -> ComponentKey.Argument? {
        if let metatype = value.metatype {
            let canonical = graph.index.canonical(TypeSyntax(metatype), in: place)
            return .type(types.id(of: graph.wanted(canonical, file: place.file)))
        }
        return value.propertyValue.map { .value($0) } ?? scope(value).map { .scope($0) }
    }

    /// The scope that an expression such as `.prototype` names.
    func scope(_ value: ExpressionSyntax) -> ScopeFacts? {
        guard let (name, arguments) = value.callee else { return nil }
        if name == "custom" { return arguments.first?.value.string.map { .custom($0) } }
        return arguments.isEmpty ? ScopeFacts(name: name) : nil
    }
}

extension ExpressionSyntax {
    /// The value that a literal says, if it is one.
    var propertyValue: PropertyValue? {
        switch form {
        case .string(let text): .string(text)
        case .integer(let number): .int(number)
        case .number(let number): .double(number)
        case .boolean(let flag): .bool(flag)
        case .none: .null
        case .call(let function, let arguments) where arguments.count == 1:
            // `.int(80)` and the like.
            function.callee.flatMap { ["string", "int", "double", "bool"].contains($0.name) ? $0 : nil }
                .flatMap { _ in arguments[0].value.propertyValue }
        default: nil
        }
    }
}
