import IOCBase
import IOCConfiguration
import IOCModel

/// The injection points of one type: its wrapped properties, superclasses' first, and the parameters of the initializer
/// that creates its instances.
///
/// The runtime's field metadata has the names, types and offsets of the properties. The annotation adds the lines, and
/// the name or setting that each property asks for. Without an annotation, these are read from an instance.
final class InjectionPlan: Sendable {
    /// The plan of all types without injection points.
    static let empty = InjectionPlan(fields: [])

    /// A wrapped property.
    struct Field: Sendable {
        let facts: InjectionPointFacts
        /// The annotation's entry for the property; nil if there is none.
        let stated: _InjectionPoints.Point?
        let wrapper: any InjectionField.Type
        /// The number of bytes from the start of an instance to the wrapper.
        let offset: Int
    }

    /// The wrapped properties.
    let fields: [Field]
    /// The parameters of the initializer that creates the instances.
    let parameters: [InjectionPointFacts]
    /// The wrapped properties, then the parameters.
    let facts: [InjectionPointFacts]
    /// True if the annotation describes all wrapped properties.
    let statesAll: Bool
    /// The names of the properties whose values contain wrapped properties. The container doesn't bind the inner
    /// properties.
    let unbound: [String]

    init(fields: [Field], parameters: [InjectionPointFacts] = [], unbound: [String] = []) {
        self.fields = fields
        self.unbound = unbound
        self.parameters = parameters
        facts = fields.map(\.facts) + parameters
        statesAll = fields.allSatisfy { $0.stated != nil }
    }

    /// True if instances have no wrapped properties.
    var isPlain: Bool { fields.isEmpty }

    /// True if instances have nothing to bind: no wrapped properties, and no providers as arguments. A provider needs a
    /// binding, because it looks up on behalf of its owner.
    var isEmpty: Bool { isPlain && parameters.allSatisfy(\.shape.isImmediate) }

    /// True if the class has settings whose keys are known only from an instance.
    var hasUnreadProperties: Bool { fields.contains { $0.stated == nil && $0.wrapper.isSetting } }

    /// Returns the cells of an instance's wrapped properties, in the order of `fields`.
    func cells(of instance: AnyObject) -> [AnyInjectionCell] {
        fields.indices.map { cell(of: instance, at: $0) }
    }

    /// Binds an instance's wrappers to a context, and fills its settings, so that the settings can be read after the
    /// end of the context.
    /// - Returns: The faults of settings, and of properties that ask for something other than the annotation says.
    func bind(_ instance: AnyObject, to binding: InjectionBinding) -> [Fault] {
        var faults: [Fault] = []
        for index in fields.indices {
            let cell = cell(of: instance, at: index)
            cell.bind(binding, point: index)
            if facts[index].isQualifierKnown, facts[index].qualifier != cell.qualifier {
                let kind = Fault.Kind.pointMisstated(stated: facts[index].qualifier, asks: cell.qualifier)
                faults.append(Fault(kind, asked: facts[index]))
            } else if fields[index].wrapper.isSetting, let fault = cell.propertyFault() {
                faults.append(fault)
            }
        }
        return faults
    }

    /// Returns the injection points of an instance. Names that the annotation doesn't describe are read from the
    /// instance's wrappers.
    func facts(of instance: AnyObject) -> [InjectionPointFacts] {
        statesAll ? facts : cells(of: instance).map { $0.facts(wanted: Never.self) } + parameters
    }

    private func cell(of instance: AnyObject, at index: Int) -> AnyInjectionCell {
        // A wrapper always has a cell.
        StoredFields.object(at: fields[index].offset, of: instance, as: AnyInjectionCell.self).unsafelyUnwrapped
    }
}

/// Finds the wrapped properties of a class in the runtime's field metadata. A test compares the result with `Mirror`.
enum InjectionPlanReader {
    /// Returns the plan for an existing object.
    static func plan(of instance: AnyObject) -> InjectionPlan { plan(ofClass: type(of: instance)) }

