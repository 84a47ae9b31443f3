import IOCBase
import IOCModel

/// A class, a structure or an enumeration of the program that is a component, or a function that returns one.
final class ProgramComponent: Sendable {
    let record: ProgramClass
    /// The component type. For a function it is the type that the annotation has generated.
    let type: any ManagedComponent.Type
    let creation: Creation
    let name: ClassName

    private init(_ found: ComponentType, _ record: ProgramClass) {
        self.record = record
        type = found.type
        creation = Creation(found)
        name = record.name
    }

    var isFunction: Bool { creation.kind == .function }
    /// The type of the instances.
    var promised: Any.Type { creation.constructed?.promised ?? type }
    var origin: Origin {
        guard isFunction, let constructed = creation.constructed else { return .scannedClass(name: name.qualified) }
        return .source(constructed.constructor.location)
    }

    /// The components that were looked up before.
    private static let known = Guarded<[ProgramClass: ProgramComponent]>([:])

    /// Returns the component of a class; nil if the class isn't a component.
    static func of(_ record: ProgramClass) -> ProgramComponent? {
        if let known = known.withLock({ $0[record] }) { return known }
        guard let type = record.componentType else { return nil }
        let component = ProgramComponent(type, record)
        known.withLock { $0[record] = component }
        return component
    }
}

extension ProgramComponent {
    /// Returns the component of a type; nil if the type isn't a component, or is generic.
    static func of(_ type: TypeID) -> ProgramComponent? { ProgramClass(TypeIdentity.type(type)).flatMap(of) }

    /// The line of the `named` trait or of the constructor, otherwise the file that declares the class; nil if none is
    /// known.
    var sourcePlace: String? {
        for trait in ComponentType.ownTraits(of: type) {
            if case .named(_, let place) = trait.kind { return "\(place.location)" }
        }
        if let constructed = creation.constructed { return "\(constructed.constructor.location)" }
        let annotated = TypeIdentity.metatype(
            of: type, as: (any _AnnotatedComponent).self, (any _AnnotatedComponent.Type).self)
        return annotated.map { "\($0._injectionPoints.fileID)" }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ProgramClass {
    /// The class as a component type; nil if it isn't one.
    var componentType: ComponentType? { loadType().flatMap(ComponentType.of) }

    /// The fault of a configuration that selects the class, although it isn't a component.
    var refusal: Fault.Kind {
        if isGeneric { return .classIsGeneric(name: qualifiedName) }
        return loadType() == nil ? .classPrivate(name: qualifiedName) : .classDoesNotConform(name: qualifiedName)
    }

    /// True if an annotation could make it a component.
    var isComponentPossible: Bool { !isGeneric && loadType() != nil }

    /// Returns the near miss for a context that lacks the class but did not exclude it.
    /// - Parameters:
    ///   - prefixes: The place of the configuration's prefixes; nil if it lists classes.
    ///   - isOwn: True if the program's author can annotate the class.
    func nearMiss(prefixes: Origin?, isOwn: Bool = true) -> Fault.NearMiss {
        let name = qualifiedName
        func miss(_ reason: String, _ fix: String) -> Fault.NearMiss { .init(name: name, reason: reason, fix: fix) }
        if isGeneric { return miss("is generic", "declare a subclass of \(name) that fixes its parameters") }
        if loadType() == nil { return miss("can't be loaded", "make \(name) internal") }
        if componentType == nil {
            let fix = isOwn ? "put @Component on \(name)" : Fault.providing(name)
            return miss("does not conform to IOCComponent", fix)
        }
        let listing = prefixes.map { "\"\(name.prefix { $0 != "." }).\" to \"prefixes\" (\($0))" }
        return miss("no prefix or class list names it", "add " + (listing ?? "\"\(name)\" to \"classes\""))
    }

    /// Returns true if the class or its component has a name.
    func hasName(_ name: String) -> Bool {
        qualifiedName == name || simpleName == name
            || componentType?.type.traits.contains { if case .named(name, _) = $0.kind { true } else { false } }
                ?? false
    }
}
