import IOCModel

extension ApplicationContext {
    /// The component of a type: a class, `any P`, an optional, a collection or a provider.
    ///
    /// Finding a singleton that was asked for before takes no lock.
    /// - Parameter type: The type to look for; may be left to inference.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` where nothing or too much fits, or where the component's own code throws.
    @inlinable
    public func component<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> Wanted {
        let known = resolution(of: type)
        if let value = known?._withUnsafeGuaranteedRef(\.published) {
            // Sound: a resolution has a value of the type that it is for, and this handle keeps the resolution.
            return withExtendedLifetime(self) { value.assumingMemoryBound(to: Wanted.self).pointee }
        }
        return try resolve(type, known)
    }

    /// The component of a name, as a type it must fit.
    /// - Parameters:
    ///   - name: The name it was given, its class's qualified name, or the simple name while that is unique.
    ///   - type: The type to return it as; may be left to inference.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` where nobody is called so or the type does not fit, or where its own code throws.
    public func component<Wanted>(named name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted {
        try core.inGate(for: { nil }) {
            try core.lookup.named(name, as: type)
        }
    }

    /// The component of a class that is known by name only.
    /// - Parameter name: The class's qualified name, or its end from the simple name on: `Shop.Cart.Line`, `Cart.Line`, `Line`.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` where no component is of that class, or where its own code throws.
    public func component(ofClass name: String) throws -> any ManagedComponent {
        try core.inGate(for: { nil }) {
            try core.lookup.ofClass(name)
        }
    }

    /// All components of a type, by order and then by name.
    /// - Parameter type: A class or `any P`; may be left to inference.
    /// - Returns: The components; none is an empty array.
    /// - Throws: ``IOCError`` where a component's own code throws.
    public func components<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> [Wanted] {
        try core.inGate(for: { nil }) {
            try core.lookup.all(type, to: nil)
        }
    }

    /// What a type was resolved to before.
    ///
    /// Nil during a construction, which remembers what it asks for.
    @usableFromInline
    func resolution(of type: Any.Type) -> Unmanaged<TypeResolution>? {
        guard isOwner, ConstructionFrame.innermost == nil else { return nil }
        return core.lookup.table[TypeIdentity.id(type)]
    }

    @usableFromInline
    @inline(never)
    func resolve<Wanted>(_ type: Wanted.Type, _ known: Unmanaged<TypeResolution>?) throws -> Wanted {
        try core.inGate(for: { nil }) {
            if let known { return try known._withUnsafeGuaranteedRef { try $0.value(as: type, for: nil) } }
            return try core.lookup.supply(type, to: nil, named: nil)
        }
    }
}
