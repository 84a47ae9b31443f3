import IOCBase
import IOCModel

/// The choice of components for types and names, in the context or in its ancestors. The boot and lookups by user code
/// use it.
extension ContextCore {
    /// Returns the source of the value for a parameter or property of a type.
    /// - Throws: ``IOCError`` if the shape needs a component and there is none, if the choice is ambiguous, or if the
    ///   type is meaningless.
    func source(_ shape: InjectionShape, _ element: Any.Type, named qualifier: String?) throws -> ArgumentSite.Source {
        switch shape {
        case .one: .site(try choose(element, named: qualifier))
        case .optional: .sites(try find(element, named: qualifier).map { [$0] } ?? [])
        case .all, .allByName: .sites(members(of: element, named: qualifier))
        case .provider: .providers([try choose(element, named: qualifier)])
        case .optionalProvider: .providers(try find(element, named: qualifier).map { [$0] } ?? [])
        case .deferredAll: .providers(members(of: element, named: qualifier))
        case .context: .context
        case .setting, .meaningless: throw IOCError(fault(of: .missing, wanted: element))
        }
    }

    /// Returns the component for a type: one of this context, otherwise one of the nearest ancestor that has one.
    /// - Throws: ``IOCError`` if there is none, or if the choice is ambiguous.
    func choose(_ type: Any.Type, named qualifier: String?) throws -> CallSite {
        if let found = try find(type, named: qualifier) { return found }
        throw IOCError(fault(of: rule.choose(TypeIdentity.id(type), qualifier: qualifier), wanted: type))
    }

    /// Returns the component for a type, as `choose` does; nil if there is none.
    /// - Throws: ``IOCError`` if the choice is ambiguous.
    func find(_ type: Any.Type, named qualifier: String?) throws -> CallSite? {
        let choice = rule.choose(TypeIdentity.id(type), qualifier: qualifier)
        switch choice {
        case .chosen(let index): return sites[index]
        case .missing, .unknownName: return try parent?.core.find(type, named: qualifier)
        default: throw IOCError(fault(of: choice, wanted: type))
        }
    }

    /// Returns every component of a type, by order and then by name. A component of an ancestor is left out if a
    /// component of this context in the list has the same name.
    func members(of type: Any.Type, named qualifier: String?) -> [CallSite] {
        let own = rule.all(TypeIdentity.id(type), qualifier: qualifier).map { sites[$0] }
        guard let parent else { return own }
        let taken = Set(own.map(\.facts.name))
        let inherited = parent.core.members(of: type, named: qualifier).filter { !taken.contains($0.facts.name) }
        return (inherited + own).ordered { DefinitionFacts.precedes($0.facts, $1.facts) }
    }

    func fault(of choice: Choice, wanted: Any.Type) -> Fault {
        var fault =
            rule.fault(of: choice, wanted: TypeIdentity.id(wanted), at: Frame.asking) ?? Fault(.dependencyMissing)
        fault.path = Frame.path
        return fault
    }

    // MARK: Lookups by user code

    /// Returns the value of a type, for user code. The caller is inside the gate.
    func value<Value>(_ type: Value.Type) throws -> Value {
        switch table[type] {
        case .value(let address, let site):
            if Frame.innermost != nil { _ = try site._withUnsafeGuaranteedRef { try $0.enter() } }
            return address.assumingMemoryBound(to: type).pointee
        case .site(let site): return try site._withUnsafeGuaranteedRef { try value(of: $0, as: type, isKnown: true) }
        case nil: break
        }
        let (shape, element) = InjectionForms.analyze(type)
        let source = try source(shape, element, named: nil)
        guard case .site(let site) = source else { return try value(of: source, as: type).value }
        return try value(of: site, as: type, isKnown: false)
    }

    /// Returns an instance of a component as a value, and records the answer in the table.
    /// - Parameter isKnown: True if the table has the component for the type.
    private func value<Value>(of site: CallSite, as type: Value.Type, isKnown: Bool) throws -> Value {
        let instance = try site.enter()
        let value = try site.cast(instance, to: type)
        if case .singleton(let keeper) = site.keeper, keeper.hasPublished(instance) {
            table.insert(value, of: site, for: type)
        } else if !isKnown {
            table.insert(site, for: type)
        }
        return value
    }

    /// Returns the component with a name, as a type.
    func value<Value>(named name: String, as type: Value.Type) throws -> Value {
        let site = try site(named: name, wanted: type)
        if let value = AnyValueBox.cast(try site.enter(), to: type) { return value }
        throw IOCError(site.core.fault(of: .wrongType(name: name, site.index), wanted: type))
    }

    /// Returns every component of a type.
    func values<Value>(_ type: Value.Type) throws -> [Value] {
        try value(of: .sites(members(of: type, named: nil)), as: [Value].self).value
    }

    func site(named name: String, wanted: Any.Type) throws -> CallSite {
        switch rule.names.match(name) {
        case .found(let index): return sites[index]
        case .ambiguous(let indices): throw IOCError(fault(of: .ambiguousName(name, indices), wanted: wanted))
        case .unknown:
            do {
                if let parent { return try parent.core.site(named: name, wanted: wanted) }
            } catch let error as IOCError where error.code != .nameAmbiguous {
                // The parent's fault is dropped, because this context's own fault suggests the similar names.
            }
            throw IOCError(fault(of: .unknownName(name), wanted: wanted))
        }
    }

