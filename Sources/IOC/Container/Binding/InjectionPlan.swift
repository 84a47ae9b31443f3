import IOCConfiguration
import IOCModel

/// The injection points of one type: its wrapped properties, superclasses' first, and the parameters of the initializer that
/// makes it.
///
/// Field metadata gives names, types and offsets of the properties without an instance. The annotation gives the rest: the
/// lines, and which name or setting each property asks for. A class that conforms by hand states neither, so they are read
/// from its instances.
final class InjectionPlan: Sendable {
    /// The plan of all types that have no injection points.
    static let empty = InjectionPlan(of: nil, fields: [])

    /// A wrapped property.
    struct Field: Sendable {
        let facts: InjectionPointFacts
        /// The property as the class's annotation states it; nil if it doesn't.
        let stated: _InjectionPoints.Point?
        let wrapper: any InjectionField.Type
        /// The bytes from the start of an instance to the wrapper; nil if only a mirror shows the fields.
        let offset: Int?
    }

    /// The class that has the wrapped properties; nil if there is none.
    let type: AnyClass?
    /// The wrapped properties; nil if only a mirror of an instance shows them.
    let fields: [Field]?
    /// The parameters of the initializer that makes it.
    let parameters: [InjectionPointFacts]
    /// The wrapped properties, then the parameters.
    let facts: [InjectionPointFacts]
    /// For each wrapped property its offset and what it asks for; nil if only a mirror of an instance shows the properties.
    private let places: [Place]?

    private struct Place {
        let offset: Int
        let isStated: Bool
        /// The name or the key that the property asks for, if the class states it.
        let qualifier: String?
    }

    init(of type: AnyClass?, fields: [Field]?, parameters: [InjectionPointFacts] = []) {
        self.type = type
        self.fields = fields
        self.parameters = parameters
        facts = (fields ?? []).map(\.facts) + parameters
        places = fields.flatMap { fields in
            fields.contains { $0.offset == nil }
                ? nil
                : fields.map {
                    Place(
                        offset: $0.offset ?? 0, isStated: $0.stated != nil,
                        qualifier: $0.stated.flatMap { $0.name ?? $0.setting })
                }
        }
    }

    /// The plan of the same type for a definition that makes it with these parameters.
    func with(_ parameters: [InjectionPointFacts]) -> InjectionPlan {
        parameters.isEmpty && self.parameters.isEmpty
            ? self : InjectionPlan(of: type, fields: fields, parameters: parameters)
    }

    /// True if instances have no wrapped properties.
    var isPlain: Bool { fields?.isEmpty ?? false }

    /// True if instances have nothing to bind either: a provider that is passed asks on behalf of its owner.
    var isEmpty: Bool { isPlain && parameters.allSatisfy(\.shape.isImmediate) }

    /// True if the class states what all of its properties ask for.
    var statesAll: Bool { fields?.allSatisfy { $0.stated != nil } ?? false }

    /// True if the class may have settings whose keys only an instance shows.
    var hasUnreadProperties: Bool { fields?.contains { $0.stated == nil && $0.wrapper.isSetting } ?? true }

    /// The number of wrapped properties; a parameter's number among the points follows.
    var propertyCount: Int { fields?.count ?? 0 }

    /// The cells of an instance, in the order of the points.
    func cells(of instance: AnyObject) -> [AnyInjectionCell] {
        guard let places else { return InjectionPlanReader.mirrored(instance).map(\.wrapper.anyCell) }
        return places.map { Self.cell(of: instance, at: $0.offset) }
    }

    /// Ties an instance's wrappers to a context, and fills its settings, so that they can be read after the end of the context.
    /// - Returns: The faults of settings, and of properties that ask for something else than their class states.
    func bind(_ instance: AnyObject, to binding: InjectionBinding) -> [Fault] {
        guard let places else {
            return InjectionPlanReader.mirrored(instance).enumerated().compactMap { index, property in
                property.wrapper.anyCell.bind(binding, point: index)
                return property.wrapper.anyCell.propertyFault()
            }
        }
        var faults: [Fault] = []
        for index in places.indices {
            let cell = Self.cell(of: instance, at: places[index].offset)
            cell.bind(binding, point: index)
            if places[index].isStated, places[index].qualifier != cell.qualifier {
                let kind = Fault.Kind.pointMisstated(stated: places[index].qualifier, asks: cell.qualifier)
                faults.append(Fault(kind, asked: facts[index]))
            } else if let fault = cell.propertyFault() {
                faults.append(fault)
            }
        }
        return faults
    }

