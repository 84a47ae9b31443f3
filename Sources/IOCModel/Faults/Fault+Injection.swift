extension Fault.Kind {
    package static let dependencyMissing = Fault.Kind(
        .dependencyMissing, { "\($0.need), and no component provides one" }, do: remedyWhereMissing)

    package static let dependencyAmbiguous = Fault.Kind(
        .dependencyAmbiguous, { "\($0.need), and several components provide one" },
        do: { fault in
            let naming = fault.point == nil ? "look one up by its name" : "name one at the \(fault.pointNoun)"
            return "mark one .primary, \(naming), or bind \(fault.wanted ?? "it") in \"bindings\""
        })

    package static let primaryAmbiguous = Fault.Kind(
        .dependencyAmbiguous, needing: ", and several components are primary", do: "leave .primary on one of them")

    /// - Parameters:
    ///   - stated: The name or key that the class's annotation states; nil if it states none.
    ///   - asks: The name or key that an instance asks for.
    package static func pointMisstated(stated: String?, asks: String?) -> Self {
        let words = [stated, asks].map { $0.map { "'\($0)'" } ?? "nothing by name" }
        let mistake = "is declared to ask for \(words[0]), but its instance asks for \(words[1])"
        return Self(
            .pointMisstated, { "\($0.point?.label ?? "a property") \(mistake)" },
            do: { _ in "write the name in the property's attribute, as a literal or a constant" })
    }

    package static func settingOfAbsent(key: String, reader: String, reason: String) -> Self {
        Self(
            .settingOfAbsent, "only \(reader) reads \(key), and it is out: \(reason)",
            do: "leave it there if another profile or setting lets the component in", key: key)
    }

    /// - Parameter sentence: The part of the wiring that was not checked, and the reason.
    package static func unchecked(
        _ sentence: String, do remedy: String = "boot the program to check it", key: String? = nil
    ) -> Self {
        Self(.unchecked, sentence, do: remedy, key: key)
    }

    package static func qualifierUnknown(_ name: String) -> Self {
        Self(
            .qualifierUnknown, needing: " named '\(name)', and no component has that name",
            do: "use the name of a component that is there")
    }

    package static func nameAmbiguous(_ name: String) -> Self {
        Self(.nameAmbiguous, needing: " named '\(name)', and several go by that name", do: "use a qualified name")
    }

    package static func qualifierWrongType(name: String, found: String) -> Self {
        Self(.qualifierUnknown, { "\($0.need), and '\(name)' is of type \(found)" }) { fault in
            let other = fault.point == nil ? "look for \(found)" : "declare the \(fault.pointNoun) as \(found)"
            return "name a component of type \(fault.wanted ?? "it"), or \(other)"
        }
    }

    package static func cycleForbidden(_ steps: [Fault.CycleStep]) -> Self {
        Self(
            .cycleForbidden, "components depend on each other in a cycle, and \"cycles\" is \"forbid\"",
            do: "take one edge out, or make it a Provider that is called later", cycle: steps)
    }

    package static func cycleUnkept(_ steps: [Fault.CycleStep]) -> Self {
        Self(
            .cycleUnkept,
            "components would retain each other in a cycle, and never be released",
            do: "make a component that one of these properties leads to a lazySingleton, or make one of the properties "
                + "or parameters a Provider",
            cycle: steps)
    }

    package static func instanceGone(_ steps: [Fault.CycleStep]) -> Self {
        Self(
            .instanceGone, needing: ", and the instance that it led back to was released by its holder",
            do: "hold what you asked for as long as what it led to, or make the property a Provider", cycle: steps)
    }

    package static func constructionCycle(_ steps: [Fault.CycleStep]) -> Self {
        Self(
            .constructionCycle, "\(steps.first?.component ?? "a component") needs itself before it is created",
            do: steps.contains { $0.property != nil }
                ? "read one of these properties after construction, in didInject() or later"
                : "read or look up one of these components after construction, in didInject() or later",
            cycle: steps)
    }

    /// - Parameter steps: The cycle. Each component is followed by the parameter that leads to the next component.
    package static func constructionCycle(ofParameters steps: [Fault.CycleStep]) -> Self {
        let parameters = steps.compactMap { step in step.property.map { "'\($0)' of \(step.component)" } }
        let what =
            steps.count == 1
            ? "creating \(steps[0].component) needs the instance that it creates"
            : "these components need each other before any of them is created"
        return Self(
            .constructionCycle, what,
            do: "break the cycle at one of them: let \(parameters.joined(separator: " or ")) be a Provider, or a "
                + "property with @Autowired",
            cycle: steps)
    }

    /// - Parameter paths: For each thread, the components that it is constructing, outermost first, followed by the
    ///   component that it waits for.
    package static func constructionCycle(ofThreads paths: [[String]]) -> Self {
        let others = paths.dropFirst().map { "another thread constructs \($0.joined(separator: " → "))" }
        return Self(
            .constructionCycle,
            "\(paths.first?.last ?? "a component") is being constructed by a thread that waits for this one: "
                + "this thread constructs \(paths.first?.joined(separator: " → ") ?? ""), "
                + others.joined(separator: ", "),
            do: "declare one of these dependencies as a property or a parameter, so that the container knows of it, or "
                + "look it up after construction")
    }

    /// - Parameters:
    ///   - component: The component that the thread needs.
    ///   - names: The components that the other thread, which holds the lock, is constructing.
    ///   - seconds: The time that the thread has waited.
    package static func constructionTimeout(component: String, constructing names: [String], seconds: Double) -> Self {
        Self(
            .constructionTimeout,
            "waited \(seconds) s for \(component), while another thread is constructing "
                + names.joined(separator: ", "),
            do: "let no construction wait for a thread that needs what is being made")
    }

    package static func graphTooDeep(depth: Int) -> Self {
        Self(
            .graphTooDeep, "the graph is \(depth) levels deep here, and the stack is nearly used up",
            do: "resolve on a thread with a larger stack, or cut the chain with a Provider")
    }

    package static func typeUnmanaged(typeName name: String) -> Self {
        Self(
            .typeUnmanaged, "\(name) has no injection points and is no component",
            do: "declare its dependencies with @Autowired, or make it an IOCComponent")
    }

    package static func typeUnmanaged(constructed name: String) -> Self {
        Self(
            .typeUnmanaged, "\(name) is passed what it needs by its initializer, so nothing is left to inject",
            do: "ask the context for a \(name), or declare with @Autowired what is to be filled in later")
    }

    package static let contextEnded = Fault.Kind(
        .contextEnded, needing: ", and its context is gone",
        do: "keep the ApplicationContext, or the activated assembly, as long as its components are used")

    package static let contextMissing = Fault.Kind(
        .contextMissing, needing: ", and there is no context to ask",
        do: "call ApplicationContext.bootstrap first, or build the object with a context; in a test, write "
            + "@Suite(.applicationContext(…)) before the suite, from IOCTesting")

    package static let contextOutsideTest = Fault.Kind(
        .contextMissing,
        "ApplicationContext.current was asked for outside of a test's task, as in Task.detached, where the test's context "
            + "does not reach",
        do:
            "use Task instead of Task.detached, so that the context of @Suite(.applicationContext(…)) is passed on, or enter "
            + "it with ApplicationContext.withCurrent; ApplicationContext.shared is the program's context")

    package static let contextBootstrapped = Fault.Kind(
        .contextBootstrapped, "the shared context is there already",
        do: "bootstrap once, before the first use of ApplicationContext.shared")

    package static func protocolMismatch(found: String) -> Self {
        Self(
            .protocolMismatch, { "\($0.need), and the chosen component is of type \(found)" },
            do: { "name or bind a component that conforms to \($0.wanted ?? "it")" })
    }

    /// - Parameters:
    ///   - component: The type of the chosen component.
    ///   - replacement: The type of the instance that replaces the component, if it is known.
    ///   - processor: The post-processor that has returned the replacement; nil if a test replaces the component.
    package static func protocolMismatch(
        replacing component: String, by replacement: String?, of processor: String? = nil
    ) -> Self {
        let replaced = "\(component) is replaced by \(replacement ?? "something"), which is not of that type"
        let remedy = processor.map { "let \($0) return" } ?? "replace \(component) by"
        return Self(
            .protocolMismatch, needing: ", and \(replaced)" + (processor.map { ": \($0) returns it" } ?? ""),
            do: "ask for a protocol that both conform to, or \(remedy) an instance of the wanted type")
    }

    /// - Parameters:
    ///   - index: The index of the argument that the constructor reads, from 0.
    ///   - count: The number of parameters.
    ///   - name: The type that the constructor creates.
    package static func argumentMisused(_ index: Int, of count: Int, in name: String) -> Self {
        Self(
            .argumentMisused,
            "the constructor of \(name) takes argument \(index), and "
                + (count == 0 ? "it has no parameter" : "its last parameter is number \(count - 1)"),
            do: "number the arguments from 0, and declare a Parameter for each")
    }

    /// - Parameter type: The type as which the constructor reads the argument. The parameter has another type.
    package static func argumentMisused(as type: String) -> Self {
        Self(
            .argumentMisused, { "\($0.need), and its constructor takes the argument as \(type)" },
            do: { "take it as \($0.wanted ?? "the parameter's type"), or declare a Parameter<\(type)>" })
    }

    package static let argumentMisused = Fault.Kind(
        .argumentMisused,
        needing: ", and its constructor takes the argument outside the construction that it is for",
        do: "take it before the constructor's closure returns, and on the thread that calls the closure")

    package static func wrapperNotBound(property: String) -> Self {
        Self(
            .wrapperNotBound, "\(property) has injected properties inside its value, which the container doesn't bind",
            do: "declare them as properties of the class, or make the value a component")
    }

    package static let shapeMeaningless = Fault.Kind(
        .shapeMeaningless, { "\($0.asker) \($0.phrase ?? "a type"), which no component can fill" },
        do: { _ in
            "ask for a class or a protocol: as it is, as an optional, a list, a dictionary by name, or a provider"
        })

    /// - Parameter asked: The component that the owner asks for: `name`, or one that retains `name`, directly or
    ///   through others; nil for `name`.
    package static func dependencyCaptive(
        owner: String, ownerScope: String, name: String, scope: String, asked: String? = nil
    ) -> Self {
        Self(
            .dependencyCaptive,
            { _ in "\(owner) (\(ownerScope)) would hold \(name) (\(scope)) longer than it lives" },
            do: { fault in
                let remedy = "ask for \(asked ?? name) on each use"
                return fault.point == nil
                    ? "keep a Provider, and \(remedy)" : "declare the \(fault.pointNoun) as a Provider, and \(remedy)"
            })
    }

    private static func remedyWhereMissing(_ fault: Fault) -> String {
        let hints = fault.hints
        let wanted = hints.wanted ?? "it"
        let optional = fault.point == nil ? "look for an optional" : "make the \(fault.pointNoun) optional"
        // Strings, numbers and other types of the standard library are usually settings, so near misses are ignored.
        if hints.wantsValue, wanted.hasPrefix("Swift.") { return provided(fault, or: optional) }
        if let miss = hints.nearMisses.first(where: \.isRemoved) ?? hints.nearMisses.first, let fix = miss.fix {
            let removed = "replace \(miss.name) instead of leaving it out, or leave out what needs it as well"
            return miss.isRemoved ? removed : "\(fix), or \(optional)"
        }
        if wanted.hasPrefix("any ") {
            return "declare a component that conforms to \(wanted.dropFirst(4)), or \(optional)"
        }
        if hints.wantsValue || hints.wantsForeign || wanted.contains("<") { return provided(fault, or: optional) }
        return "put @Component on \(wanted) where a prefix or the class list matches it, or \(optional)"
    }

    /// Returns the remedy for a type of another package, a type with generic arguments, or a type that is neither a
    /// class nor a protocol.
    private static func provided(_ fault: Fault, or optional: String) -> String {
        let wanted = fault.wanted ?? "it"
        let function = Fault.providing(wanted)
        guard fault.hints.wantsValue else {
            let subclass = wanted.contains("<") ? ", ask for a subclass that fixes its parameters" : ""
            return "\(function)\(subclass), or \(optional)"
        }
        let type = wanted.contains("<") ? wanted : String(wanted.lastPart)
        let setting =
            switch fault.point {
            case nil: "setting(\"…\") of the context"
            case let point? where point.isParameter:
                "@Injected(setting: \"…\") let \(point.property): \(type), or @Named(setting: \"…\") before a parameter"
            case let point?: "@Value(\"…\") var \(point.property): \(type)"
            }
        return "if it is a setting, write \(setting); otherwise \(function), or \(optional)"
    }
}
