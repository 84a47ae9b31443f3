import CSwiftRuntime
import IOCConfiguration

/// A type as far as `serves(as:)` needs it: declared by a definition, or wanted by an injection point. `serves(as:)`
/// returns true if the two types alone show that every instance of the declared type can be used as the wanted type.
///
/// 1. A class fits its superclasses and the protocols that it conforms to. Any other type that is not a protocol fits
///    the protocols that it conforms to.
/// 2. `any P` fits the protocols that `P` refines, the class that it requires, and the protocols that this class
///    conforms to.
/// 3. `any P<Int>` fits itself and everything that `any P` fits. Classes, structures and enumerations fit it if a cast
///    succeeds. `any P` does not fit it, because its type arguments aren't known without an instance.
///
/// Metadata is mapped for the life of the process and never written again, so any thread may read the pointers that are
/// kept here.
struct TypeFit: @unchecked Sendable {
    // Sound: the pointers refer to descriptors of protocols, which are never written.
    let type: Any.Type
    /// The protocols that all instances of an existential type conform to: the named protocols, and all protocols that
    /// these refine.
    private(set) var protocols: Set<UnsafeRawPointer> = []
    /// The class that is known to be the class or a superclass of all instances; nil if there is none.
    private(set) var superclass: AnyClass?
    let isExistential: Bool
    private var isClassBound = false

    init(_ type: Any.Type) {
        self.type = type
        // Sound: a metatype is the address of its metadata, and the kind determines the layout of the metadata.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        isExistential = TypeIdentity.isExistential(type)
        if TypeIdentity.isParameterizedExistential(type) {
            add(ioc_shape_signature(metadata, &isClassBound))
        } else if isExistential {
            isClassBound = ioc_existential_is_class_bound(metadata)
            var count: UInt32 = 0
            var hasSuperclass = false
            let named = ioc_existential_protocols(metadata, &count, &hasSuperclass)
            for index in 0..<Int(count) { add(named[index]) }
            // Sound: the superclass's metadata is stored in front of the protocols.
            if hasSuperclass { add(superclass: unsafeBitCast((named - 1).pointee, to: Any.Type.self) as? AnyClass) }
        } else {
            superclass = type as? AnyClass
        }
    }

    static func fits(_ type: Any.Type, _ wanted: Any.Type, records: ProgramRecords) -> Bool {
        TypeFit(type).serves(as: TypeFit(wanted), records: records)
    }

    func serves(as wanted: TypeFit, records: ProgramRecords) -> Bool {
        if type == wanted.type { return true }
        if let ancestor = wanted.type as? AnyClass { return inherits(from: ancestor) }
        guard wanted.isExistential else { return false }
        if TypeIdentity.isParameterizedExistential(wanted.type) {
            return !isExistential && TypeIdentity.casts(type, toParameterized: wanted.type)
        }
        guard isExistential else {
            return (type is AnyClass ? records.conforms(type, to: wanted.type) : nil)
                ?? TypeIdentity.conforms(type, to: wanted.type)
        }
        if wanted.isClassBound, !isClassBound { return false }
        if let needed = wanted.superclass, !inherits(from: needed) { return false }
        return wanted.protocols.subtracting(protocols).allSatisfy { missing in
            superclass.map { records.conforms($0, toProtocol: missing) } ?? false
        }
    }

    /// Returns true if all instances of this type are instances of `wanted` or of a subclass.
    private func inherits(from wanted: AnyClass) -> Bool {
        superclass.map { TypeIdentity.inherits($0, from: wanted) } ?? false
    }

    private mutating func add(_ descriptor: UnsafeRawPointer) {
        // The lowest bit marks a descriptor of Objective-C, which has no signature.
        guard protocols.insert(descriptor).inserted, UInt(bitPattern: descriptor) & 1 == 0 else { return }
        add(ioc_protocol_signature(descriptor))
    }

    private mutating func add(_ signature: ioc_signature) {
        for index in 0..<signature.count {
            if let refined = ioc_required_protocol(signature, index) { add(refined) }
            if let context = ioc_required_class(signature, index), !ioc_context_is_generic(context),
                let metadata = ioc_type_metadata(context)
            {
                // Sound: a value of `Any.Type` is the address of complete metadata.
                add(superclass: unsafeBitCast(metadata, to: Any.Type.self) as? AnyClass)
            }
        }
    }

    /// Keeps the most derived one of several superclasses.
    private mutating func add(superclass found: AnyClass?) {
        guard let found, !inherits(from: found) else { return }
        superclass = found
    }
}

extension TypeName {
    /// Returns a type as it is written at an injection point.
    static func written(_ type: Any.Type) -> String {
        if type is AnyClass { return qualified(type) }
        if type == Any.self || type == AnyObject.self { return simple(type) }
        let name = readable(_typeName(type, qualified: true))
        return TypeIdentity.isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// Returns the type of a definition as it is written at an injection point.
    @Sendable static func writer(_ type: TypeID) -> String { written(TypeIdentity.type(type)) }
}
