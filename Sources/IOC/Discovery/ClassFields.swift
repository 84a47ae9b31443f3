#if !IOC_MIRROR_ONLY
import CSwiftRuntime
@_spi(Reflection) import Swift

/// The stored properties of a class as the runtime's field metadata shows them, superclasses first; needs no instance.
enum ClassFields {
    /// - Parameter body: Called with each field's name, its offset in bytes from the start of an instance, its type and the kind
    ///   of that.
    static func forEach(
        of type: AnyClass, _ body: (UnsafePointer<CChar>, _ offset: Int, Any.Type, _MetadataKind) -> Void
    ) {
        // The only use of this entry point. The option is `.classType`, which has no concurrency-safe name yet.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, kind in
            body(name, offset, type, kind)
            return true
        }
    }

    #if !canImport(ObjectiveC)
    /// A stored property as the class's description tells it: the runtime would make metadata of every property's type, which for
    /// a thousand definitions is 250 bytes and two microseconds each.
    struct Described {
        let name: UnsafePointer<CChar>
        /// Bytes from the start of an instance.
        let offset: Int
        private let mangled: UnsafePointer<CChar>

        fileprivate init(name: UnsafePointer<CChar>, offset: Int, mangled: UnsafePointer<CChar>) {
            self.name = name
            self.offset = offset
            self.mangled = mangled
        }

        /// The context descriptor of its type, where that is a generic one that is referred to.
        var genericContext: UnsafeRawPointer? { ioc_mangled_generic_context(mangled) }

        /// Its type; nil where the runtime can't tell it by itself.
        var type: Any.Type? {
            let length = ioc_mangled_length(mangled)
            return mangled.withMemoryRebound(to: UInt8.self, capacity: length) {
                _getTypeByMangledNameInContext($0, UInt(length), genericContext: nil, genericArguments: nil)
            }
        }
    }

    /// The stored properties of a class without a superclass; nil where only the runtime can tell them.
    static func described(of type: AnyClass) -> [Described]? {
        guard TypeIdentity.superclass(of: type) == nil else { return nil }
        // Sound: a class's reference is the address of its metadata, which leads to constant descriptions.
        let fields = ioc_class_fields(unsafeBitCast(type, to: UnsafeRawPointer.self))
        guard let offsets = fields.offsets else { return nil }
        var described: [Described] = []
        described.reserveCapacity(Int(fields.count))
        for index in 0..<fields.count {
            guard let name = ioc_field_name(fields, index), let mangled = ioc_field_type(fields, index) else {
                return nil
            }
            described.append(Described(name: name, offset: offsets[Int(index)], mangled: mangled))
        }
        return described
    }
    #endif
}
#endif
