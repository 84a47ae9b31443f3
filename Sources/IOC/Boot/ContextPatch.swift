package import IOCConfiguration
package import IOCModel

/// The changes that a context makes to the components of its configuration, or of another context.
///
/// Of several replacements of one component the last counts; wrappings add up, and see the replacement.
public struct ContextPatch: Sendable {
    /// The value of a setting, and the line that gives it.
    package struct Setting: Sendable {
        package let key: String
        package let value: SettingValue
        package let location: SourceLocation

        package init(key: String, value: SettingValue, location: SourceLocation) {
            self.key = key
            self.value = value
            self.location = location
        }
    }

    /// The component whose construction is changed.
    enum Target: Sendable {
        case type(Any.Type)
        case name(String)
    }

    /// The change.
    enum Change: Sendable {
        case replacement(Recipe)
        case wrapping(@Sendable (Any) throws -> Any)
    }

    struct Entry: Sendable {
        let target: Target
        let change: Change
        /// The type that the change gives.
        let result: Any.Type
        let location: SourceLocation
    }

    /// A component that is left out.
    struct Removal: Sendable {
        let target: Target
        let location: SourceLocation
    }

    private(set) var entries: [Entry] = []
    private(set) var removals: [Removal] = []
    /// The settings and profiles, which only the boot of a configuration can change.
    package var settings: [Setting] = []
    package var profiles: [String] = []

    /// A patch that changes nothing yet.
    package init() {}

