#if !IOC_MIRROR_ONLY
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
}
#endif