    /// Returns the plan of a class. It never changes.
    static func plan(ofClass type: AnyClass) -> InjectionPlan {
        if let known = plans.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let superclass: AnyClass? = TypeIdentity.superclass(of: type)
        let inheritedPlan = superclass.map { Self.plan(ofClass: $0) } ?? .empty
        var (fields, unbound) = (inheritedPlan.fields, inheritedPlan.unbound)
        // The superclass's fields come first.
        var inherited = 0
        if let superclass { StoredFields.forEach(of: superclass) { _, _, _, _ in inherited += 1 } }
        StoredFields.forEach(of: type) { name, offset, fieldType, isStructure in
            inherited -= 1
            if inherited >= 0 { return }
            if isStructure, let wrapper = wrapper(fieldType) {
                fields.append(InjectionPlan.Field(of: type, String(cString: name), wrapper, offset: offset))
            } else if holdsWrapper(fieldType) {
                unbound.append(String(cString: name))
            }
        }
        let plan = fields.isEmpty && unbound.isEmpty ? .empty : InjectionPlan(fields: fields, unbound: unbound)
        plans.withLock { $0[ObjectIdentifier(type)] = plan }
        return plan
    }

    /// Returns true if the values of a type contain wrappers.
    private static func holdsWrapper(_ type: Any.Type) -> Bool {
        if type is AnyClass || TypeIdentity.isExistential(type) { return false }
        if let known = holders.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let isHolder = TypeIdentity.contains(type) { wrapper($0) != nil }
        holders.withLock { $0[ObjectIdentifier(type)] = isHolder }
        return isHolder
    }

    /// Returns a type as an ``InjectionField``; nil if it isn't one.
    static func wrapper(_ type: Any.Type) -> (any InjectionField.Type)? {
        TypeIdentity.metatype(of: type, as: (any InjectionField).self, (any InjectionField.Type).self)
    }

    /// For each type that was searched: true if its values contain wrappers.
    private static let holders = Guarded<[ObjectIdentifier: Bool]>([:])
    private static let plans = Guarded<[ObjectIdentifier: InjectionPlan]>([:])
}

extension InjectionPlan.Field {
    /// - Parameters:
    ///   - owner: The class that declares the property.
    ///   - stored: The name of the stored property: the compiler stores `mapper` as `_mapper`.
    fileprivate init(of owner: AnyClass, _ stored: String, _ wrapper: any InjectionField.Type, offset: Int) {
        let property = stored.hasPrefix("_") ? String(stored.dropFirst()) : stored
        // A subclass without an annotation inherits its superclass's list, which doesn't describe its own properties.
        let list = TypeIdentity.metatype(
            of: owner, as: (any _AnnotatedComponent).self, (any _AnnotatedComponent.Type).self)?._injectionPoints
        let stated = list.flatMap { $0.type == owner ? $0.points[property] : nil }
        let form = InjectionForms.analyze(wrapper.valueType, isSetting: wrapper.isSetting)
        self.init(
            facts: InjectionPointFacts(
                owner: TypeName.simple(owner), property: property,
                location: list.flatMap { list in
                    stated.map { SourceLocation(fileID: $0.fileID ?? list.fileID, line: $0.line) }
                },
                wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: stated?.name ?? stated?.setting,
                isQualifierKnown: stated != nil),
            stated: stated, wrapper: wrapper, offset: offset)
    }
}

extension DefinitionFacts {
    /// The notices of properties whose values contain wrapped properties.
    var unboundWrappers: [Fault] {
        guard let type = TypeIdentity.type(type) as? AnyClass else { return [] }
        return InjectionPlanReader.plan(ofClass: type).unbound.map {
            Fault(.wrapperNotBound(property: "\(TypeName.simple(type)).\($0)"), at: origin)
        }
    }
}
