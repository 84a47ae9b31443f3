extension FaultRenderer {
    /// The first line: the code, and what is wrong in one sentence.
    package static func headline(_ fault: Fault) -> String {
        ShownText.line("\(fault.kind.code): \(sentence(fault))")
    }

    private static func sentence(_ fault: Fault) -> String {
        let asker = fault.point.map { "\($0.label) needs" } ?? "looking for"
        let wanted = fault.wanted ?? "a component"
        switch fault.kind {
        case .fileMissing(let path, _): return "there is no file at \(path)"
        case .fileIsDirectory(let path): return "\(path) is a directory, not a file"
        case .fileUnreadable(let path, let reason): return "\(path) can't be read: \(reason)"
        case .fileEmpty(let path): return "\(path) is empty"
        case .fileBinary(let path): return "\(path) holds binary data, not text"
        case .fileTooLarge(let path, let bytes, let limit):
            return "\(path) has \(bytes) bytes, and the limit is \(limit)"
        case .fileFormatUnknown(let path): return "\(path) ends in neither .json nor .plist"
        case .fileMalformed(let format, let reason): return "this \(format) is not well-formed: \(reason)"
        case .fileTooDeep(let limit): return "values are nested deeper than \(limit) levels"
        case .keyTooLong(let limit): return "a key with those above it has more than \(limit) bytes"
        case .tooManyFiles(let limit): return "the file and its imports are more than \(limit) files"
        case .importCycle: return "the files import each other in a circle"
        case .keyUnknown(let key, _): return "the key '\(key)' is not known here"
        case .keyRepeated(let key): return "the key '\(key)' stands twice"
        case .keyWrongType(let key, let wanted, let found): return "'\(key)' takes \(wanted), and this is \(found)"
        case .valueUnknown(let key, let value, _): return "'\(value)' is no value for '\(key)'"
        case .numberOutOfRange(let key, let text): return "'\(key)' can't hold the number \(text)"
        case .contextFileNotFound: return "there is no context file to bootstrap from"
        case .argumentUnknown(let argument, _): return "'\(argument)' is no argument of this program"
        case .argumentWithoutValue(let name): return "'\(name)' needs a value"
        case .argumentUnread(let key): return "nobody reads the property of the argument --\(key)=…"
        case .profileUnknown(let name, _): return "no component, entry or file asks for the profile '\(name)'"
        case .classUnknown(let name): return "the program has no class '\(name)'"
        case .classDoesNotConform(let name): return "\(name) does not conform to IOCComponent"
        case .classIsGeneric(let name): return "\(name) is generic, so the container can't know what to build"
        case .classIsPrivateName(let name): return "\(name) can't be loaded from its metadata"
        case .classAmbiguous(let name, _): return "several classes are called '\(name)'"
        case .prefixWithoutMatch(let prefix): return "no component class matches the prefix '\(prefix)'"
        case .excludeWithoutMatch(let pattern): return "'\(pattern)' excludes nothing"
        case .reflectionDisabled(let name): return "the properties of \(name) can't be reflected on"
        case .nothingToDiscover: return "the configuration names no prefix, class, component or assembly"
        case .assemblyUnknown(let name): return "the program has no assembly '\(name)'"
        case .conditionNotMet(let name, let reason): return "\(name) is left out: \(reason)"
        case .neverStarted(let name, let scope, let protocols):
            return
                "\(name) is \(protocols.joined(separator: " and ")), and nobody will start or stop it: its scope is \(scope)"
        case .duplicateName(let name): return "several components are called '\(name)'"
        case .bindingTypeUnknown(let type): return "the program has no protocol or class '\(type)' to bind"
        case .bindingTargetUnknown(let type, let name): return "\(type) is bound to '\(name)', which nobody is called"
        case .bindingTargetDoesNotFit(let type, let name, let found):
            return "\(type) is bound to '\(name)', a \(found), which is no \(type)"
        case .dependsOnUnknown(let component, let name):
            return "\(component) depends on '\(name)', which nobody is called"
        case .dependsOnCycle: return "components wait for each other to start"
        case .missing: return "\(asker) \(wanted), and no component provides one"
        case .ambiguous: return "\(asker) \(wanted), and several components provide one"
        case .severalPrimaries: return "\(asker) \(wanted), and several components are primary"
        case .unknownName(let name): return "\(asker) \(wanted) named '\(name)', and nobody is called so"
        case .ambiguousName(let name): return "\(asker) \(wanted) named '\(name)', and several go by that name"
        case .wrongType(let name, let found): return "\(asker) \(wanted), and '\(name)' is a \(found)"
        case .cycleForbidden: return "components depend on each other in a circle, and \"cycles\" is \"forbid\""
        case .cycleUnkept:
            return "components hold each other in a circle and no scope keeps any of them: once made, they never go"
        case .instanceGone:
            return "\(asker) \(wanted), and the one it led back to was let go by whoever asked for it"
        case .constructionCycle(let steps):
            return "\(steps.first?.component ?? "a component") needs itself before it is made"
        case .componentFailed(let component, let stage): return "\(component) failed in \(stage)"
        case .constructionTimeout(let component, let seconds):
            return "waited \(seconds) s for \(component), which another thread is still making"
        case .graphTooDeep(let depth): return "the graph is \(depth) levels deep here, and the stack is nearly used up"
        case .unmanagedType(let name): return "\(name) has no injection points and is no component"
        case .contextEnded: return "\(asker) \(wanted), and its context is gone"
        case .noContext: return "\(asker) \(wanted), and there is no context to ask"
        case .alreadyBootstrapped: return "the shared context is there already"
        case .notActivated(let assembly, let definition):
            return "\(assembly).\(definition) was called before the assembly was activated"
        case .collaboratorAmbiguous(let type, let assemblies):
            return "\(assemblies.joined(separator: " and ")) could each be the collaborator \(type)"
        case .definitionNotStored(let name): return "\(name) is a 'lazy var', and made too late to be in a context"
        case .definitionReplacedTwice(let name): return "\(name) is replaced where it is composed, and again here"
        case .definitionUsedTwice(let first, let second): return "\(first) and \(second) are one definition"
        case .assemblyWithoutDefinitions(let name): return "\(name) has neither definitions nor collaborators"
        case .classIsNoAssembly(let name): return "\(name) is a class, and no assembly"
        case .abstractParentCycle(let name): return "\(name) is its own parent"
        case .parentElsewhere(let name, let assembly):
            return "the parent of the definition of \(name) belongs to an assembly \(assembly), which this one is not"
        case .captiveDependency(let owner, let ownerScope, let name, let scope):
            return "\(owner) (\(ownerScope)) would hold \(name) (\(scope)) longer than it lives"
        case .scopeInactive(let name, let scope):
            return "\(name) lives in the scope '\(scope)', which is not active here"
        case .scopeEnded(let scope):
            return fault.point == nil
                ? "the scope '\(scope)' has ended here"
                : "\(asker) \(wanted), and the scope '\(scope)' it is in has ended"
        case .scopeCannotStop(let name):
            return "\(name) has a stop() to await, and its scope is one that can't await anything"
        case .scopeEndedUnstopped(let name, let scope):
            return "\(name) was let go without being stopped, as nobody awaited the end of its scope '\(scope)'"
        case .scopeNeedsClass(let name): return "\(name) is a value, and only an object can be held weakly"
        case .argumentsNeeded(let name): return "\(name) is made from arguments, and a lookup has none to give"
        case .argumentIncomparable(let name, let type):
            return "\(name) is shared by its arguments, and a \(type) equals nothing"
        case .notBeingBuilt: return "\(asker) \(wanted) that is being built, and none is"
        case .optionWithoutMatch(let property, let value, _):
            return "no option of '\(property)' fits " + (value.map { "the value \($0)" } ?? "a missing value")
        case .processorNeedsInjection(let name):
            return "\(name) processes definitions, so it is made before anything could be injected"
        case .patchWithoutTarget(let what): return "there is no \(what) to replace"
        case .startFailed(let component): return "\(component) failed in start()"
        case .startTimeout(let component, let seconds):
            return "\(component) did not start within \(seconds) s and is abandoned"
        case .stopFailed(let component): return "\(component) failed in stop()"
        case .stopTimeout(let component, let seconds):
            return "\(component) did not stop within \(seconds) s and is abandoned"
        case .serviceFailed(let component): return "\(component) failed in run()"
        case .serviceTimeout(let component, let seconds):
            return "\(component) was still in run() \(seconds) s after it was asked to end, and is abandoned"
        case .contextStopped: return "the context was stopped and can't start again"
        case .alreadyRunning: return "the context is running already"
        case .notReloadable: return "the context was not made from a configuration alone"
        case .parameterisedProtocolMismatch(let found):
            return "\(asker) \(wanted), and the chosen component is a \(found)"
        case .meaninglessShape: return "\(asker) \(wanted) in a way that no component can fill"
        case .property(let property): return sentence(property, of: fault)
        }
    }

    /// The last line: one thing to do.
    package static func action(_ fault: Fault) -> String {
        let wanted = fault.wanted ?? "it"
        switch fault.kind {
        case .fileMissing(_, let searched):
            return searched.isEmpty
                ? "create the file, or write \"optional:\" in front of an import that may be absent"
                : "create it in one of: \(searched.joined(separator: ", "))"
        case .fileIsDirectory: return "name a file inside it, such as applicationContext.json"
        case .fileUnreadable: return "give the process permission to read it"
        case .fileEmpty: return "write at least {} into it"
        case .fileBinary: return "save it as UTF-8 text, or as a property list that ends in .plist"
        case .fileTooLarge: return "split it and join the parts with \"imports\""
        case .fileFormatUnknown: return "rename it to end in .json or .plist"
        case .fileMalformed(let format, _):
            guard case .file(let position) = fault.place, position.line != nil else { return "write the file anew" }
            return "correct the \(format) at that place"
        case .fileTooDeep: return "flatten the values"
        case .keyTooLong: return "shorten the keys, or nest fewer objects"
        case .tooManyFiles: return "put what belongs together into one file"
        case .importCycle: return "take one of the imports out"
        case .keyUnknown(_, let known): return "use one of: \(known.joined(separator: ", "))"
        case .keyRepeated: return "keep one of them"
        case .keyWrongType(let key, let wanted, _): return "give '\(key)' \(wanted)"
        case .valueUnknown(_, _, let allowed): return "use one of: \(allowed.joined(separator: ", "))"
        case .numberOutOfRange: return "use a whole number of 64 bits, or a finite one with a fraction"
        case .contextFileNotFound(let searched):
            return "create one of: \(searched.joined(separator: ", ")); or set IOC_CONFIG; "
                + "or call ApplicationContext.bootstrap"
        case .argumentUnknown(_, let known):
            return "use one of: \(known.joined(separator: ", ")); a property is --key=value"
        case .argumentWithoutValue(let name): return "write it as \(name) VALUE"
        case .argumentUnread: return "take it out, or correct its key"
        case .profileUnknown(_, let known):
            return known.isEmpty ? "take it out" : "use one of: \(known.joined(separator: ", "))"
        case .classUnknown: return "correct the name, or link the module that has the class"
        case .classDoesNotConform(let name): return "put @Component on \(name), or take it off the list"
        case .classIsGeneric(let name): return "name a subclass of \(name) that fixes its parameters"
        case .classIsPrivateName: return "make the class internal, or define it in an assembly"
        case .classAmbiguous(_, let matches): return "write one of: \(matches.joined(separator: ", "))"
        case .prefixWithoutMatch: return "correct the prefix, or take it off the list"
        case .excludeWithoutMatch: return "take it off the list"
        case .reflectionDisabled: return "build its module without -disable-reflection-metadata"
        case .nothingToDiscover: return "add \"prefixes\" or \"classes\""
        case .assemblyUnknown: return "correct the name, or link the module that has the assembly"
        case .conditionNotMet: return "nothing, if that is meant"
        case .neverStarted: return "make it a singleton without arguments, or call it where it is used"
        case .duplicateName: return duplicateNameAction(fault)
        case .bindingTypeUnknown: return "write the qualified name, such as Shop.PaymentGateway"
        case .bindingTargetUnknown, .dependsOnUnknown: return "use the name of a component that is there"
        case .bindingTargetDoesNotFit(let type, _, _): return "bind it to a component that is a \(type)"
        case .dependsOnCycle: return "take one of the \"dependsOn\" out"
        case .missing: return missingAction(fault, wanted)
        case .ambiguous: return "mark one .primary, name one at the property, or bind \(wanted) in \"bindings\""
        case .severalPrimaries: return "leave .primary on one of them"
        case .unknownName: return "use the name of a component that is there"
        case .ambiguousName: return "use a qualified name"
        case .wrongType(_, let found):
            return "name a component that is a \(wanted), or declare the property as \(found)"
        case .cycleForbidden: return "take one edge out, or make it a Provider that is called later"
        case .cycleUnkept: return "make one of them a lazySingleton, or one of the properties a Provider"
        case .instanceGone: return "hold what you asked for as long as what it led to, or make the property a Provider"
        case .constructionCycle: return "read one of these properties after construction, in didInject() or later"
        case .componentFailed: return "see the cause"
        case .constructionTimeout: return "let no construction wait for a thread that needs what is being made"
        case .graphTooDeep: return "resolve on a thread with a larger stack, or cut the chain with a Provider"
        case .unmanagedType: return "declare its dependencies with @Autowired, or make it an IOCComponent"
        case .contextEnded:
            return "keep the ApplicationContext, or the activated assembly, as long as its components are used"
        case .noContext: return "call ApplicationContext.bootstrap first, or build the object with a context"
        case .notActivated:
            return "make the assembly with activated(); in an activated one, make the definition a stored 'let'"
        case .collaboratorAmbiguous: return "pass the one to use to activated(with:)"
        case .definitionNotStored: return "make it a 'let'"
        case .definitionReplacedTwice: return "take one of the replacements out"
        case .definitionUsedTwice: return "declare a definition for each; one may return what the other makes"
        case .assemblyWithoutDefinitions: return "declare a 'let' with a Definition or a Collaborator"
        case .classIsNoAssembly: return "name a class that conforms to Assembly"
        case .abstractParentCycle: return "take one parent out"
        case .parentElsewhere: return "name the parent there: .parent(\\.key, of: \\.collaborator)"
        case .captiveDependency(_, _, let name, _):
            return "declare the property as a Provider, and ask for \(name) on each use"
        case .scopeInactive(_, let scope):
            return scope == "request" ? "run it inside withRequestScope { }" : "use it while '\(scope)' is active"
        case .scopeEnded(let scope):
            return scope == "request"
                ? "hold the scope with RequestScope.hold() where it is used longer than the request"
                : "keep the scope's instances open as long as they are used"
        case .scopeCannotStop: return "await the scope: use withRequestScope in an asynchronous function"
        case .scopeEndedUnstopped(_, let scope):
            return scope == "request"
                ? "call end() on the RequestScope that is held last"
                : "call stop() on the scope's instances instead of end()"
        case .scopeNeedsClass: return "use another scope, or make it a class"
        case .argumentsNeeded(let name): return "call the definition '\(name)' with its arguments"
        case .argumentIncomparable: return "make the argument Equatable or an object, or the definition a prototype"
        case .notBeingBuilt: return "ask only from inside a definition's closure or a hook"
        case .optionWithoutMatch(_, _, let options):
            return options.isEmpty
                ? "add a default" : "use one of: \(options.joined(separator: ", ")); or add a default"
        case .processorNeedsInjection: return "take its @Autowired properties out"
        case .patchWithoutTarget: return "use a name or type that context.graph lists"
        case .startFailed, .stopFailed, .serviceFailed: return "see the cause"
        case .startTimeout: return "let start() end when its task is cancelled, or raise Configuration.startTimeout"
        case .stopTimeout: return "let stop() end when its task is cancelled, or raise Configuration.stopTimeout"
        case .serviceTimeout: return "let run() end when its task is cancelled, or raise Configuration.stopTimeout"
        case .contextStopped: return "boot a new context"
        case .alreadyRunning: return "call run() once"
        case .notReloadable: return "name its assemblies in the configuration, and patch the new context"
        case .alreadyBootstrapped: return "bootstrap once, before the first use of ApplicationContext.shared"
        case .meaninglessShape:
            return
                "ask for a class or a protocol: as it is, as an optional, a list, a dictionary by name, or a provider"
        case .parameterisedProtocolMismatch: return "name or bind a component that conforms to \(wanted)"
        case .property(let property): return action(property)
        }
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
