import CSwiftRuntime
import IOCModel

/// The identity and the structure of types, read from their metadata.
enum TypeIdentity {
    static func id(_ type: Any.Type) -> TypeID { TypeID(UInt(bitPattern: metadata(type))) }

    static func type(_ id: TypeID) -> Any.Type {
        // Sound: only `id` creates identifiers, from types, and metadata is never freed.
        unsafeBitCast(UnsafeRawPointer(bitPattern: id.rawValue), to: Any.Type.self)
    }

    /// Returns true if the type is a class.
    static func isClass(_ id: TypeID) -> Bool { ioc_metadata_kind(metadata(type(id))) == 0 }

    static func isExistential(_ type: Any.Type) -> Bool {
        let kind = ioc_metadata_kind(metadata(type))
        return kind == ioc_metadata_existential || kind == ioc_metadata_extended_existential
    }

    /// Returns true for a type such as `any Q<Int>`. The records of conformances can't decide whether a type conforms
    /// to it.
    static func isParameterizedExistential(_ type: Any.Type) -> Bool {
        ioc_metadata_kind(metadata(type)) == ioc_metadata_extended_existential
    }

    /// Returns a type as the metatype of a protocol that it conforms to; nil if it doesn't.
    ///
    /// Except on Apple platforms, the answer comes from the records of the program if they can decide, because a cast
    /// would make the runtime search all conformances of the program for each type.
    /// - Parameters:
    ///   - existential: `any P` with one protocol.
    ///   - metatype: `any P.Type`.
    static func metatype<Metatype>(
        of type: Any.Type, as existential: Any.Type, _ metatype: Metatype.Type
    ) -> Metatype? {
        #if !canImport(ObjectiveC)
        let records = ProgramRecords.latest
        var answer = records.conformance(of: type, to: existential)
        if case .absent = answer, !ProgramRecords.isContainers(existential) {
            // An image that was loaded meanwhile may declare the conformance, so the current records are read.
            let current = ProgramRecords.current()
            if current !== records { answer = current.conformance(of: type, to: existential) }
        }
        switch answer {
        // Sound: an existential metatype of one protocol consists of a type and its conformance.
        case .known(let type, let witnesses): return unsafeBitCast((type, witnesses), to: Metatype.self)
        case .absent: return nil
        case .open: break
        }
        #endif
        return type as? Metatype
    }

    /// Returns the types of the values inside a structure, a tuple, an optional or a collection; none for other types.
    static func parts(of type: Any.Type) -> [Any.Type] {
        let metadata = metadata(type)
        let kind = Int(ioc_metadata_kind(metadata))
        if kind == ioc_metadata_tuple {
            // Sound: the elements of a tuple are types.
            return (0..<ioc_tuple_count(metadata)).map {
                unsafeBitCast(ioc_tuple_element(metadata, $0), to: Any.Type.self)
            }
        }
        if let holder = Self.metatype(of: type, as: (any ValueHolder).self, (any ValueHolder.Type).self) {
            return holder.held
        }
        var parts: [Any.Type] = []
        if kind == ioc_metadata_structure { StoredFields.forEach(of: type) { _, _, type, _ in parts.append(type) } }
        return parts
    }

    /// Returns true if the existential type `existential` can hold instances of `candidate`.
    ///
    /// It casts to the existential's metatype, which works for every protocol. If ``ProgramRecords`` can decide, it
    /// gives the same answer for classes, without a search by the runtime.
    static func conforms(_ candidate: Any.Type, to existential: Any.Type) -> Bool {
        // Sound: the runtime returns the metadata of a type, and a value of `Any.Type` is the address of metadata.
        let metatype = unsafeBitCast(swift_getExistentialMetatypeMetadata(metadata(existential)), to: Any.Type.self)
        func isMember<Metatype>(_ metatype: Metatype.Type) -> Bool { candidate is Metatype }
        return _openExistential(metatype, do: isMember)
    }

