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
        if let value = table.value(for: UInt(bitPattern: unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self))) {
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
    /// - Throws: ``IOCError`` where nobody is called so or the type does not fit, or where its own code throws.
    public func component<Wanted>(named name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted {
        try core.inGate(for: { nil }) {
            try core.named(name, as: type)
        }
    }

    /// The component of a class that is known by name only.
    /// - Parameter name: The class's qualified name, or its end from the simple name on: `Shop.Cart.Line`, `Cart.Line`, `Line`.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` where no component is of that class, or where its own code throws.
    public func component(ofClass name: String) throws -> any IOCComponent {
        try core.inGate(for: { nil }) {
            try core.ofClass(name)
        }
    }

    /// All components of a type, by order and then by name.
    /// - Parameter type: A class or `any P`; may be left to inference.
    /// - Returns: The components; none is an empty array.
    /// - Throws: ``IOCError`` where a component's own code throws.
    public func components<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> [Wanted] {
        try core.inGate(for: { nil }) {
            try core.all(type, to: nil).map(\.value)
        }
    }

    @usableFromInline
    @inline(never)
    func resolve<Wanted>(_ type: Wanted.Type) throws -> Wanted {
        try core.inGate(for: { nil }) {
            try core.supply(type, to: nil)
        }
    }
}

extension ContextCore {
    func named<Wanted>(_ name: String, as type: Wanted.Type) throws -> Wanted {
        let (owner, definition) = try owner(of: name, wanted: type)
        guard let value = AnyValueBox.unboxed(try owner.instance(of: definition, for: nil)) as? Wanted else {
            throw IOCError(
                owner.fault(of: .wrongType(name: name, definition.index), wanted: type, asker: nil))
        }
        return value
    }

    func owner(of name: String, wanted: Any.Type) throws -> (ContextCore, RegisteredDefinition) {
        switch registry.match(name) {
        case .found(let index): return (self, registry.definitions[index])
        case .ambiguous(let indices):
            throw IOCError(fault(of: .ambiguousName(name, indices), wanted: wanted, asker: nil))
        case .unknown:
            if let parent = parent?.core, case .some(let found) = try? parent.owner(of: name, wanted: wanted) {
                return found
            }
            throw IOCError(fault(of: .unknownName(name), wanted: wanted, asker: nil))
        }
    }

    func ofClass(_ name: String) throws -> any IOCComponent {
        let qualified = registry.definitions.filter { $0.facts.typeName == name }
        let field =
            qualified.isEmpty ? registry.definitions.filter { $0.facts.typeName.hasSuffix(".\(name)") } : qualified
        guard let first = field.first else {
            if let parent = parent?.core { return try parent.ofClass(name) }
            var fault = Fault(.classUnknown(name: name))
            let known = registry.definitions.map(\.facts.typeName).flatMap { type in
                [type] + (type.lastIndex(of: ".").map { [String(type[type.index(after: $0)...])] } ?? [])
            }
            fault.suggestion = Suggestion.nearest(to: name, among: known)
            throw IOCError(fault)
        }
        if Set(field.map(\.facts.typeName)).count > 1 {
            throw IOCError(Fault(.classAmbiguous(name: name, matches: Set(field.map(\.facts.typeName)).sorted())))
        }
        let (owner, definition) = field.count == 1 ? (self, first) : try choose(first.type, for: nil, named: nil)
        let instance = try owner.instance(of: definition, for: nil)
        guard let component = instance as? any IOCComponent else {
            throw IOCError(mismatch(of: definition, wanted: (any IOCComponent).self, asker: nil))
        }
        return component
    }
}
