@_spi(Reflection) import Swift

/// The stored properties of a class as the runtime's field metadata shows them, superclasses first; needs no instance.
enum ClassFields {
    /// - Parameter body: Called with each field's name, its offset in bytes from the start of an instance, its type and whether
    ///   that is a structure.
    /// - Returns: False if the class has no metadata of its fields.
    @discardableResult
    static func forEach(
        of type: AnyClass, _ body: (UnsafePointer<CChar>, _ offset: Int, Any.Type, _ isStructure: Bool) -> Void
    ) -> Bool {
        // The only use of this entry point. The option is `.classType`, which has no concurrency-safe name yet.
        _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, kind in
            body(name, offset, type, kind == .struct)
            return true
        }
    }
}