    /// Returns the component of a class that the caller knows only by name.
    func component(ofClass name: String) throws -> any ManagedComponent {
        let qualified = sites.filter { $0.facts.typeName == name }
        let field = qualified.isEmpty ? sites.filter { $0.facts.typeName.hasSuffix(".\(name)") } : qualified
        guard let first = field.first else {
            if let parent { return try parent.core.component(ofClass: name) }
            throw IOCError(.classAbsent(name: name)) { [rule] in
                let known = rule.definitions.flatMap { [$0.typeName, String($0.typeName.lastPart)] }
                $0.suggestion = Suggestion.nearest(to: name, among: known)
                $0.nearMisses = rule.types.nearMisses(for: nil, named: name)
            }
        }
        if Set(field.map(\.facts.typeName)).count > 1 {
            throw IOCError(Fault(.classAmbiguous(name: name, matches: Set(field.map(\.facts.typeName)).ordered())))
        }
        let site = field.count == 1 ? first : try choose(first.type, named: nil)
        let instance = try site.enter()
        guard let component = AnyValueBox.unboxed(instance) as? any ManagedComponent else {
            throw IOCError(site.mismatch(instance, wanted: (any ManagedComponent).self))
        }
        return component
    }
}

/// The values of parameters and properties.
extension ContextCore {
    /// Returns the value of a source, with the instances that it consists of. Providers, settings and contexts have
    /// none.
    ///
    /// The caller is inside the gate. The function is never inlined, because the runtime looks up the result type of a
    /// cast when the function that casts begins (see the benchmark
    /// "first read of an @Autowired").
    @inline(never)
    func value<Value>(
        of source: ArgumentSite.Source, as type: Value.Type
    ) throws -> (value: Value, parts: [ResolvedSite]) {
        let sites: [CallSite]
        switch source {
        case .site(let site): sites = [site]
        case .sites(let found): sites = found
        case .open:
            let (shape, element) = InjectionForms.analyze(type)
            // A provider looks its component up when it is called.
            if shape == .provider { return (try deferred(nil, as: type), []) }
            return try value(of: self.source(shape, element, named: Frame.asking?.qualifier), as: type)
        case .providers(let sites): return (try deferred(sites, as: type), [])
        case .context: return (try deferred([], as: type), [])
        case .setting(let read):
            guard let facts = Frame.innermost?.pointee.site?.facts, let point = Frame.asking else {
                throw IOCError(fault(of: .missing, wanted: type))
            }
            do {
                // The cast can't fail, because the reader returns a value of the declared type.
                return (try read(settings, facts) as! Value, [])
            } catch let error as IOCError {
                throw error.asked(by: point)
            }
        }
        let parts = try sites.map { try $0.part() }
        if let value: Value = InjectionForms.assembled(from: parts) { return (value, parts) }
        let wanted = InjectionForms.analyze(type).element
        let wrong = parts.first { !Self.isInstance($0.value, of: wanted) }
        throw IOCError(wrong?.site.mismatch(wrong?.object, wanted: wanted) ?? fault(of: .missing, wanted: wanted))
    }

    private func deferred<Value>(_ sites: [CallSite]?, as type: Value.Type) throws -> Value {
        let value = InjectionForms.form(of: type)?.deferred(sites, in: self) as? Value
        if let value { return value }
        let wanted = TypeName.written(InjectionForms.analyze(type).element)
        throw IOCError(Fault(.shapeMeaningless, asked: Frame.asking, wanted: wanted))
    }

    private static func isInstance(_ value: Any, of type: Any.Type) -> Bool {
        func isInstance<Wanted>(_ type: Wanted.Type) -> Bool { value is Wanted }
        return _openExistential(type, do: isInstance)
    }
}

extension CallSite {
    /// Returns the instance as a part of a value.
    func part() throws -> ResolvedSite {
        guard let frame = Frame.innermost else { return ResolvedSite(site: self, object: try enter(), isNew: true) }
        let (object, isNew) = try part(for: frame)
        return ResolvedSite(site: self, object: object, isNew: isNew)
    }

    /// Returns the instance for the innermost ``Frame``, and whether it was created for this lookup.
    func part(for frame: Frame.Pointer) throws -> (object: AnyObject, isNew: Bool) {
        frame.pointee.created = nil
        // If the boot has chosen the component, the checks of `enter` aren't needed.
        let object = try frame.pointee.readsWired ? resolve() : enter()
        frame.pointee.note(object)
        return (object, frame.pointee.hasCreated(object))
    }

    /// Casts an instance of the component to a type.
    /// - Throws: `protocol-mismatch`.
    @inline(__always)
    func cast<Value>(_ instance: AnyObject, to type: Value.Type) throws -> Value {
        // Sound: a value of a class type is one reference.
        if AnyValueBox.isInstance(instance, of: type) { return unsafeBitCast(instance, to: type) }
        return try castDynamically(instance, to: type)
    }

    /// Casts to a protocol, a superclass or a value type. It isn't inlined for the same reason as
    /// ``ContextCore/value(of:as:)``.
    @inline(never)
    private func castDynamically<Value>(_ instance: AnyObject, to type: Value.Type) throws -> Value {
        if let value = AnyValueBox.cast(instance, to: type) { return value }
        throw IOCError(mismatch(instance, wanted: type))
    }
}