    /// Replaces the component that wins for a type.
    /// - Parameters:
    ///   - type: The type that a lookup asks for.
    ///   - make: Makes the replacement, which keeps the component's name and scope.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func replace<Wanted>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Wanted
    ) {
        add(.type(type), .replacement(.replacement(making: make)), Wanted.self, fileID, line)
    }

    /// Replaces the component of a name.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - type: The type of the replacement; may be inferred.
    ///   - make: Makes the replacement, which keeps the component's name and scope.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func replace<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Wanted
    ) {
        add(.name(name), .replacement(.replacement(making: make)), Wanted.self, fileID, line)
    }

    /// Puts something around each instance of the component that wins for a type.
    /// - Parameters:
    ///   - type: The type that a lookup asks for.
    ///   - wrap: Gets the instance, injected, and returns what everybody else gets; other post-processors see that.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func wrap<Wanted>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        add(.type(type), .wrapping(Self.erased(wrap)), Wanted.self, fileID, line)
    }

    /// Puts something around each instance of the component of a name.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - type: The type that an instance is passed as; may be inferred.
    ///   - wrap: Gets the instance, injected, and returns what everybody else gets; other post-processors see that.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func wrap<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        add(.name(name), .wrapping(Self.erased(wrap)), Wanted.self, fileID, line)
    }

    /// Leaves every component of a type out, so that it is neither created nor started.
    ///
    /// A component that depends on one of them is a fault, unless it is left out or replaced as well. Only the boot of a
    /// configuration can leave components out.
    /// - Parameters:
    ///   - type: A class, or a protocol such as `(any Migration).self`.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func remove(_ type: Any.Type, fileID: StaticString = #fileID, line: Int = #line) {
        removals.append(Removal(target: .type(type), location: SourceLocation(fileID: fileID, line: line)))
    }

    /// Leaves the component of a name out, so that it is neither created nor started.
    ///
    /// A component that depends on it is a fault, unless it is left out or replaced as well. Only the boot of a configuration can
    /// leave components out.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func remove(named name: String, fileID: StaticString = #fileID, line: Int = #line) {
        removals.append(Removal(target: .name(name), location: SourceLocation(fileID: fileID, line: line)))
    }

    private mutating func add(
        _ target: Target, _ change: Change, _ result: Any.Type, _ fileID: StaticString, _ line: Int
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

extension Registry {
    /// The registry a patch makes of this one.
    struct Patched {
        var registry: Registry
        /// The choices for all injection points.
        var wiring: Wiring
        /// The wrappers of instances, if there are any.
        var wrappers: [any InstancePostProcessor]
        var faults: [Fault]
    }

    /// The same definitions, with places of their own for instances, some of them replaced or wrapped.
    func patched(_ patch: ContextPatch, parent: ApplicationContext?) -> Patched {
        var recipes: [Int: (recipe: Recipe, result: Any.Type)] = [:]
        var wrappings: [String: [@Sendable (Any) throws -> Any]] = [:]
        var faults: [Fault] = []
        for entry in patch.entries {
            switch index(of: entry) {
            case .success(let index):
                switch entry.change {
                case .replacement(let recipe): recipes[index] = (recipe, entry.result)
                case .wrapping(let wrap): wrappings[definitions[index].facts.name, default: []].append(wrap)
                }
            case .failure(let error): faults += error.faults
            }
        }
        let plans = definitions.map { definition in
            guard let change = recipes[definition.index] else { return definition.plan }
            return change.result == definition.type ? definition.plan?.with(change.recipe.parameters) : nil
        }
        let wiring = Wiring(
            rule: rule, points: plans.map { $0?.facts ?? [] }, forbidsCycles: forbidsCycles,
            inherited: Self.inherited(parent))
        let groups = ComponentGroups(wiring, definitions.map(\.facts))
        let copies = definitions.map { definition in
            RegisteredDefinition(
                index: definition.index, facts: definition.facts,
                recipe: recipes[definition.index]?.recipe ?? definition.recipe, plan: plans[definition.index],
                wiring: wiring, groups: groups)
        }
        // The settings of a replaced component are known where one was made.
        let creations = StartCreations(wiring, copies.map(\.facts), copies.map(\.recipe), rule.names)
        let registry = with(
            copies, creations, hidingReaders: recipes.keys.contains { definitions[$0].slot.instance == nil })
        return Patched(
            registry: registry, wiring: wiring, wrappers: wrappings.isEmpty ? [] : [PatchWrapper(wrappings)],
            faults: faults)
    }

    /// The definition that an entry means, where what the entry gives fits it.
    private func index(of entry: ContextPatch.Entry) -> Result<Int, IOCError> {
        let place = Origin.source(entry.location)
        var fault: Fault
        switch entry.target {
        case .type(let type):
            let wanted = TypeIdentity.id(type)
            let choice = rule.choose(wanted)
            if case .chosen(let index) = choice { return fitting(index, entry) }
            guard case .missing = choice else {
                fault = rule.fault(of: choice, wanted: wanted) ?? Fault(.dependencyAmbiguous)
                fault.place = place
                return .failure(IOCError(fault))
            }
            fault = Fault(.patchWithoutTarget(what: "component of type \(TypeName.written(type))"), at: place)
            fault.nearMisses = rule.types.nearMisses(for: wanted)
            fault.suggestion = Suggestion.nearest(
                to: TypeName.written(type), among: definitions.map(\.facts.typeName))
        case .name(let name):
            switch match(name) {
            case .found(let index): return fitting(index, entry)
            case .ambiguous(let indices):
                fault = Fault(.nameAmbiguous(name), at: place)
                fault.namedCandidates = indices.map { Fault.NamedCandidate(definitions[$0].facts) }
            case .unknown:
                fault = Fault(.patchWithoutTarget(what: "component named '\(name)'"), at: place)
                fault.suggestion = Suggestion.nearest(to: name, among: rule.names.all)
            }
        }
        return .failure(IOCError(fault))
    }

    private func fitting(_ index: Int, _ entry: ContextPatch.Entry) -> Result<Int, IOCError> {
        let promised = definitions[index].type
        // A class can only be replaced by what fits wherever the class was wanted.
        if promised is AnyClass, entry.result is AnyClass,
            !TypeFit.fits(entry.result, promised, records: .current())
        {
            let kind = Fault.Kind.bindingTargetDoesNotFit(
                type: TypeName.written(promised), name: definitions[index].facts.name,
                found: TypeName.written(entry.result))
            return .failure(IOCError(kind, at: .source(entry.location)))
        }
        return .success(index)
    }
}
