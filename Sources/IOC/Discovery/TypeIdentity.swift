import CSwiftRuntime
import IOCModel

/// The identity of types, from their metadata: the one place that looks at it.
enum TypeIdentity {
    static func id(_ type: Any.Type) -> TypeID { TypeID(address(of: type)) }

    /// The address of a type's metadata.
    static func address(of type: Any.Type) -> UInt {
        // Sound: a metatype is that address.
        UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
    }

    static func type(_ id: TypeID) -> Any.Type {
        // Sound: identifiers are made from types by `id` alone, and metadata is never freed.
        unsafeBitCast(UnsafeRawPointer(bitPattern: id.rawValue), to: Any.Type.self)
    }

    /// Returns true for a class.
    static func isClass(_ id: TypeID) -> Bool { ioc_metadata_kind(metadata(type(id))) == 0 }

    static func isExistential(_ type: Any.Type) -> Bool {
        let kind = ioc_metadata_kind(metadata(type))
        return kind == ioc_metadata_existential || kind == ioc_metadata_extended_existential
    }

    /// `any Q<Int>`: whether a class conforms can be seen on an instance only.
    static func isParameterizedExistential(_ type: Any.Type) -> Bool {
        ioc_metadata_kind(metadata(type)) == ioc_metadata_extended_existential
    }

    /// Returns true if instances of `candidate` can be held by the existential type `existential`.
    ///
    /// The cast against the existential's metatype answers for every protocol the program can name; the records answer
    /// the same for classes without having the runtime search all of them again for each pair.
    static func conforms(_ candidate: Any.Type, to existential: Any.Type) -> Bool {
        // Sound: the runtime returns metadata of a type, which is what `Any.Type` holds.
        let metatype = unsafeBitCast(swift_getExistentialMetatypeMetadata(metadata(existential)), to: Any.Type.self)
        func isMember<Metatype>(_ metatype: Metatype.Type) -> Bool { candidate is Metatype }
        return _openExistential(metatype, do: isMember)
    }

    /// Returns true if a class is `ancestor` or inherits from it.
    static func inherits(_ candidate: AnyClass, from ancestor: AnyClass) -> Bool {
        var next: AnyClass? = candidate
        while let current = next {
            if current == ancestor { return true }
            next = superclass(of: current)
        }
        return false
    }

    /// The superclass of a class; nil for one that has none, and on Linux for one that was imported from another language.
    @inline(__always)
    static func superclass(of type: AnyClass) -> AnyClass? {
        #if canImport(ObjectiveC)
        _getSuperclass(type)
        #else
        // Sound: a class's metadata has that of its superclass, which is what `AnyClass` holds.
        ioc_class_superclass(metadata(type)).map { unsafeBitCast($0, to: AnyClass.self) }
        #endif
    }

    private static func metadata(_ type: Any.Type) -> UnsafeRawPointer {
        // Sound: a metatype is the address of its metadata.
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }
}