    /// Returns true if `any Q<Int>` can hold values of a class, an actor, a structure or an enumeration.
    ///
    /// The runtime's cast doesn't read the content of a value. So it gets zeros, or an object that is only a header. A
    /// test compares the results with `is`.
    static func casts(_ candidate: Any.Type, toParameterized existential: Any.Type) -> Bool {
        func cast<Candidate, Existential>(_ candidate: Candidate.Type, _ existential: Existential.Type) -> Bool {
            let isClass = candidate is AnyClass
            // Memory for a header: the address of the metadata, and one word of reference counts. It is larger than
            // needed.
            let object = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
            let source = UnsafeMutableRawPointer(UnsafeMutablePointer<Candidate>.allocate(capacity: 1))
            let target = UnsafeMutableRawPointer(UnsafeMutablePointer<Existential>.allocate(capacity: 1))
            defer {
                object.deallocate()
                source.deallocate()
                target.deallocate()
            }
            source.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Candidate>.size)
            if isClass {
                object.storeBytes(of: metadata(candidate), as: UnsafeRawPointer.self)
                // An object with one reference, as the runtime initializes it.
                object.storeBytes(of: 3, toByteOffset: 8, as: UInt.self)
                source.storeBytes(of: object, as: UnsafeMutableRawPointer.self)
            }
            // Sound: the cast takes the value, so nothing is copied, and its memory is freed as raw bytes. If the value
            // needs a box, the box is freed without access to its content.
            guard swift_dynamicCast(target, source, metadata(candidate), metadata(existential), 2) else { return false }
            if !isClass, ioc_needs_box(metadata(candidate)) {
                swift_deallocBox(target.load(as: UnsafeMutableRawPointer.self))
            }
            return true
        }
        func open<Candidate>(_ candidate: Candidate.Type) -> Bool {
            func open<Existential>(_ existential: Existential.Type) -> Bool { cast(candidate, existential) }
            return _openExistential(existential, do: open)
        }
        return _openExistential(candidate, do: open)
    }

    /// Returns true if a class is `ancestor` or inherits from it.
    static func inherits(_ candidate: AnyClass, from ancestor: AnyClass) -> Bool {
        sequence(first: candidate, next: superclass).contains { $0 == ancestor }
    }

    /// Returns the superclass of a class; nil if there is none. On Linux it is also nil if the superclass is imported
    /// from another language.
    @inline(__always)
    static func superclass(of type: AnyClass) -> AnyClass? {
        #if canImport(ObjectiveC)
        _getSuperclass(type)
        #else
        // Sound: a class's metadata contains the address of its superclass's metadata, and a value of `AnyClass` is
        // such an address.
        ioc_class_superclass(metadata(type)).map { unsafeBitCast($0, to: AnyClass.self) }
        #endif
    }

    /// Returns true if a type, or the type of a value inside its values, fulfills a condition. Classes and protocols
    /// are not searched, and never fulfill it.
    static func contains(_ type: Any.Type, where isMeant: (Any.Type) -> Bool) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        func search(_ type: Any.Type) -> Bool {
            if type is AnyClass || isExistential(type) || !seen.insert(ObjectIdentifier(type)).inserted { return false }
            return isMeant(type) || parts(of: type).contains(where: search)
        }
        return search(type)
    }

    /// Returns the type inside an optional; nil for other types.
    static func wrapped(_ type: Any.Type) -> Any.Type? {
        Int(ioc_metadata_kind(metadata(type))) == ioc_metadata_optional ? parts(of: type).first : nil
    }

    /// Returns true for `Any` and `any Sendable`, which hide the type of their values.
    static func isErased(_ type: Any.Type) -> Bool {
        let metadata = metadata(type)
        guard ioc_metadata_kind(metadata) == ioc_metadata_existential else { return false }
        var count: UInt32 = 0
        var hasSuperclass = false
        _ = ioc_existential_protocols(metadata, &count, &hasSuperclass)
        return count == 0 && !hasSuperclass && !ioc_existential_is_class_bound(metadata)
    }

    private static func metadata(_ type: Any.Type) -> UnsafeRawPointer {
        // Sound: a metatype is the address of its metadata.
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }
}

/// A type whose values contain values of other types.
protocol ValueHolder {
    static var held: [Any.Type] { get }
}

extension Optional: ValueHolder {
    static var held: [Any.Type] { [Wrapped.self] }
}

extension Array: ValueHolder {
    static var held: [Any.Type] { [Element.self] }
}

extension Set: ValueHolder {
    static var held: [Any.Type] { [Element.self] }
}

extension Dictionary: ValueHolder {
    static var held: [Any.Type] { [Key.self, Value.self] }
}
