import IOCBase
import IOCModel

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
