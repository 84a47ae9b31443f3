extension IOCError {
    /// The stable name of a kind of fault.
    ///
    /// New codes may be added. Compare a code with the codes that you handle, and ignore all others.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The text of the code, as it begins a message, such as `dependency-missing`.
        public let rawValue: String

        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text of the code.
        public var description: String { rawValue }

        /// A configuration file doesn't exist, or the shared context has no file to boot from.
        public static let fileMissing = Code(rawValue: "file-missing")
        /// A configuration file can't be opened or read, or is a directory.
        public static let fileUnreadable = Code(rawValue: "file-unreadable")
        /// A configuration file has more than 16 MB, nests values more than 512 levels deep, or imports too many
        /// others.
        public static let fileTooLarge = Code(rawValue: "file-too-large")
        /// A configuration file ends in neither `.json` nor `.plist`.
        public static let fileFormatUnknown = Code(rawValue: "file-format-unknown")
        /// A configuration file can't be parsed, is not text, or is empty.
        public static let fileMalformed = Code(rawValue: "file-malformed")
        /// A key path is too long, or has too many parts.
        public static let keyTooLong = Code(rawValue: "key-too-long")
        /// Configuration files import each other in a cycle.
        public static let importCycle = Code(rawValue: "import-cycle")
        /// A key is not part of the file's schema.
        public static let keyUnknown = Code(rawValue: "key-unknown")
        /// A key occurs twice in one object.
        public static let keyRepeated = Code(rawValue: "key-repeated")
        /// The value of a key has a type that the schema doesn't allow, or is not one of the allowed values.
        public static let keyWrongType = Code(rawValue: "key-wrong-type")
        /// A number or a date in a file is outside of the range that settings support.
        public static let numberOutOfRange = Code(rawValue: "number-out-of-range")
        /// A named class is not in the program, or no component of the context is of that class.
        public static let classUnknown = Code(rawValue: "class-unknown")
        /// A named class, or a class that a prefix matches and an injection point would take, is not a component.
        public static let classDoesNotConform = Code(rawValue: "class-does-not-conform")
        /// A named class is generic.
        public static let classIsGeneric = Code(rawValue: "class-is-generic")
        /// A class can't be loaded from its metadata, for example because it is private.
        public static let classPrivate = Code(rawValue: "class-private")
        /// A constructor creates an instance of another type, reads an argument with a wrong index or type, or reads an
        /// argument outside of its own construction.
        public static let argumentMisused = Code(rawValue: "argument-misused")
        /// Several classes have the same name.
        public static let classAmbiguous = Code(rawValue: "class-ambiguous")
        /// A prefix matches no component, or an exclusion excludes nothing.
        public static let prefixWithoutMatch = Code(rawValue: "prefix-without-match")
        /// A component's module was built without reflection metadata.
        public static let reflectionDisabled = Code(rawValue: "reflection-disabled")
        /// A configuration names no prefix, class, component or assembly.
        public static let configurationEmpty = Code(rawValue: "configuration-empty")
        /// A named assembly is not in the program, is not an assembly, or declares nothing.
        public static let assemblyUnknown = Code(rawValue: "assembly-unknown")
        /// A component is excluded by its condition.
        public static let conditionNotMet = Code(rawValue: "condition-not-met")
        /// Components are included only if each other is missing.
        public static let conditionCycle = Code(rawValue: "condition-cycle")
        /// A component has something to start, run or stop, but nothing does that, because of its scope or a missing
        /// protocol.
        public static let componentNeverStarted = Code(rawValue: "component-never-started")
        /// Two components have the same name.
        public static let nameRepeated = Code(rawValue: "name-repeated")
        /// A component's name is empty.
        public static let nameBlank = Code(rawValue: "name-blank")
        /// A binding names a type that is not in the program.
        public static let bindingTypeUnknown = Code(rawValue: "binding-type-unknown")
        /// A binding names a component that doesn't exist.
        public static let bindingTargetUnknown = Code(rawValue: "binding-target-unknown")
        /// A binding names a component that does not fit the bound type, or a test replaces a component by an instance
        /// that can't fit.
        public static let bindingTargetDoesNotFit = Code(rawValue: "binding-target-does-not-fit")
        /// A component's `dependsOn` names a component that doesn't exist.
        public static let dependsOnUnknown = Code(rawValue: "depends-on-unknown")
        /// Components wait for each other to start.
        public static let dependsOnCycle = Code(rawValue: "depends-on-cycle")
        /// No component fits an injection point or a lookup.
        public static let dependencyMissing = Code(rawValue: "dependency-missing")
        /// Several components fit an injection point or a lookup, and the candidate rule chooses none of them.
        public static let dependencyAmbiguous = Code(rawValue: "dependency-ambiguous")
        /// A property or a lookup asks for a name that no component has, or only a component of another type.
        public static let qualifierUnknown = Code(rawValue: "qualifier-unknown")
        /// An injection point, a lookup or a test uses a short name that several components have.
        public static let nameAmbiguous = Code(rawValue: "name-ambiguous")
        /// Components depend on each other in a cycle, and the configuration forbids cycles.
        public static let cycleForbidden = Code(rawValue: "cycle-forbidden")
        /// A component's construction needs the component itself.
        public static let constructionCycle = Code(rawValue: "construction-cycle")
        /// A component's own code threw.
        public static let componentFailed = Code(rawValue: "component-failed")
        /// A thread has waited too long for a component that another thread is constructing.
        public static let constructionTimeout = Code(rawValue: "construction-timeout")
        /// The construction has nearly exhausted the stack.
        public static let graphTooDeep = Code(rawValue: "graph-too-deep")
        /// An object that is to be injected has no properties to inject.
        public static let typeUnmanaged = Code(rawValue: "type-unmanaged")
        /// The context was released.
        public static let contextEnded = Code(rawValue: "context-ended")
        /// There is no current or shared context.
        public static let contextMissing = Code(rawValue: "context-missing")
        /// The shared context exists already.
        public static let contextBootstrapped = Code(rawValue: "context-bootstrapped")
        /// A definition was called before its assembly was activated.
        public static let assemblyNotActivated = Code(rawValue: "assembly-not-activated")
        /// Several assemblies fit one collaborator.
        public static let collaboratorAmbiguous = Code(rawValue: "collaborator-ambiguous")
        /// One definition is stored in two properties, or is replaced twice.
        public static let definitionUsedTwice = Code(rawValue: "definition-used-twice")
        /// Two scopes have the same name.
        public static let scopeNameTaken = Code(rawValue: "scope-name-taken")
        /// A class has injected properties inside another value. The container doesn't fill them.
        public static let wrapperNotBound = Code(rawValue: "wrapper-not-bound")
        /// A definition or a collaborator is in a `lazy var`, or inside another value such as an array.
        public static let definitionNotStored = Code(rawValue: "definition-not-stored")
        /// A definition's parent is the definition itself, or belongs to another kind of assembly.
        public static let parentElsewhere = Code(rawValue: "parent-elsewhere")
        /// A longer-lived component would retain a shorter-lived one.
        public static let dependencyCaptive = Code(rawValue: "dependency-captive")
        /// A component's scope is not active.
        public static let scopeInactive = Code(rawValue: "scope-inactive")
        /// An activation of a scope is used after its end.
        public static let scopeEnded = Code(rawValue: "scope-ended")
        /// A component that has to be stopped is created in a scope that can't wait for the stop.
        public static let scopeCannotStop = Code(rawValue: "scope-cannot-stop")
        /// A component of a scope was released without being stopped.
        public static let scopeEndedUnstopped = Code(rawValue: "scope-ended-unstopped")
        /// Components would retain each other in a cycle, and never be released.
        public static let cycleUnkept = Code(rawValue: "cycle-unkept")
        /// A property refers to an instance that was released.
        public static let instanceGone = Code(rawValue: "instance-gone")
        /// The scope of a value is `weakSingleton`, which only an instance of a class can have.
        public static let scopeNeedsClass = Code(rawValue: "scope-needs-class")
        /// A property, or a parameter of a component that is not a prototype, asks for an `InjectionPoint`.
        public static let injectionPointShared = Code(rawValue: "injection-point-shared")
        /// A definition with arguments is looked up without them.
        public static let argumentsNeeded = Code(rawValue: "arguments-needed")
        /// A shared component is created from an argument that can't be compared.
        public static let argumentIncomparable = Code(rawValue: "argument-incomparable")
        /// No instance of the requested type is being created.
        public static let instanceNotBeingBuilt = Code(rawValue: "instance-not-being-built")
        /// A change by a test has no effect, for example because the component doesn't exist.
        public static let patchWithoutTarget = Code(rawValue: "patch-without-target")
        /// A definition post-processor has injection points.
        public static let processorNeedsInjection = Code(rawValue: "processor-needs-injection")
        /// A component that only the start of the context creates is requested before the start.
        public static let notStarted = Code(rawValue: "not-started")
        /// A component with an `async` initializer or function is not a singleton.
        public static let asyncNeedsSingleton = Code(rawValue: "async-needs-singleton")
        /// A component that the boot creates, such as a post-processor, has an `async` initializer or function, or
        /// depends on a component that has one.
        public static let asyncAtBoot = Code(rawValue: "async-at-boot")
        /// A component with an `async` initializer or function is part of a cycle.
        public static let cycleAsync = Code(rawValue: "cycle-async")
        /// A component's `start()`, or its `async` initializer or function, threw.
        public static let startFailed = Code(rawValue: "start-failed")
        /// A component did not start, or was not created by the start, in time.
        public static let startTimeout = Code(rawValue: "start-timeout")
        /// A service's `ready()` threw.
        public static let readyFailed = Code(rawValue: "ready-failed")
        /// A service was not ready in time.
        public static let readyTimeout = Code(rawValue: "ready-timeout")
        /// A service's `run()` returned during the start.
        public static let serviceEnded = Code(rawValue: "service-ended")
        /// A component's `stop()` threw.
        public static let stopFailed = Code(rawValue: "stop-failed")
        /// A component did not stop in time.
        public static let stopTimeout = Code(rawValue: "stop-timeout")
        /// A service's `run()` threw.
        public static let serviceFailed = Code(rawValue: "service-failed")
        /// A service's `run()` did not end in time.
        public static let serviceTimeout = Code(rawValue: "service-timeout")
        /// A context that was stopped is asked to start or run again.
        public static let contextStopped = Code(rawValue: "context-stopped")
        /// A context that is running is asked to run again.
        public static let contextRunning = Code(rawValue: "context-running")
        /// Code of a component starts, runs or reloads the context, although the context waits for this code.
        public static let contextReentered = Code(rawValue: "context-reentered")
        /// A context can't be reloaded, because it was not created from a file.
        public static let reloadUnavailable = Code(rawValue: "reload-unavailable")
        /// An instance or an argument is not of the requested type.
        public static let protocolMismatch = Code(rawValue: "protocol-mismatch")
        /// The type of a property is nested in a way that nothing can fill, such as a list of lists.
        public static let shapeMeaningless = Code(rawValue: "shape-meaningless")
        /// A notice: a part of the wiring was not checked, for example because it depends on an instance.
        public static let unchecked = Code(rawValue: "unchecked")
        /// A notice: a component is created before the post-processors that would process it.
        public static let notPostProcessed = Code(rawValue: "not-post-processed")
        /// A property of an instance asks for another name or key than its annotation states.
        public static let pointMisstated = Code(rawValue: "point-misstated")
        /// A setting has no value and no default.
        public static let settingMissing = Code(rawValue: "setting-missing")
        /// A setting's value does not convert to the wanted type.
        public static let settingConversion = Code(rawValue: "setting-conversion")
        /// A placeholder can't be resolved: its setting is missing or malformed, leads back to itself, or grows without
        /// limit.
        public static let placeholderUnresolved = Code(rawValue: "placeholder-unresolved")
        /// Several settings map to an environment variable or an argument that is set.
        public static let variableAmbiguous = Code(rawValue: "variable-ambiguous")
        /// An environment variable sets no setting, although its name resembles the variable of a setting.
        public static let variableUnread = Code(rawValue: "variable-unread")
        /// An argument has no value, or can't be used in this way.
        public static let argumentMalformed = Code(rawValue: "argument-malformed")
        /// A setting source threw.
        public static let settingSourceFailed = Code(rawValue: "setting-source-failed")
        /// A program doesn't know an argument, or nothing reads the setting of the argument.
        public static let argumentUnknown = Code(rawValue: "argument-unknown")
        /// A retry of a component's start is impossible, for example because its factor is not a finite number.
        public static let retryImpossible = Code(rawValue: "retry-impossible")
        /// A program is asked to explain something that it doesn't have.
        public static let subjectUnknown = Code(rawValue: "subject-unknown")
        /// No component, entry or file mentions an active profile, or a text can't be the name of a profile.
        public static let profileUnknown = Code(rawValue: "profile-unknown")
        /// Nothing reads a setting.
        public static let settingUnread = Code(rawValue: "setting-unread")
        /// Only an excluded component reads a setting.
        public static let settingOfAbsent = Code(rawValue: "setting-of-absent")
    }
}
