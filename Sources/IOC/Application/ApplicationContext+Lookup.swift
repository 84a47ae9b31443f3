import IOCBase
package import IOCModel

extension ApplicationContext {
    /// The component of a type: a class, `any P`, an optional, a collection or a provider.
    ///
    /// Finding a singleton that was asked for before takes no lock.
    /// - Parameter type: The type to look for; may be left to inference.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` where nothing or too much fits, or where the component's own code throws.
    @inlinable
    public func component<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> Wanted {
        if let value = published(type) {
            // Sound: the address is that of a value of the type, which stays while this handle keeps the context open.
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
        try core.inGate { try core.value(named: name, as: type) }
    }

    /// The component of a class that is known by name only.
    /// - Parameter name: The class's qualified name, or its end from the simple name on: `Shop.Cart.Line`, `Cart.Line`, `Line`.
    /// - Returns: The shared instance, or a new one for a prototype.
    /// - Throws: ``IOCError`` where no component is of that class, or where its own code throws.
    public func component(ofClass name: String) throws -> any ManagedComponent {
        try core.inGate { try core.component(ofClass: name) }
    }

    /// All components of a type, by order and then by name.
    /// - Parameter type: A class or `any P`; may be left to inference.
    /// - Returns: The components; none is an empty array.
    /// - Throws: ``IOCError`` where a component's own code throws.
    public func components<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> [Wanted] {
        try core.inGate { try core.values(type) }
    }

    /// The address of the value of a type that was asked for before, if it never changes.
    ///
    /// Nil during a construction, which remembers what it asks for.
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
    /// The value of a setting, as `@Value` would give it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - type: The type to convert to; an optional is nil where no source has the setting.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` where no source has the setting, or where it does not convert.
    public func setting<Wanted: Decodable & Sendable>(
        _ key: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try setting(key, type, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// The value of a setting, or a default where no source has it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - fallback: The default.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` where the setting's value does not convert.
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

    /// Where a setting's value comes from, such as a file with line and column or an environment variable.
    /// - Parameter key: The key path, such as `server.port`.
    /// - Returns: The origin, or nil where no source has the setting.
    /// - Throws: ``IOCError`` where a placeholder in the value can't be resolved, or where a source fails.
    public func settingOrigin(_ key: String) throws -> String? {
        try core.settings.origin(of: key)
    }

    /// The faults of a setting that code gives and nothing has read so far: one for each of its values.
    package func unreadFaults(of key: String, _ value: SettingValue, at location: SourceLocation) -> [Fault] {
        core.unread(among: SettingValue.object([key: value]).paths).map { key, suggestion in
            Fault(.settingUnread(key: key), at: .source(location)) { $0.suggestion = suggestion }
        }
    }
}

extension ApplicationContext {
    /// Makes or finds an instance of every definition, and reads each of its wrapped properties, in a request scope of its own,
    /// whose components are stopped.
    /// - Returns: For each definition its name and whether it was resolved: false if only a call with arguments or the start of the
    ///   context makes it, or what it needs. Also the error of the stop.
    package func resolveEveryDefinition() async -> (
        all: [(name: String, isResolved: Result<Bool, IOCError>)], stop: (any Error)?
    ) {
        let activation = ScopeActivation(isSynchronous: false)
        let all = RequestScope.$current.withValue(activation) {
            core.sites.map { ($0.facts.name, core.resolve($0)) }.ordered { $0.0 < $1.0 }
        }
        return (all, await Result { try await activation.letGoStopping() }.failure)
    }

    /// The faults of the injected properties of a test's suite, as far as its type shows that they can't be read.
    ///
    /// Only an instance shows which name a property asks for, so a property that several components fit has none.
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

    /// The full names of some definitions, and a sentence for each that names none, or several.
    /// - Parameter names: Full names, or their ends from the simple name on.
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
