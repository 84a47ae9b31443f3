extension Fault.Kind {
    package static func classUnknown(name: String) -> Self {
        Self(
            .classUnknown, in: .classes, "the program has no class '\(name)'",
            do:
                "correct the name, or link the module that has it; an internal structure or enumeration must conform in an "
                + "extension")
    }

    package static func classAbsent(name: String) -> Self {
        Self(
            .classUnknown, in: .classes, "the context has no component of a class '\(name)'",
            do: "correct the name, or look the component up by its type")
    }

    package static func classDoesNotConform(name: String) -> Self {
        Self(
            .classDoesNotConform, in: .classes, "\(name) does not conform to IOCComponent",
            do: "put @Component on \(name), or take it off the list")
    }

    /// Creates the fault of a class that a prefix matches, and that would fill an injection point if it were a
    /// component.
    package static func classForgotten(name: String) -> Self {
        Self(
            .classDoesNotConform, in: .classes,
            { "\($0.point?.label ?? "a property") takes \($0.phrase ?? "it"), but \(name) is no component" },
            do: { _ in "put @Component on \(name), or add \"\(name)\" to \"exclude\"" })
    }

    package static func classIsGeneric(name: String) -> Self {
        Self(
            .classIsGeneric, in: .classes, "\(name) is generic, so the container can't know what to build",
            do: "name a subclass of \(name) that fixes its parameters")
    }

    package static func classPrivate(name: String) -> Self {
        Self(
            .classPrivate, in: .classes, "\(name) can't be loaded from its metadata",
            do: "make the class internal, or define it in an assembly")
    }

    package static func classAmbiguous(name: String, matches: [String]) -> Self {
        Self(
            .classAmbiguous, in: .classes, "several classes are called '\(name)'",
            do: Set(matches).count > 1
                ? "write one of: \(matches.joined(separator: ", "))"
                : "find them by a prefix, and give one of them a name, as in @Component(\"name\")")
    }

    package static func prefixWithoutMatch(prefix: String) -> Self {
        Self(
            .prefixWithoutMatch, in: .classes, { _ in "no component class matches the prefix '\(prefix)'" },
            do: { fault in
                guard let fix = fault.nearMisses.first?.fix else {
                    return "correct the prefix, or take it off the list"
                }
                return fault.suggestion == nil ? "\(fix), or correct the prefix" : "correct the prefix, or \(fix)"
            })
    }

    package static func excludeWithoutMatch(pattern: String) -> Self {
        Self(
            .prefixWithoutMatch, in: .classes, "'\(pattern)' excludes nothing",
            do: "correct it, or take it off the list")
    }

    /// - Parameters:
    ///   - name: The type whose constructor was requested.
    ///   - product: The type that the constructor creates.
    package static func constructorMismatch(name: String, product: String) -> Self {
        Self(
            .argumentMisused, in: .classes, "the constructor of \(name) makes \(product)",
            do: "declare a constructor in \(name), or let that of its superclass call 'self.init' and declare the "
                + "initializer 'required'")
    }

    package static func reflectionDisabled(name: String) -> Self {
        Self(
            .reflectionDisabled, in: .classes, "the properties of \(name) can't be reflected on",
            do: "build its module without -disable-reflection-metadata")
    }

    package static let configurationEmpty = Fault.Kind(
        .configurationEmpty, in: .classes, "the configuration names no prefix, class, component or assembly",
        do: "add \"prefixes\" or \"classes\"")

    package static func assemblyUnknown(name: String) -> Self {
        Self(
            .assemblyUnknown, in: .classes, "the program has no assembly '\(name)'",
            do: "correct the name, or link the module that has the assembly")
    }

    /// - Parameter isCalled: True if the excluded component is a definition, and code has called it.
    package static func conditionNotMet(name: String, reason: String, isCalled: Bool = false) -> Self {
        Self(
            .conditionNotMet, in: .classes, "\(name) \(isCalled ? "was called, and it is" : "is") left out: \(reason)",
            do: isCalled
                ? "look up the component by its type, so that the one which is in is found"
                : "nothing, if that is meant")
    }

    package static func componentNeverStarted(name: String, scope: String, protocols: [String]) -> Self {
        Self(
            .componentNeverStarted, in: .classes,
            "\(name) is \(protocols.joined(separator: " and ")), and nothing starts or stops it: its scope is \(scope)",
            do: "make it a singleton without arguments, or call it where it is used")
    }

    /// - Parameter role: The protocol that requires the method.
    package static func componentNeverStarted(name: String, method: String, role: String) -> Self {
        Self(
            .componentNeverStarted, in: .classes, "\(name) has \(method)(), and nothing calls it: it is no \(role)",
            do: "conform to \(role), or give the method another name")
    }

    /// - Parameter dependents: The post-processors and setting converters that depend on the component.
    package static func notPostProcessed(name: String, dependents: [String]) -> Self {
        Self(
            .notPostProcessed, in: .classes,
            "\(name) is not post-processed, because \(dependents.joined(separator: " and ")) "
                + "\(dependents.count == 1 ? "depends" : "depend") on it",
            do: "if it has to be processed, take a Provider of it, and call that while processing")
    }

    package static func nameRepeated(name: String) -> Self {
        Self(.nameRepeated, in: .names, { _ in "several components are called '\(name)'" }) { fault in
            let candidates = fault.hints.candidates
            let areTwins = candidates.allSatisfy {
                if case .scannedClass = $0.origin { $0.typeName == name } else { false }
            }
            if candidates.count > 1, areTwins { return "give one of the classes a name, as in @Component(\"name\")" }
            // A prefix or the class list selects the class, and an assembly defines it as well.
            if candidates.count > 1, candidates.allSatisfy({ $0.typeName == name }) {
                return "leave it out of \"prefixes\" and \"classes\", or its assembly out of \"assemblies\""
            }
            let areInFiles = candidates.allSatisfy { if case .file = $0.origin { true } else { false } }
            return areInFiles && !candidates.isEmpty
                ? "give one of them another name, or let the later one say \"override\": true"
                : "give one of them another name with .named(…) or in \"components\""
        }
    }

    package static func nameBlank(typeName: String) -> Self {
        Self(
            .nameBlank, in: .names, "the name of a component, a \(typeName), is empty",
            do: "write a name in .named(…) or in \"components\", or leave it out, and it is the class's own")
    }

    package static func bindingTypeUnknown(type: String) -> Self {
        Self(
            .bindingTypeUnknown, in: .names, "the program has no protocol or class '\(type)' to bind",
            do: "write the qualified name, such as Shop.PaymentGateway")
    }

    package static func bindingTargetUnknown(type: String, name: String) -> Self {
        Self(
            .bindingTargetUnknown, in: .names, "\(type) is bound to '\(name)', and no component has that name",
            do: "use the name of a component that is there")
    }

    package static func bindingTargetDoesNotFit(type: String, name: String, found: String) -> Self {
        Self(
            .bindingTargetDoesNotFit, in: .names,
            "\(type) is bound to '\(name)', which is of type \(found) and not of type \(type)",
            do: "bind it to a component of type \(type)")
    }

    /// - Parameter other: The component that has to start before: its name in quotation marks, or its type.
    package static func dependsOnUnknown(component: String, on other: String) -> Self {
        Self(
            .dependsOnUnknown, in: .names, "\(component) depends on \(other), and there is no such component",
            do: "name a component or a type that is there, or leave it out of dependsOn")
    }

    /// - Parameter names: A cycle of components, each included only if the next one is missing.
    package static func conditionCycle(_ names: [String]) -> Self {
        Self(
            .conditionCycle, in: .names, "components are included only if each other is missing",
            do: "take one of the conditions out", cycle: names.map { ($0, nil) })
    }

    package static func dependsOnCycle(_ steps: [Fault.CycleStep]) -> Self {
        Self(
            .dependsOnCycle, in: .names, "components wait for each other to start",
            do: "take one of the \"dependsOn\" out",
            cycle: steps)
    }
}
