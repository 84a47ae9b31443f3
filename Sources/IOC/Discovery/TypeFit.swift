import CSwiftRuntime
import IOCConfiguration

/// A type as what a definition promises, or as a wanted type: whether instances of one can serve as the other, by what
/// is known without an instance.
///
/// 1. A class serves as its superclasses and the protocols it conforms to, as does any other type that is no protocol.
/// 2. `any P` serves as the protocols that `P` refines, and as the class that it asks for and what that one conforms to.
/// 3. `any P<Int>` serves as itself and as what `any P` does. Classes, structures and enumerations serve as it if a cast
///    succeeds; `any P` does not, because only its instances show their parameters.
struct TypeFit: Sendable {
    let type: Any.Type
    /// The known facts of all instances of an existential type; nil for other types.
    private let bound: ExistentialBound?

    init(_ type: Any.Type) {
        self.type = type
        bound = ExistentialBound(type)
    }

    static func fits(_ type: Any.Type, _ wanted: Any.Type, records: ProgramRecords) -> Bool {
        TypeFit(type).serves(as: TypeFit(wanted), records: records)
    }

    func serves(as wanted: TypeFit, records: ProgramRecords) -> Bool {
        if type == wanted.type { return true }
        if let ancestor = wanted.type as? AnyClass {
            return bound?.inherits(from: ancestor)
                ?? (type as? AnyClass).map { TypeIdentity.inherits($0, from: ancestor) } ?? false
        }
        guard let needed = wanted.bound else { return false }
        if TypeIdentity.isParameterizedExistential(wanted.type) {
            return bound == nil && TypeIdentity.casts(type, toParameterized: wanted.type)
        }
        if let bound {
            return bound.implies(needed) { records.conforms($0, toProtocol: $1) }
        }
        if let type = type as? AnyClass, let answer = records.conforms(type, to: wanted.type) { return answer }
        return TypeIdentity.conforms(type, to: wanted.type)
    }

    /// The class that all instances of an existential type are of.
    var superclass: AnyClass? { bound?.superclass }

    /// The protocols that all instances of an existential type conform to.
    var protocols: Set<UnsafeRawPointer> { bound?.protocols ?? [] }
}

/// The bound of an existential type, as far as the type itself shows: the protocols it names with all that
/// they refine, and a superclass.
///
/// Metadata is mapped for the life of the process and never written again, so any thread may read what is kept of it.
struct ExistentialBound: @unchecked Sendable {
    // Sound: the pointers lead to descriptors of protocols, which are never written.
    private(set) var protocols: Set<UnsafeRawPointer> = []
    private(set) var superclass: AnyClass?
    private(set) var isClassBound: Bool

    /// - Returns: Nil where the type is no existential.
    init?(_ type: Any.Type) {
        // Sound: a metatype is the address of its metadata, and the kind says which layout it has.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        switch ioc_metadata_kind(metadata) {
        case Int32(ioc_metadata_existential):
            isClassBound = ioc_existential_is_class_bound(metadata)
            var count: UInt32 = 0
            var hasSuperclass = false
            let named = ioc_existential_protocols(metadata, &count, &hasSuperclass)
            for index in 0..<Int(count) { add(named[index]) }
            // Sound: the superclass's metadata stands before the protocols.
            if hasSuperclass { add(superclass: unsafeBitCast((named - 1).pointee, to: Any.Type.self) as? AnyClass) }
        case Int32(ioc_metadata_extended_existential):
            isClassBound = false
            add(ioc_shape_signature(metadata, &isClassBound))
        default: return nil
        }
    }

    /// Returns true if whatever this is about is also what another one is about.
    /// - Parameter conforms: True if a class conforms to a protocol that is known by its descriptor.
    func implies(_ other: ExistentialBound, _ conforms: (AnyClass, UnsafeRawPointer) -> Bool) -> Bool {
        if other.isClassBound, !isClassBound { return false }
        if let wanted = other.superclass, !inherits(from: wanted) { return false }
        return other.protocols.subtracting(protocols).allSatisfy { missing in
            superclass.map { conforms($0, missing) } ?? false
        }
    }

    /// Returns true if all instances are of a class.
    func inherits(from wanted: AnyClass) -> Bool {
        superclass.map { TypeIdentity.inherits($0, from: wanted) } ?? false
    }

    private mutating func add(_ descriptor: UnsafeRawPointer) {
        // The lowest bit says that a descriptor is Objective-C's, which has no signature.
        guard protocols.insert(descriptor).inserted, UInt(bitPattern: descriptor) & 1 == 0 else { return }
        add(ioc_protocol_signature(descriptor))
    }

    private mutating func add(_ signature: ioc_signature) {
        for index in 0..<signature.count {
            if let refined = ioc_required_protocol(signature, index) { add(refined) }
            if let context = ioc_required_class(signature, index), !ioc_context_is_generic(context),
                let metadata = ioc_type_metadata(context)
            {
                // Sound: complete metadata of a class is what `Any.Type` holds.
                add(superclass: unsafeBitCast(metadata, to: Any.Type.self) as? AnyClass)
            }
        }
    }

    /// Of several superclasses the furthest down says most.
    private mutating func add(superclass found: AnyClass?) {
        guard let found, !inherits(from: found) else { return }
        superclass = found
    }
}

extension TypeName {
    /// The type as a person would write it at an injection point.
    static func written(_ type: Any.Type) -> String {
        if type is AnyClass { return qualified(type) }
        if type == Any.self || type == AnyObject.self { return simple(type) }
        let name = readable(_typeName(type, qualified: true))
        return TypeIdentity.isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// The same for the types of definitions, on request.
    @Sendable static func writer(_ type: TypeID) -> String { written(TypeIdentity.type(type)) }
}
