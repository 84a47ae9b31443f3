package import IOCConfiguration
package import IOCModel

/// The changes of a context to the components of its configuration, or of another context.
///
/// If a component is replaced several times, the last replacement counts. Wrappings add up, and they wrap the
/// replacement.
public struct ContextPatch: Sendable {
    /// The change.
    enum Change: Sendable {
        case replacement(Creation)
        case wrapping(@Sendable (Any) throws -> Any)
    }

    struct Entry: Sendable {
        let target: ComponentTarget
        let change: Change
        /// The type that the change returns.
        let result: Any.Type
        let location: SourceLocation
    }

    /// A component to remove.
    typealias Removal = (target: ComponentTarget, location: SourceLocation)

    private(set) var entries: [Entry] = []
    private(set) var removals: [Removal] = []
    /// The settings, with the source lines that set them. Only the boot of a configuration can change settings and
    /// profiles.
    package var settings: [(key: String, value: SettingValue, location: SourceLocation)] = []
    package var profiles: [(name: String, location: SourceLocation)] = []

    /// A patch that changes nothing yet.
    package init() {}

    /// Replaces the component that a lookup of a type would choose.
    /// - Parameters:
    ///   - type: The type of the lookup.
    ///   - make: Creates the replacement. The replacement keeps the component's name, scope, order, and `primary` or
    ///     `fallback`, but none of its dependencies.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func replace<Wanted>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Wanted
    ) {
        add(.type(TypeIdentity.id(type)), .replacement(.replacing(by: make)), Wanted.self, fileID, line)
    }

    /// Replaces the component with a name.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - type: The type of the replacement. It can be inferred.
    ///   - make: Creates the replacement. The replacement keeps the component's name, scope, order, and `primary` or
    ///     `fallback`, but none of its dependencies.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func replace<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Wanted
    ) {
        add(.name(name), .replacement(.replacing(by: make)), Wanted.self, fileID, line)
    }

    /// Unavailable: the closure's result is not of the type.
    @available(*, unavailable, message: "what the closure returns is not of the type that is replaced")
    public mutating func replace<Wanted, Other>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Other
    ) {}

    /// Unavailable: the closure's result is not of the type.
    @available(*, unavailable, message: "what the closure returns is not of the type that it is to be replaced as")
    public mutating func replace<Wanted, Other>(
        named name: String, as type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Other
    ) {}

    /// Wraps each instance of the component that a lookup of a type would choose.
    /// - Parameters:
    ///   - type: The type of the lookup.
    ///   - wrap: Takes the injected instance and returns its replacement, which is passed to other post-processors.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func wrap<Wanted>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        add(.type(TypeIdentity.id(type)), .wrapping(Self.erased(wrap)), Wanted.self, fileID, line)
    }

    /// Wraps each instance of the component with a name.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - type: The type that an instance is passed as. It can be inferred.
    ///   - wrap: Takes the injected instance and returns its replacement, which is passed to other post-processors.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func wrap<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        add(.name(name), .wrapping(Self.erased(wrap)), Wanted.self, fileID, line)
    }

    /// Removes every component of a type, so that it is neither created nor started.
    ///
    /// A component that depends on a removed one is a fault, unless it is removed or replaced as well. Only the boot of
    /// a configuration can remove components.
    /// - Parameters:
    ///   - type: A class, or a protocol such as `(any Migration).self`.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func remove(_ type: Any.Type, fileID: StaticString = #fileID, line: Int = #line) {
        removals.append((.type(TypeIdentity.id(type)), SourceLocation(fileID: fileID, line: line)))
    }

    /// Removes the component with a name, so that it is neither created nor started.
    ///
    /// A component that depends on it is a fault, unless it is removed or replaced as well. Only the boot of a
    /// configuration can remove components.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func remove(named name: String, fileID: StaticString = #fileID, line: Int = #line) {
        removals.append((.name(name), SourceLocation(fileID: fileID, line: line)))
    }

    private mutating func add(
        _ target: ComponentTarget, _ change: Change, _ result: Any.Type, _ fileID: StaticString, _ line: Int
    ) {
        entries.append(
            Entry(
                target: target, change: change, result: result, location: SourceLocation(fileID: fileID, line: line)))
    }

    private static func erased<Wanted>(
        _ wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) -> @Sendable (Any) throws -> Any {
        { instance in
            guard let wanted = instance as? Wanted else {
                throw IOCError(
                    .protocolMismatch(found: TypeName.written(type(of: instance))),
                    wanted: TypeName.written(Wanted.self))
            }
            return try wrap(wanted)
        }
    }
}

