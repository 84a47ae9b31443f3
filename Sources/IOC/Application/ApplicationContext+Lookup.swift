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
        if let value = published(UInt(bitPattern: unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self))) {
            // Sound: the table keeps values under their type's identity, and this handle keeps the table filled.
            return withExtendedLifetime(self) { value.assumingMemoryBound(to: Wanted.self).pointee }
        }
        return try resolve(type)
    }

    /// The component of a name, as a type it must fit.
    /// - Parameters:
    ///   - name: The name it was given, its class's qualified name, or the simple name while that is unique.
    ///   - type: The type to return it as; may be left to inference.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` if no component has the name or the type does not fit, or where its own code throws.
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

    /// The address of the value of a type, if it has one that never changes.
    ///
    /// Nil during a construction, as the slower way remembers what that asks for.
    @usableFromInline
    func published(_ key: UInt) -> UnsafeRawPointer? {
        ConstructionFrame.innermost == nil ? table.value(for: key) : nil
    }

    @usableFromInline
    @inline(never)
    func resolve<Wanted>(_ type: Wanted.Type) throws -> Wanted {
        try core.inGate(for: { nil }) {
            try core.lookup.supply(type, to: nil, named: nil)
        }
    }
}
