extension FaultRenderer {
    /// The first line: the code, and what is wrong in one sentence.
    package static func headline(_ fault: Fault) -> String {
        ShownText.line("\(fault.kind.code): \(wording(fault).sentence)")
    }

    /// The last line: one thing to do.
    package static func action(_ fault: Fault) -> String { wording(fault).action }

    /// What is wrong in one sentence, and one thing to do about it.
    private static func wording(_ fault: Fault) -> Wording {
        let asker = fault.point.map { "\($0.label) needs" } ?? "looking for"
        let wanted = fault.wanted ?? "a component"
        let it = fault.wanted ?? "it"
        return switch fault.kind {
        case .fileMissing(let path, let searched):
            Wording(
                "there is no file at \(path)",
                do: searched.isEmpty
                    ? "create the file, or write \"optional:\" in front of an import that may be absent"
                    : "create it in one of: \(searched.joined(separator: ", "))")
        case .fileIsDirectory(let path):
            Wording(
                "\(path) is a directory, not a file", do: "name a file inside it, such as applicationContext.json")
        case .fileUnreadable(let path, let reason):
            Wording("\(path) can't be read: \(reason)", do: "give the process permission to read it")
        case .fileEmpty(let path): Wording("\(path) is empty", do: "write at least {} into it")
        case .fileBinary(let path):
            Wording(
                "\(path) holds binary data, not text",
                do: "save it as UTF-8 text, or as a property list that ends in .plist")
        case .fileTooLarge(let path, let bytes, let limit):
            Wording(
                "\(path) has \(bytes) bytes, and the limit is \(limit)",
                do: "split it and join the parts with \"imports\"")
        case .fileFormatUnknown(let path):
            Wording("\(path) ends in neither .json nor .plist", do: "rename it to end in .json or .plist")
        case .fileMalformed(let format, let reason):
            Wording("this \(format) is not well-formed: \(reason)", do: malformedAction(fault, format))
        case .fileTooDeep(let limit):
            Wording("values are nested deeper than \(limit) levels", do: "flatten the values")
        case .keyTooLong(let limit):
            Wording(
                "a key with those above it has more than \(limit) bytes", do: "shorten the keys, or nest fewer objects")
        case .filesTooMany(let limit):
            Wording(
                "the file and its imports are more than \(limit) files", do: "put what belongs together into one file")
        case .importCycle: Wording("the files import each other in a circle", do: "take one of the imports out")
        case .keyUnknown(let key, let known):
            Wording("the key '\(key)' is not known here", do: "use one of: \(known.joined(separator: ", "))")
        case .keyRepeated(let key): Wording("the key '\(key)' stands twice", do: "keep one of them")
        case .keyWrongType(let key, let wanted, let found):
            Wording("'\(key)' takes \(wanted), and this is \(found)", do: "give '\(key)' \(wanted)")
        case .valueUnknown(let key, let value, let allowed):
            Wording("'\(value)' is no value for '\(key)'", do: "use one of: \(allowed.joined(separator: ", "))")
        case .numberOutOfRange(let key, let text):
            Wording(
                "'\(key)' can't hold the number \(text)",
                do: "use a whole number of 64 bits, or a finite one with a fraction")
        case .contextFileNotFound(let searched):
            Wording(
                "there is no context file to bootstrap from",
                do: "create one of: \(searched.joined(separator: ", ")); or set IOC_CONFIG; "
                    + "or call ApplicationContext.bootstrap")
        case .argumentUnknown(let argument, let known):
            Wording(
                "'\(argument)' is no argument of this program",
                do: "use one of: \(known.joined(separator: ", ")); a property is --key=value")
        case .argumentWithoutValue(let name): Wording("'\(name)' needs a value", do: "write it as \(name) VALUE")
        case .argumentUnread(let key):
            Wording(
                "nobody reads the property of the argument --\(key)=…", do: "take it out, or correct its key")
        case .profileUnknown(let name, let known):
            Wording(
                "no component, entry or file asks for the profile '\(name)'",
                do: known.isEmpty ? "take it out" : "use one of: \(known.joined(separator: ", "))")
        case .classUnknown(let name):
            Wording(
                "the program has no class '\(name)'", do: "correct the name, or link the module that has the class")
        case .classDoesNotConform(let name):
            Wording(
                "\(name) does not conform to IOCComponent", do: "put @Component on \(name), or take it off the list")
        case .classIsGeneric(let name):
            Wording(
                "\(name) is generic, so the container can't know what to build",
                do: "name a subclass of \(name) that fixes its parameters")
        case .classPrivate(let name):
            Wording(
                "\(name) can't be loaded from its metadata", do: "make the class internal, or define it in an assembly")
        case .classAmbiguous(let name, let matches):
            Wording(
                "several classes are called '\(name)'", do: "write one of: \(matches.joined(separator: ", "))")
        case .prefixWithoutMatch(let prefix):
            Wording(
                "no component class matches the prefix '\(prefix)'", do: "correct the prefix, or take it off the list")
        case .excludeWithoutMatch(let pattern):
            Wording("'\(pattern)' excludes nothing", do: "take it off the list")
        case .reflectionDisabled(let name):
            Wording(
                "the properties of \(name) can't be reflected on",
                do: "build its module without -disable-reflection-metadata")
        case .configurationEmpty:
            Wording(
                "the configuration names no prefix, class, component or assembly", do: "add \"prefixes\" or \"classes\""
            )
        case .assemblyUnknown(let name):
            Wording(
                "the program has no assembly '\(name)'",
                do: "correct the name, or link the module that has the assembly")
        case .conditionNotMet(let name, let reason):
            Wording("\(name) is left out: \(reason)", do: "nothing, if that is meant")
        case .componentNeverStarted(let name, let scope, let protocols):
            Wording(
                "\(name) is \(protocols.joined(separator: " and ")), and nobody will start or stop it: its scope is \(scope)",
                do: "make it a singleton without arguments, or call it where it is used")
        case .nameRepeated(let name):
            Wording("several components are called '\(name)'", do: duplicateNameAction(fault))
        case .bindingTypeUnknown(let type):
            Wording(
                "the program has no protocol or class '\(type)' to bind",
                do: "write the qualified name, such as Shop.PaymentGateway")
        case .bindingTargetUnknown(let type, let name):
            Wording(
                "\(type) is bound to '\(name)', which nobody is called", do: "use the name of a component that is there"
            )
        case .bindingTargetDoesNotFit(let type, let name, let found):
            Wording(
                "\(type) is bound to '\(name)', a \(found), which is no \(type)",
                do: "bind it to a component that is a \(type)")
        case .dependsOnUnknown(let component, let name):
            Wording(
                "\(component) depends on '\(name)', which nobody is called",
                do: "use the name of a component that is there")
        case .dependsOnCycle:
            Wording("components wait for each other to start", do: "take one of the \"dependsOn\" out")
        case .dependencyMissing:
            Wording("\(asker) \(wanted), and no component provides one", do: missingAction(fault, it))
        case .dependencyAmbiguous:
            Wording(
                "\(asker) \(wanted), and several components provide one",
                do: "mark one .primary, name one at the property, or bind \(it) in \"bindings\"")
        case .primaryAmbiguous:
            Wording(
                "\(asker) \(wanted), and several components are primary", do: "leave .primary on one of them")
        case .qualifierUnknown(let name):
            Wording(
                "\(asker) \(wanted) named '\(name)', and nobody is called so",
                do: "use the name of a component that is there")
        case .nameAmbiguous(let name):
            Wording(
                "\(asker) \(wanted) named '\(name)', and several go by that name", do: "use a qualified name")
        case .qualifierWrongType(let name, let found):
            Wording(
                "\(asker) \(wanted), and '\(name)' is a \(found)",
                do: "name a component that is a \(it), or declare the property as \(found)")
        case .cycleForbidden:
            Wording(
                "components depend on each other in a circle, and \"cycles\" is \"forbid\"",
                do: "take one edge out, or make it a Provider that is called later")
        case .cycleUnkept:
            Wording(
                "components hold each other in a circle and no scope keeps any of them: once made, they never go",
                do: "make one of them a lazySingleton, or one of the properties a Provider")
        case .instanceGone:
            Wording(
                "\(asker) \(wanted), and the one it led back to was let go by whoever asked for it",
                do: "hold what you asked for as long as what it led to, or make the property a Provider")
        case .constructionCycle(let steps):
            Wording(
                "\(steps.first?.component ?? "a component") needs itself before it is made",
                do: "read one of these properties after construction, in didInject() or later")
        case .componentFailed(let component, let stage):
            Wording("\(component) failed in \(stage)", do: "see the cause")
        case .constructionTimeout(let component, let seconds):
            Wording(
                "waited \(seconds) s for \(component), which another thread is still making",
                do: "let no construction wait for a thread that needs what is being made")
        case .graphTooDeep(let depth):
            Wording(
                "the graph is \(depth) levels deep here, and the stack is nearly used up",
                do: "resolve on a thread with a larger stack, or cut the chain with a Provider")
        case .typeUnmanaged(let name):
            Wording(
                "\(name) has no injection points and is no component",
                do: "declare its dependencies with @Autowired, or make it an IOCComponent")
        case .contextEnded:
            Wording(
                "\(asker) \(wanted), and its context is gone",
                do: "keep the ApplicationContext, or the activated assembly, as long as its components are used")
        case .contextMissing:
            Wording(
                "\(asker) \(wanted), and there is no context to ask",
                do: "call ApplicationContext.bootstrap first, or build the object with a context")
        case .contextBootstrapped:
            Wording(
                "the shared context is there already",
                do: "bootstrap once, before the first use of ApplicationContext.shared")
        case .assemblyNotActivated(let assembly, let definition):
            Wording(
                "\(assembly).\(definition) was called before the assembly was activated",
                do: "make the assembly with activated(); in an activated one, make the definition a stored 'let'")
        case .collaboratorAmbiguous(let type, let assemblies):
            Wording(
                "\(assemblies.joined(separator: " and ")) could each be the collaborator \(type)",
                do: "pass the one to use to activated(with:)")
        case .definitionNotStored(let name):
            Wording("\(name) is a 'lazy var', and made too late to be in a context", do: "make it a 'let'")
        case .definitionReplacedTwice(let name):
            Wording(
                "\(name) is replaced where it is composed, and again here", do: "take one of the replacements out")
        case .definitionUsedTwice(let first, let second):
            Wording(
                "\(first) and \(second) are one definition",
                do: "declare a definition for each; one may return what the other makes")
        case .assemblyWithoutDefinitions(let name):
            Wording(
                "\(name) has neither definitions nor collaborators",
                do: "declare a 'let' with a Definition or a Collaborator")
        case .classIsNoAssembly(let name):
            Wording("\(name) is a class, and no assembly", do: "name a class that conforms to Assembly")
        case .abstractParentCycle(let name): Wording("\(name) is its own parent", do: "take one parent out")
        case .parentElsewhere(let name, let assembly):
            Wording(
                "the parent of the definition of \(name) belongs to an assembly \(assembly), which this one is not",
                do: "name the parent there: .parent(\\.key, of: \\.collaborator)")
        case .dependencyCaptive(let owner, let ownerScope, let name, let scope):
            Wording(
                "\(owner) (\(ownerScope)) would hold \(name) (\(scope)) longer than it lives",
                do: "declare the property as a Provider, and ask for \(name) on each use")
        case .scopeInactive(let name, let scope):
            Wording(
                "\(name) lives in the scope '\(scope)', which is not active here",
                do: scope == "request" ? "run it inside withRequestScope { }" : "use it while '\(scope)' is active")
        case .scopeEnded(let scope):
            Wording(
                fault.point == nil
                    ? "the scope '\(scope)' has ended here"
                    : "\(asker) \(wanted), and the scope '\(scope)' it is in has ended",
                do: scope == "request"
                    ? "hold the scope with RequestScope.hold() where it is used longer than the request"
                    : "keep the scope's instances open as long as they are used")
        case .scopeCannotStop(let name):
            Wording(
                "\(name) has a stop() to await, and its scope is one that can't await anything",
                do: "await the scope: use withRequestScope in an asynchronous function")
        case .scopeEndedUnstopped(let name, let scope):
            Wording(
                "\(name) was let go without being stopped, as nobody awaited the end of its scope '\(scope)'",
                do: scope == "request"
                    ? "call end() on the RequestScope that is held last"
                    : "call stop() on the scope's instances instead of end()")
        case .scopeNeedsClass(let name):
            Wording(
                "\(name) is a value, and only an object can be held weakly", do: "use another scope, or make it a class"
            )
        case .argumentsNeeded(let name):
            Wording(
                "\(name) is made from arguments, and a lookup has none to give",
                do: "call the definition '\(name)' with its arguments")
        case .argumentIncomparable(let name, let type):
            Wording(
                "\(name) is shared by its arguments, and a \(type) equals nothing",
                do: "make the argument Equatable or an object, or the definition a prototype")
        case .instanceNotBeingBuilt:
            Wording(
                "\(asker) \(wanted) that is being built, and none is",
                do: "ask only from inside a definition's closure or a hook")
        case .optionWithoutMatch(let property, let value, let options):
            Wording(
                "no option of '\(property)' fits " + (value.map { "the value \($0)" } ?? "a missing value"),
                do: options.isEmpty
                    ? "add a default" : "use one of: \(options.joined(separator: ", ")); or add a default")
        case .processorNeedsInjection(let name):
            Wording(
                "\(name) processes definitions, so it is made before anything could be injected",
                do: "take its @Autowired properties out")
        case .patchWithoutTarget(let what):
            Wording("there is no \(what) to replace", do: "use a name or type that context.graph lists")
        case .startFailed(let component): Wording("\(component) failed in start()", do: "see the cause")
        case .startTimeout(let component, let seconds):
            Wording(
                "\(component) did not start within \(seconds) s and is abandoned",
                do: "let start() end when its task is cancelled, or raise ContextConfiguration.startTimeout")
        case .stopFailed(let component): Wording("\(component) failed in stop()", do: "see the cause")
        case .stopTimeout(let component, let seconds):
            Wording(
                "\(component) did not stop within \(seconds) s and is abandoned",
                do: "let stop() end when its task is cancelled, or raise ContextConfiguration.stopTimeout")
        case .serviceFailed(let component): Wording("\(component) failed in run()", do: "see the cause")
        case .serviceTimeout(let component, let seconds):
            Wording(
                "\(component) was still in run() \(seconds) s after it was asked to end, and is abandoned",
                do: "let run() end when its task is cancelled, or raise ContextConfiguration.stopTimeout")
        case .contextStopped: Wording("the context was stopped and can't start again", do: "boot a new context")
        case .contextRunning: Wording("the context is running already", do: "call run() once")
        case .contextNotReloadable:
            Wording(
                "the context was not made from a configuration alone",
                do: "name its assemblies in the configuration, and patch the new context")
        case .protocolMismatch(let found):
            Wording(
                "\(asker) \(wanted), and the chosen component is a \(found)",
                do: "name or bind a component that conforms to \(it)")
        case .shapeMeaningless:
            Wording(
                "\(asker) \(wanted) in a way that no component can fill",
                do:
                    "ask for a class or a protocol: as it is, as an optional, a list, a dictionary by name, or a provider"
            )
        case .property(let property): wording(property, of: fault)
        case .stated(_, let sentence, let action): Wording(sentence, do: action)
        }
    }

