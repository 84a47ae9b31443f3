import IOCModel

/// A component may ask for its own context, which is no component: no candidate is chosen for it, and none is missing.
///
/// The property gets a handle that does not keep the context open, as the context keeps the component.
extension ApplicationContext: InjectionForm {
    static var shape: InjectionShape { .context }
    static var element: Any.Type { ApplicationContext.self }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        // Sound: the class is final, so `Self` is the class.
        unsafeDowncast(ApplicationContext(lending: lookup.core), to: Self.self)
    }
}