    /// The points of an instance, with the names that its wrappers show.
    func facts(of instance: AnyObject) -> [InjectionPointFacts] {
        statesAll ? facts : cells(of: instance).map(\.knownFacts) + parameters
    }

    private static func cell(of instance: AnyObject, at offset: Int) -> AnyInjectionCell {
        let start = UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
        // Sound: the offset comes from the class's own field metadata, and a wrapper's first word is a strong reference
        // to its cell; a test pins both.
        return Unmanaged<AnyInjectionCell>.fromOpaque((start + offset).load(as: UnsafeRawPointer.self))
            .takeUnretainedValue()
    }
}

/// Finds the wrapped properties of a class in the runtime's field metadata, or in the mirror of an instance.
///
/// The mirror is for classes whose metadata can't be read. It is the reference, too: a test compares both.
enum InjectionPlanReader {
    /// The plan for an object that is already there.
    static func plan(of instance: AnyObject) -> InjectionPlan {
        let plan = plan(ofClass: type(of: instance))
        return plan.fields == nil ? InjectionPlan(of: plan.type, fields: fields(mirroring: instance)) : plan
    }

    /// The plan of a class as its field metadata shows it; needs no instance. It never changes.
    static func plan(ofClass type: AnyClass) -> InjectionPlan {
        if let known = plans.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let fields = fields(ofClass: type)
        let plan = fields?.isEmpty == true ? .empty : InjectionPlan(of: type, fields: fields)
        plans.withLock { $0[ObjectIdentifier(type)] = plan }
        return plan
    }

    private static let plans = Guarded<[ObjectIdentifier: InjectionPlan]>([:])

    private static func fields(ofClass type: AnyClass) -> [InjectionPlan.Field]? {
        let owners = owners(ofFieldsOf: type)
        var position = 0
        var fields: [InjectionPlan.Field] = []
        let isRead = ClassFields.forEach(of: type) { name, offset, fieldType, isStructure in
            defer { position += 1 }
            guard isStructure, let wrapper = fieldType as? any InjectionField.Type else { return }
            fields.append(
                InjectionPlan.Field(
                    of: position < owners.count ? owners[position] : type, property(String(cString: name)), wrapper,
                    offset: offset))
        }
        return isRead ? fields : nil
    }

    /// For each inherited field the class that declares it: fields come superclasses first.
    private static func owners(ofFieldsOf type: AnyClass) -> [AnyClass] {
        guard let superclass = TypeIdentity.superclass(of: type) else { return [] }
        var owners = owners(ofFieldsOf: superclass)
        var count = 0
        ClassFields.forEach(of: superclass) { _, _, _, _ in count += 1 }
        owners += Array(repeating: superclass, count: max(0, count - owners.count))
        return owners
    }

    /// The wrapped properties of an instance's class as a mirror shows them.
    static func fields(mirroring instance: AnyObject) -> [InjectionPlan.Field] {
        mirrored(instance).map {
            InjectionPlan.Field(of: $0.owner, $0.property, Swift.type(of: $0.wrapper), offset: nil)
        }
    }

    /// The wrapped properties of an instance, superclasses' first.
    static func mirrored(_ instance: AnyObject) -> [(owner: Any.Type, property: String, wrapper: any InjectionField)] {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: instance)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        return mirrors.reversed().flatMap { mirror in
            mirror.children.compactMap { child in
                guard let wrapper = child.value as? any InjectionField else { return nil }
                return (mirror.subjectType, property(child.label ?? "?"), wrapper)
            }
        }
    }

    /// The property's name as declared: the compiler stores `mapper` as `_mapper`.
    private static func property(_ stored: String) -> String {
        stored.hasPrefix("_") ? String(stored.dropFirst()) : stored
    }
}

extension InjectionPlan.Field {
    /// - Parameter owner: The class that declares the property.
    fileprivate init(of owner: Any.Type, _ property: String, _ wrapper: any InjectionField.Type, offset: Int?) {
        // A subclass without an annotation inherits its superclass's list, which doesn't describe its own properties.
        let list = (owner as? any _AnnotatedComponent.Type)?._injectionPoints
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
