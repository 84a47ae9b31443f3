import IOCBase
package import IOCModel

extension ApplicationContext {
    /// Returns the component of a type: a class, `any P`, an optional, a collection or a provider.
    /// - Parameter type: The type to look for. It can be inferred.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` if no component or more than one fits, or if the component's own code throws.
    @inlinable
    public func component<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> Wanted {
        if let value = published(type) {
            // Sound: the address is that of a value of the type. The value stays at the address while this handle keeps
            // the context open.
            return withExtendedLifetime(self) { value.assumingMemoryBound(to: Wanted.self).pointee }
        }
        return try resolve(type)
    }

    /// Returns the component with a name, as a type that it must have.
    /// - Parameters:
    ///   - name: The component's name, its class's qualified name, or the class's simple name if only one component has
    ///     it.
    ///   - type: The type to return it as. It can be inferred.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` if no component has the name, if the component is not of the type, or if its own code
    ///   throws.
    public func component<Wanted>(named name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted {
        try core.inGate { try core.value(named: name, as: type) }
    }

    /// Returns the component of a class whose name is known only at run time.
    /// - Parameter name: The class's qualified name, or its end from the simple name on: `Shop.Cart.Line`, `Cart.Line`,
    ///   `Line`.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` if no component has the class, if several classes have the name, or if the component's
    ///   own code throws.
    public func component(ofClass name: String) throws -> any ManagedComponent {
        try core.inGate { try core.component(ofClass: name) }
    }

    /// Returns all components of a type, sorted by their order and then by name.
    /// - Parameter type: A class or `any P`. It can be inferred.
    /// - Returns: The components; an empty array if there are none.
    /// - Throws: ``IOCError`` if a component's own code throws.
    public func components<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> [Wanted] {
        try core.inGate { try core.values(type) }
    }

    /// Returns the address of the value that an earlier lookup of the type has stored; nil if there is none.
    ///
    /// The result is nil during a construction, because a construction records its lookups.
    @usableFromInline
    func published(_ type: Any.Type) -> UnsafeRawPointer? {
        guard isOwner, Frame.innermost == nil, case .value(let address, _) = table[type] else { return nil }
        return address
    }

    @usableFromInline
    @inline(never)
    func resolve<Wanted>(_ type: Wanted.Type) throws -> Wanted {
        try core.inGate { try core.value(type) }
    }
}

extension ApplicationContext {
    /// Returns the value of a setting, as a property with ``Value`` would have it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - type: The type to convert to; an optional is nil if no source has the setting.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` if no source has the setting, or if its value does not convert.
    public func setting<Wanted: Decodable & Sendable>(
        _ key: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try setting(key, type, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// Returns the value of a setting, or a default if no source has a value.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - fallback: The default.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` if the setting's value does not convert.
    public func setting<Wanted: Decodable & Sendable>(
        _ key: String, default fallback: Wanted, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try setting(key, Wanted.self, fallback, SourceLocation(fileID: fileID, line: line))
    }

    private func setting<Wanted: Decodable & Sendable>(
        _ key: String, _ type: Wanted.Type, _ fallback: Wanted?, _ location: SourceLocation
    ) throws -> Wanted {
        do {
            return try core.settings.read(type, at: key, for: nil, default: fallback.map { value in { value } })
        } catch let error as IOCError {
            throw error.asked(at: .source(location))
        }
    }

    /// Returns the source of a setting's value, such as a file with line and column or an environment variable.
    /// - Parameter key: The key path, such as `server.port`.
    /// - Returns: The source, or nil if no source has a value.
    /// - Throws: ``IOCError`` if a placeholder in the value can't be resolved, or if a source fails.
    public func settingOrigin(_ key: String) throws -> String? {
        try core.settings.origin(of: key)
    }

    /// Returns the faults of a setting that is given in code and that nothing has read so far: one for each of its
    /// values.
    package func unreadFaults(of key: String, _ value: SettingValue, at location: SourceLocation) -> [Fault] {
        core.unread(among: SettingValue.object([key: value]).paths).map { key, suggestion in
            Fault(.settingUnread(key: key), at: .source(location)) { $0.suggestion = suggestion }
        }
    }
}

extension ApplicationContext {
    /// Creates or finds an instance of every definition, and reads each wrapped property of the instance. It does so in
    /// a new request scope, and stops the components of that scope.
    /// - Returns: The names of all definitions, each with true if it was resolved, and the error of the stop. A
    ///   definition isn't resolved if it takes arguments, or if its instance needs a start of the context that hasn't
    ///   happened.
    package func resolveEveryDefinition() async -> (
        all: [(name: String, isResolved: Result<Bool, IOCError>)], stop: (any Error)?
    ) {
        let activation = ScopeActivation(isSynchronous: false)
        let all = RequestScope.$current.withValue(activation) {
            core.sites.map { ($0.facts.name, core.resolve($0)) }.ordered { $0.0 < $1.0 }
        }
        return (all, await Result { try await activation.letGoStopping() }.failure)
    }

    /// Returns the faults of a test suite's injected properties that are known without an instance of the suite.
    ///
    /// The name that a property asks for isn't known without an instance. So a property with several candidates has no
    /// fault.
    package func faults(ofPropertiesIn suite: Any.Type) -> [Fault] {
        var faults: [Fault] = []
        StoredFields.forEach(of: suite) { name, _, type, _ in
            guard let wrapper = InjectionPlanReader.wrapper(type),
                case (.one, let element) = InjectionForms.analyze(wrapper.valueType, isSetting: wrapper.isSetting)
            else { return }
            let candidates = core.rule.candidates(for: TypeIdentity.id(element))
            guard candidates.count < 2 else { return }
            let unstarted = candidates.first.flatMap { core.notStarted(core.sites[$0.definition]) }
            let missing = candidates.isEmpty ? [core.fault(of: .missing, wanted: element)] : []
            for var fault in unstarted?.faults ?? missing {
                fault.point =
                    fault.point
                    ?? InjectionPointFacts(
                        owner: TypeName.simple(suite), property: String(String(cString: name).drop { $0 == "_" }),
                        wanted: TypeIdentity.id(element), shape: .one)
                faults.append(fault)
            }
        }
        return faults
    }

    /// Returns the full names of some definitions, and a message for each name that matches no definition or several.
    /// - Parameter names: Full names, or the ends of full names: the simple name, optionally with its outer types.
    package func definitions(named names: Set<String>) -> (names: Set<String>, failures: [String]) {
        var found: Set<String> = []
        var failures: [String] = []
        for name in names.ordered() {
            switch core.rule.names.match(name) {
            case .found(let index): found.insert(core.sites[index].facts.name)
            case .ambiguous(let indices):
                let all = indices.map { core.sites[$0].facts.name }.ordered()
                failures.append("several definitions are named '\(name)': \(all.joined(separator: ", "))")
            case .unknown:
                let suggestion = Suggestion.nearest(to: name, among: core.rule.names.all)
                failures.append(
                    "no definition is named '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
            }
        }
        return (found, failures)
    }
}

extension ContextCore {
    fileprivate func resolve(_ site: CallSite) -> Result<Bool, IOCError> {
        if site.facts.needsArguments { return .success(false) }
        do {
            try inGate {
                let instance = try site.enter()
                for cell in InjectionPlanReader.plan(of: instance).cells(of: instance) { try cell.fill() }
            }
            return .success(true)
        } catch {
            let failed = Fault.Kind.componentFailed(site.facts.name, in: site.creation.name(of: .creation))
            let error = error as? IOCError ?? IOCError(failed, cause: error)
            return error.code == .notStarted && !lifecycle.isRunning ? .success(false) : .failure(error)
        }
    }
}
