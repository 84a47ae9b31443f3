extension Fault.Kind {
    package static func assemblyNotActivated(assembly: String, definition: String) -> Self {
        Self(
            .assemblyNotActivated, "\(assembly).\(definition) was called before the assembly was activated",
            do: "make the assembly with activated(); in an activated one, make the definition a stored 'let'")
    }

    package static func assemblyWithoutDefinitions(name: String) -> Self {
        Self(
            .assemblyUnknown, "\(name) has neither definitions nor collaborators",
            do: "declare a 'let' with a Definition or a Collaborator")
    }

    package static func collaboratorAmbiguous(type: String, assemblies: [String]) -> Self {
        Self(
            .collaboratorAmbiguous, "\(assemblies.joined(separator: " and ")) could each be the collaborator \(type)",
            do: "name only one of them, in \"assemblies\" or in activated(with:)")
    }

    /// - Parameters:
    ///   - promised: The declared type: a list, a map or a provider.
    ///   - element: The type of the elements of the list, map or provider.
    ///   - isMany: True for a list or a map.
    package static func definitionOfForm(name: String, promised: String, element: String, isMany: Bool) -> Self {
        Self(
            .shapeMeaningless,
            "\(name) promises \(promised), which no injection point gets: the container makes it of components of type "
                + element,
            do: isMany
                ? "write one definition for each element, which promises \(element)"
                : "write a definition that promises \(element)")
    }

    /// - Parameter isLazy: True if the property is a `lazy var`; false if the definitions are inside another value.
    package static func definitionNotStored(name: String, isLazy: Bool) -> Self {
        Self(
            .definitionNotStored,
            isLazy
                ? "\(name) is a 'lazy var', whose definition doesn't exist yet when the assembly is activated"
                : "\(name) has definitions or collaborators inside another value, where the container can't find them",
            do: isLazy ? "make it a 'let'" : "declare a 'let' of the assembly for each of them")
    }

    package static func definitionReplacedTwice(name: String) -> Self {
        Self(
            .definitionUsedTwice, "\(name) is replaced where it is composed, and again here",
            do: "take one of the replacements out")
    }

    package static func definitionUsedTwice(first: String, second: String) -> Self {
        Self(
            .definitionUsedTwice, "\(first) and \(second) are one definition",
            do: "declare a definition for each; one may return what the other makes")
    }

    package static func classIsNoAssembly(name: String) -> Self {
        Self(.assemblyUnknown, "\(name) is a class, and no assembly", do: "name a class that conforms to Assembly")
    }

    package static func abstractParentCycle(name: String) -> Self {
        Self(.parentElsewhere, "\(name) is its own parent", do: "take one parent out")
    }

    package static func parentElsewhere(name: String, assembly: String) -> Self {
        Self(
            .parentElsewhere,
            "the parent of the definition of \(name) belongs to an assembly \(assembly), which this one is not",
            do: "reach the parent through a collaborator: .parent({ try $0.collaborator().key }) { $0 }")
    }

    package static func scopeInactive(name: String, scope: String) -> Self {
        Self(
            .scopeInactive, "\(name) lives in the scope '\(scope)', which is not active here",
            do: scope == "request"
                ? "run it inside withRequestScope { }; for work that outlives it, such as a streamed body, use RequestScope.hold()"
                : "use it while '\(scope)' is active")
    }

    package static func scopeEnded(scope: String) -> Self {
        Self(
            .scopeEnded, { ($0.point == nil ? "" : "\($0.need), and ") + "the scope '\(scope)' has ended" },
            do: { _ in
                scope == "request"
                    ? "hold the scope with RequestScope.hold() where it is used longer than the request"
                    : "keep the scope's instances open as long as they are used"
            })
    }

    package static func scopeCannotStop(name: String) -> Self {
        Self(
            .scopeCannotStop, "\(name) has a stop() to await, and its scope is one that can't await anything",
            do: "await the scope: use withRequestScope in an asynchronous function")
    }

    package static func scopeEndedUnstopped(name: String, scope: String) -> Self {
        Self(
            .scopeEndedUnstopped,
            "\(name) was released without being stopped, because nothing awaited the end of its scope '\(scope)'",
            do: scope == "request"
                ? "call end() on the RequestScope that is held last"
                : "call stop() on the scope's instances instead of end()")
    }

    /// - Parameter other: A component in a custom scope with the same name; nil if a built-in scope has the name.
    package static func scopeNameTaken(scope: String, component: String, other: String? = nil) -> Self {
        let owner = other.map { "the one of \($0), which has another store" } ?? "a built-in scope"
        return Self(
            .scopeNameTaken, "\(component) is in a custom scope called '\(scope)', which is the name of \(owner)",
            do: "give the custom scope another name" + (other == nil ? "" : ", or give both one store"))
    }

    package static func scopeNeedsClass(name: String) -> Self {
        Self(
            .scopeNeedsClass, "\(name) is a value, and only an object can be held weakly",
            do: "use another scope, or make it a class")
    }

    /// - Parameter scope: The scope of the component; nil for a prototype with a property that asks for the injection
    ///   point.
    package static func injectionPointShared(name: String, scope: String?) -> Self {
        let reason = scope.map { "has the scope '\($0)', so its instance is not for one injection point" }
        return Self(
            .injectionPointShared, "\(name) asks for an InjectionPoint and \(reason ?? "does so by a property")",
            do: scope == nil ? "make it a parameter" : "make it a prototype, with .scope(.prototype)")
    }

    package static func argumentsNeeded(name: String) -> Self {
        Self(
            .argumentsNeeded, "\(name) is made from arguments, and there are none here",
            do: "call the definition '\(name)' with its arguments, or name one without")
    }

    package static func argumentsNeeded(byParentOf name: String) -> Self {
        Self(
            .argumentsNeeded, "the parent of the definition of \(name) takes arguments, and gets none",
            do: "pass them: .parent(\\.key, arguments: { … }) { $0 }")
    }

    package static func argumentIncomparable(name: String, type: String) -> Self {
        Self(
            .argumentIncomparable, "\(name) is shared by its arguments, and a \(type) equals nothing",
            do: "make the argument Hashable or an object, or the definition a prototype")
    }

    package static let instanceNotBeingBuilt = Fault.Kind(
        .instanceNotBeingBuilt, needing: " that is being built, and none is",
        do: "ask only from inside a definition's closure or a hook")

    /// - Parameter wanted: The type of the component that a test changes.
    package static func patchTargetAmbiguous(_ wanted: String) -> Self {
        Self(
            .dependencyAmbiguous, "a test changes the component of type \(wanted), and there are several",
            do: "name one: named: \"…\", as: (\(wanted)).self")
    }

    /// - Parameters:
    ///   - type: The class of a component.
    ///   - found: The class of the instance that a test uses instead.
    package static func replacementDoesNotFit(name: String, type: String, found: String) -> Self {
        Self(
            .bindingTargetDoesNotFit, in: .names,
            "\(name) is of type \(type), and a test puts \(found) in its place, which no instance of both can be",
            do: "say as what it is replaced: named: \"\(name)\", as: (any …).self, a protocol that both conform to")
    }

    package static func patchWithoutTarget(what: String, to purpose: String) -> Self {
        Self(
            .patchWithoutTarget, "there is no \(what) to \(purpose)", do: "use a name or type that context.graph lists")
    }

    package static let patchOfConfiguration = Fault.Kind(
        .patchWithoutTarget,
        "a patched context has the components, settings and profiles of its origin, so it can't change them",
        do: "boot a context with the change, as the trait .applicationContext(…) does")

    package static func processorNeedsInjection(name: String) -> Self {
        Self(
            .processorNeedsInjection, "\(name) processes definitions, so it is made before anything could be injected",
            do: "take its @Autowired properties out")
    }
}