extension ContextPatch {
    /// The definitions of a context, changed by a patch.
    struct Applied {
        /// The definitions. A replaced definition has none of the dependencies of its own creation or start.
        var rule: CandidateRule
        /// The way to create the instances of each definition.
        var creations: [Creation]
        /// The definitions that are replaced.
        var replaced: Set<Int> = []
        /// The wrappers of instances, if there are any.
        var wrappers: [any InstancePostProcessor] = []
        var faults: [Fault] = []
    }

    /// Replaces and wraps definitions.
    /// - Parameters:
    ///   - rule: The definitions, and the choice among them.
    ///   - creations: The way to create the instances of each.
    func applied(to rule: CandidateRule, _ creations: [Creation]) -> Applied {
        var applied = Applied(rule: rule, creations: creations)
        var wrappings: [String: [@Sendable (Any) throws -> Any]] = [:]
        for entry in entries {
            let place = Origin.source(entry.location)
            guard let index = entry.target.definition(among: rule, at: place, &applied.faults) else { continue }
            let facts = rule.definitions[index]
            let promised = TypeIdentity.type(facts.type)
            // An instance of a superclass may fit. An instance of an unrelated class never does.
            if let promised = promised as? AnyClass, let result = entry.result as? AnyClass,
                !TypeIdentity.inherits(result, from: promised), !TypeIdentity.inherits(promised, from: result)
            {
                let kind = Fault.Kind.replacementDoesNotFit(
                    name: facts.name, type: TypeName.written(promised), found: TypeName.written(result))
                applied.faults.append(Fault(kind, at: place))
                continue
            }
            switch entry.change {
            case .wrapping(let wrap): wrappings[facts.name, default: []].append(wrap)
            case .replacement(let creation):
                applied.replaced.insert(index)
                applied.creations[index] = creation
            }
        }
        if !wrappings.isEmpty { applied.wrappers = [PatchWrapper(wrappings)] }
        if !applied.replaced.isEmpty {
            let definitions = rule.definitions.enumerated().map { index, facts in
                applied.replaced.contains(index) ? facts.ofReplacement : facts
            }
            applied.rule = CandidateRule(
                definitions: definitions, names: rule.names, bindings: rule.bindings, types: rule.types)
        }
        return applied
    }
}

extension ComponentTarget {
    /// The definition that a patch targets. Nil if there is a fault, which is appended to `faults`.
    fileprivate func definition(among rule: CandidateRule, at place: Origin, _ faults: inout [Fault]) -> Int? {
        var fault: Fault
        switch self {
        case .type(let wanted):
            switch rule.choose(wanted) {
            case .chosen(let index): return index
            case .missing:
                fault = missing(
                    from: rule.definitions, to: "replace", at: place, nearMisses: rule.types.nearMisses)
            case .ambiguous(let indices), .severalPrimaries(let indices):
                let candidates = indices.map { Fault.NamedCandidate(rule.definitions[$0]) }
                fault = Fault(.patchTargetAmbiguous(TypeName.writer(wanted)), at: place) { $0.candidates = candidates }
            case let choice:
                fault = rule.fault(of: choice, wanted: wanted) ?? Fault(.dependencyAmbiguous)
                fault.place = place
            }
        case .name(let name):
            switch rule.names.match(name) {
            case .found(let index): return index
            case .ambiguous(let indices):
                fault = Fault(.nameAmbiguous(name), at: place)
                fault.hint { $0.candidates = indices.map { Fault.NamedCandidate(rule.definitions[$0]) } }
            case .unknown:
                fault = missing(
                    from: rule.definitions, to: "replace", at: place, nearMisses: rule.types.nearMisses)
            }
        }
        faults.append(fault)
        return nil
    }

    /// The fault of a patch that targets no definition.
    func missing(
        from definitions: [DefinitionFacts], to purpose: String, at place: Origin,
        nearMisses: @escaping @Sendable (TypeID?, String?) -> [Fault.NearMiss]
    ) -> Fault {
        let type: TypeID? = if case .type(let type) = self { type } else { nil }
        let name: String? = if case .name(let name) = self { name } else { nil }
        let word = name ?? type.map(TypeName.writer) ?? ""
        let what = "component " + (name == nil ? "of type \(word)" : "named '\(word)'")
        return Fault(.patchWithoutTarget(what: what, to: purpose), at: place) {
            let known = definitions.flatMap { name == nil ? [$0.typeName] : [$0.name, $0.simpleName] }
            $0.suggestion = Suggestion.nearest(to: word, among: known)
            $0.nearMisses = nearMisses(type, name)
        }
    }
}