    private static func malformedAction(_ fault: Fault, _ format: String) -> String {
        guard case .file(let position) = fault.place, position.line != nil else { return "write the file anew" }
        return "correct the \(format) at that place"
    }

    private static func duplicateNameAction(_ fault: Fault) -> String {
        let areInFiles = fault.candidates.allSatisfy { if case .file = $0.origin { true } else { false } }
        return areInFiles && !fault.candidates.isEmpty
            ? "give one of them another name, or let the later one say \"override\": true"
            : "give one of them another name with .named(…) or in \"components\""
    }

    private static func missingAction(_ fault: Fault, _ wanted: String) -> String {
        if let miss = fault.nearMisses.first {
            let change =
                miss.reason.contains("does not conform to IOCComponent")
                ? "put @Component on \(miss.name)" : "let \(miss.name) in"
            return "\(change), or make the property optional"
        }
        if wanted.hasPrefix("any ") {
            return "declare a component that conforms to \(wanted.dropFirst(4)), or make the property optional"
        }
        return "put @Component on \(wanted) where a prefix or the class list matches it, or make the property optional"
    }
}

/// What a message says of a fault.
struct Wording {
    let sentence: String
    let action: String

    /// - Parameters:
    ///   - sentence: What is wrong.
    ///   - action: One thing to do about it.
    init(_ sentence: String, do action: String) {
        self.sentence = sentence
        self.action = action
    }
}
