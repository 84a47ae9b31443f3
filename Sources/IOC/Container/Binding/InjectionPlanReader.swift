import IOCModel
@_spi(Reflection) import Swift

/// Finds the wrapped properties of a class: in the runtime's field metadata, or in the mirror of an instance.
///
/// The mirror is the reference: a test holds both against each other.
enum InjectionPlanReader {
    /// The plan for an object that is already there.
    static func plan(of instance: AnyObject) -> InjectionPlan {
        let plan = plan(ofClass: type(of: instance))
        return plan.points == nil ? InjectionPlan(of: plan.type, fields: fields(mirroring: instance)) : plan
    }

    #if IOC_MIRROR_ONLY
    /// A plan that learns its points from the mirror of the first instance.
    static func plan(ofClass type: AnyClass) -> InjectionPlan { InjectionPlan(of: type, fields: nil) }
    #else
    /// The points of a class as its field metadata shows them; needs no instance.
    static func plan(ofClass type: AnyClass) -> InjectionPlan {
        let fields = memo.fact(of: type) { wrappedFields(of: type) }
        return fields === WrappedFields.empty ? .empty : InjectionPlan(of: type, fields: fields)
    }

    /// The fields read so far, which never change for a class.
    private static let memo = ClassMemo<WrappedFields>()

    private static func wrappedFields(of type: AnyClass) -> WrappedFields {
        var facts: [InjectionPointFacts] = []
        var offsets: [Int] = []
        var inherited = -1
        var position = 0
        ClassFields.forEach(of: type) { name, offset, fieldType, kind in
            defer { position += 1 }
            guard kind == .struct, let field = fieldType as? any InjectionField.Type else { return }
            if inherited < 0 { inherited = TypeIdentity.superclass(of: type).map(fieldCount) ?? 0 }
            facts.append(
                InjectionPointFacts(
                    owner: TypeName.simple(owner(ofFieldAt: position, in: type, inherited: inherited)),
                    property: property(String(cString: name)), field: field))
            offsets.append(offset)
        }
        return facts.isEmpty ? .empty : WrappedFields(facts, offsets: offsets)
    }

    private static func fieldCount(_ type: AnyClass) -> Int {
        var count = 0
        ClassFields.forEach(of: type) { _, _, _, _ in count += 1 }
        return count
    }

    /// The class that declares a field: fields come superclasses first.
    private static func owner(ofFieldAt position: Int, in type: AnyClass, inherited: Int) -> AnyClass {
        var owner: AnyClass = type
        var inherited = inherited
        while position < inherited, let superclass = TypeIdentity.superclass(of: owner) {
            owner = superclass
            inherited = TypeIdentity.superclass(of: superclass).map(fieldCount) ?? 0
        }
        return owner
    }
    #endif

    /// The wrapped fields of an instance's class as a mirror shows them.
    static func fields(mirroring instance: AnyObject) -> WrappedFields {
        let facts = mirrored(instance).map { field in
            InjectionPointFacts(owner: field.owner, property: field.property, field: type(of: field.wrapper))
        }
        return WrappedFields(facts, offsets: nil)
    }

    /// The cells of an instance as a mirror finds them.
    static func cells(mirroring instance: AnyObject) -> [AnyInjectionCell] {
        mirrored(instance).map(\.wrapper.anyCell)
    }

    private static func mirrored(
        _ instance: AnyObject
    ) -> [(owner: String, property: String, wrapper: any InjectionField)] {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: instance)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        return mirrors.reversed().flatMap { mirror in
            mirror.children.compactMap { child in
                guard let wrapper = child.value as? any InjectionField else { return nil }
                return (TypeName.simple(mirror.subjectType), property(child.label ?? "?"), wrapper)
            }
        }
    }

    /// The property's name as declared: the compiler stores `mapper` as `_mapper`.
    private static func property(_ stored: String) -> String {
        stored.hasPrefix("_") ? String(stored.dropFirst()) : stored
    }
}
