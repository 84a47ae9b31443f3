package import IOCConfiguration
package import IOCModel

/// Changes to the components of a configuration, or of an existing context.
///
/// If a component is replaced several times, the last replacement counts. If it is wrapped several times, all wrappings
/// apply. If it is replaced and wrapped, the replacement is wrapped.
public struct ContextPatch: Sendable {
    /// A change to one component.
    enum Change: Sendable {
        case replacement(Creation)
        case wrapping(@Sendable (Any) throws -> Any)
    }

    struct Entry: Sendable {
        let target: ComponentTarget
        let change: Change
        /// The declared type of the result of the change's closure.
        let result: Any.Type
        let location: SourceLocation
    }

    /// The target of a removal, and the line that requests it.
    typealias Removal = (target: ComponentTarget, location: SourceLocation)

    private(set) var entries: [Entry] = []
    private(set) var removals: [Removal] = []
    /// The settings, with the source lines that set them. A patch of an existing context can't have settings, profiles
    /// or removals.
    package var settings: [(key: String, value: SettingValue, location: SourceLocation)] = []
    package var profiles: [(name: String, location: SourceLocation)] = []

    /// Creates a patch without changes.
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
    ///   - type: The type of the closure's parameter. It can be inferred.
    ///   - wrap: Takes the injected instance and returns its replacement, which is passed to other post-processors.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func wrap<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        add(.name(name), .wrapping(Self.erased(wrap)), Wanted.self, fileID, line)
    }

    /// Removes every component of a type. The context neither creates nor starts it.
    ///
    /// It is a fault if a remaining component needs a removed one. A patch of an existing context can't remove
    /// components.
    /// - Parameters:
    ///   - type: A class, or a protocol such as `(any Migration).self`.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func remove(_ type: Any.Type, fileID: StaticString = #fileID, line: Int = #line) {
        removals.append((.type(TypeIdentity.id(type)), SourceLocation(fileID: fileID, line: line)))
    }

    /// Removes the component with a name. The context neither creates nor starts it.
    ///
    /// It is a fault if a remaining component needs the removed one. A patch of an existing context can't remove
    /// components.
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
        /// The definitions, with the rule that chooses among them. A replaced definition has no `dependsOn` and no
        /// `retry`.
        var rule: CandidateRule
        /// The way to create the instances of each definition.
        var creations: [Creation]
        /// The definitions that are replaced.
        var replaced: Set<Int> = []
        /// The post-processor that wraps instances; empty if the patch wraps none.
        var wrappers: [any InstancePostProcessor] = []
        var faults: [Fault] = []
    }

    /// Applies the patch to definitions.
    /// - Parameters:
    ///   - rule: The definitions, with the rule that chooses among them.
    ///   - creations: The way to create the instances of each definition.
    func applied(to rule: CandidateRule, _ creations: [Creation]) -> Applied {
        var applied = Applied(rule: rule, creations: creations)
        var wrappings: [String: [@Sendable (Any) throws -> Any]] = [:]
        for entry in entries {
            let place = Origin.source(entry.location)
            guard let index = entry.target.definition(among: rule, at: place, &applied.faults) else { continue }
            let facts = rule.definitions[index]
            let promised = TypeIdentity.type(facts.type)
            // A closure that returns a superclass may return an instance of the class. An unrelated class never fits.
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
    /// Returns the index of the definition that a patch targets. If there is not exactly one, appends a fault and
    /// returns nil.
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

    /// Returns the fault of a patch that targets no definition.
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
