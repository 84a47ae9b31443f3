extension IOCError {
    /// The stable name of a kind of fault.
    ///
    /// New codes may be added; compare with the ones you handle and let others pass.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code as it is in front of a message, such as `dependency-missing`.
        public let rawValue: String

        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's text.
        public var description: String { rawValue }

        /// A configuration file is not there, or there is none to start the shared context from.
        public static let fileMissing = Code(rawValue: "file-missing")
        /// A configuration file can't be opened or read, or is a directory.
        public static let fileUnreadable = Code(rawValue: "file-unreadable")
        /// A configuration file has more than 16 MB, nests values more than 512 levels deep, or imports too many others.
        public static let fileTooLarge = Code(rawValue: "file-too-large")
        /// A configuration file ends in neither `.json` nor `.plist`.
        public static let fileFormatUnknown = Code(rawValue: "file-format-unknown")
        /// A configuration file does not parse, holds bytes that are no text, or is empty.
        public static let fileMalformed = Code(rawValue: "file-malformed")
        /// A key, with those above it, is too long.
        public static let keyTooLong = Code(rawValue: "key-too-long")
        /// Configuration files import each other.
        public static let importCycle = Code(rawValue: "import-cycle")
        /// A key is not part of the file's schema.
        public static let keyUnknown = Code(rawValue: "key-unknown")
        /// A key occurs twice in one object.
        public static let keyRepeated = Code(rawValue: "key-repeated")
        /// A key has a value of another type than the schema's, or one that is not allowed.
        public static let keyWrongType = Code(rawValue: "key-wrong-type")
        /// A key has a number that can't be held: too large, infinite or none at all.
        public static let numberOutOfRange = Code(rawValue: "number-out-of-range")
        /// A named class is not in the program.
        public static let classUnknown = Code(rawValue: "class-unknown")
        /// A named class is not a component.
        public static let classDoesNotConform = Code(rawValue: "class-does-not-conform")
        /// A named class is generic.
        public static let classIsGeneric = Code(rawValue: "class-is-generic")
        /// A class can't be loaded from its metadata.
        public static let classPrivate = Code(rawValue: "class-private")
        /// A constructor makes another type than its own, or takes an argument that it has no parameter for, as another type, or
        /// outside its construction.
        public static let argumentMisused = Code(rawValue: "argument-misused")
        /// Several classes have one simple name.
        public static let classAmbiguous = Code(rawValue: "class-ambiguous")
        /// A prefix matches no component, or an exclusion excludes nothing.
        public static let prefixWithoutMatch = Code(rawValue: "prefix-without-match")
        /// A component's module was built without reflection metadata.
        public static let reflectionDisabled = Code(rawValue: "reflection-disabled")
        /// A configuration declares nothing at all.
        public static let configurationEmpty = Code(rawValue: "configuration-empty")
        /// A named assembly is not in the program, is a class that is no assembly, or declares nothing.
        public static let assemblyUnknown = Code(rawValue: "assembly-unknown")
        /// A component's condition does not hold.
        public static let conditionNotMet = Code(rawValue: "condition-not-met")
        /// Components are included only if each other is missing.
        public static let conditionCycle = Code(rawValue: "condition-cycle")
        /// A component has something to start, run or stop, and a scope in which nothing does.
        public static let componentNeverStarted = Code(rawValue: "component-never-started")
        /// Two components have one name.
        public static let nameRepeated = Code(rawValue: "name-repeated")
        /// A component's name is empty.
        public static let nameBlank = Code(rawValue: "name-blank")
        /// A binding names a type that is not in the program.
        public static let bindingTypeUnknown = Code(rawValue: "binding-type-unknown")
        /// A binding names a component that is not there.
        public static let bindingTargetUnknown = Code(rawValue: "binding-target-unknown")
        /// A binding names a component that does not fit its type.
        public static let bindingTargetDoesNotFit = Code(rawValue: "binding-target-does-not-fit")
        /// A component depends on a name that is not there.
        public static let dependsOnUnknown = Code(rawValue: "depends-on-unknown")
        /// Components depend on each other's start.
        public static let dependsOnCycle = Code(rawValue: "depends-on-cycle")
        /// Nothing provides what is wanted.
        public static let dependencyMissing = Code(rawValue: "dependency-missing")
        /// Several components provide what is wanted, or several of them are primary.
        public static let dependencyAmbiguous = Code(rawValue: "dependency-ambiguous")
        /// A qualifier names no component, or one of another type.
        public static let qualifierUnknown = Code(rawValue: "qualifier-unknown")
        /// Several components have one simple name.
        public static let nameAmbiguous = Code(rawValue: "name-ambiguous")
        /// Components depend on each other where the configuration forbids it.
        public static let cycleForbidden = Code(rawValue: "cycle-forbidden")
        /// A component is needed to make itself.
        public static let constructionCycle = Code(rawValue: "construction-cycle")
        /// A component's own code threw.
        public static let componentFailed = Code(rawValue: "component-failed")
        /// A component was not made in time.
        public static let constructionTimeout = Code(rawValue: "construction-timeout")
        /// The stack is nearly used up.
        public static let graphTooDeep = Code(rawValue: "graph-too-deep")
        /// An object to inject into has nothing to inject.
        public static let typeUnmanaged = Code(rawValue: "type-unmanaged")
        /// The context is gone.
        public static let contextEnded = Code(rawValue: "context-ended")
        /// There is no context to ask.
        public static let contextMissing = Code(rawValue: "context-missing")
        /// The shared context was there already.
        public static let contextBootstrapped = Code(rawValue: "context-bootstrapped")
        /// A definition was called before its assembly was activated.
        public static let assemblyNotActivated = Code(rawValue: "assembly-not-activated")
        /// Several assemblies could be one collaborator.
        public static let collaboratorAmbiguous = Code(rawValue: "collaborator-ambiguous")
        /// One definition is in two places, or is replaced twice.
        public static let definitionUsedTwice = Code(rawValue: "definition-used-twice")
        /// Two custom scopes, or a custom and a built-in one, have one name.
        public static let scopeNameTaken = Code(rawValue: "scope-name-taken")
        /// A class has injected properties inside another value, which the container doesn't bind.
        public static let wrapperNotBound = Code(rawValue: "wrapper-not-bound")
        /// A definition or a collaborator is in a `lazy var`, or inside another value such as an array.
        public static let definitionNotStored = Code(rawValue: "definition-not-stored")
        /// A definition is its own parent, or has one that belongs to another kind of assembly.
        public static let parentElsewhere = Code(rawValue: "parent-elsewhere")
        /// A longer-lived component would hold a shorter-lived one.
        public static let dependencyCaptive = Code(rawValue: "dependency-captive")
        /// A component's scope is not active.
        public static let scopeInactive = Code(rawValue: "scope-inactive")
        /// An activation of a scope has ended, and with it what a property leads to.
        public static let scopeEnded = Code(rawValue: "scope-ended")
        /// A component that has something to stop is made in a scope that can't await that.
        public static let scopeCannotStop = Code(rawValue: "scope-cannot-stop")
        /// A component of a scope was released without being stopped.
        public static let scopeEndedUnstopped = Code(rawValue: "scope-ended-unstopped")
        /// Components hold each other in a circle, and no scope keeps any of them.
        public static let cycleUnkept = Code(rawValue: "cycle-unkept")
        /// The instance that a property leads back to was released by its holder.
        public static let instanceGone = Code(rawValue: "instance-gone")
        /// A value is to be held weakly.
        public static let scopeNeedsClass = Code(rawValue: "scope-needs-class")
        /// A component that is no prototype, or a property, asks for the injection point of an instance.
        public static let injectionPointShared = Code(rawValue: "injection-point-shared")
        /// A definition with arguments is looked up without them.
        public static let argumentsNeeded = Code(rawValue: "arguments-needed")
        /// A shared component is made from an argument that can't be compared.
        public static let argumentIncomparable = Code(rawValue: "argument-incomparable")
        /// Nothing of the wanted kind is being built.
        public static let instanceNotBeingBuilt = Code(rawValue: "instance-not-being-built")
        /// A patch replaces nothing.
        public static let patchWithoutTarget = Code(rawValue: "patch-without-target")
        /// A definition post-processor has injection points.
        public static let processorNeedsInjection = Code(rawValue: "processor-needs-injection")
        /// A component that the start of the context creates is asked for before that.
        public static let notStarted = Code(rawValue: "not-started")
        /// A component with an `async` initializer has another scope than singleton.
        public static let asyncNeedsSingleton = Code(rawValue: "async-needs-singleton")
        /// A component that boot uses, such as a post-processor, has an `async` initializer or leads to one.
        public static let asyncAtBoot = Code(rawValue: "async-at-boot")
        /// A component with an `async` initializer is part of a circle.
        public static let cycleAsync = Code(rawValue: "cycle-async")
        /// A component's `start()` threw.
        public static let startFailed = Code(rawValue: "start-failed")
        /// A component did not start in time.
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
        /// A context that was stopped is to start or run.
        public static let contextStopped = Code(rawValue: "context-stopped")
        /// A context that runs is to run.
        public static let contextRunning = Code(rawValue: "context-running")
        /// A component's own call, for which its context waits, is to start, run or reload that context.
        public static let contextReentered = Code(rawValue: "context-reentered")
        /// A context can't be reloaded, because it was not created from a file.
        public static let reloadUnavailable = Code(rawValue: "reload-unavailable")
        /// A component conforms to the protocol with other parameters.
        public static let protocolMismatch = Code(rawValue: "protocol-mismatch")
        /// A property's type nests in a way that nothing can fill, such as a list of lists.
        public static let shapeMeaningless = Code(rawValue: "shape-meaningless")
        /// A notice: a check could not judge something without creating instances.
        public static let unchecked = Code(rawValue: "unchecked")
        /// A notice: a component is created before the post-processors that would process it.
        public static let notPostProcessed = Code(rawValue: "not-post-processed")
        /// A property of an instance asks for another name than its declaration states.
        public static let pointMisstated = Code(rawValue: "point-misstated")
        /// A setting has no value and no default.
        public static let settingMissing = Code(rawValue: "setting-missing")
        /// A setting's value does not convert to the wanted type.
        public static let settingConversion = Code(rawValue: "setting-conversion")
        /// A placeholder names a setting that no source has or leads to itself, can't be read, or grows without end.
        public static let placeholderUnresolved = Code(rawValue: "placeholder-unresolved")
        /// An environment variable is set that several properties map to.
        public static let variableAmbiguous = Code(rawValue: "variable-ambiguous")
        /// An environment variable is set whose name is nearly one that a setting maps to.
        public static let variableUnread = Code(rawValue: "variable-unread")
        /// An argument names no setting, has no value, or has no meaning here.
        public static let argumentMalformed = Code(rawValue: "argument-malformed")
        /// A setting source threw.
        public static let settingSourceFailed = Code(rawValue: "setting-source-failed")
        /// A program was given an argument that it does not know, or one for a setting that nothing reads.
        public static let argumentUnknown = Code(rawValue: "argument-unknown")
        /// A component is to be started again in a way that is impossible, such as with a factor that is no number.
        public static let retryImpossible = Code(rawValue: "retry-impossible")
        /// A program is to explain something that it does not have.
        public static let subjectUnknown = Code(rawValue: "subject-unknown")
        /// A profile is active that nothing asks for.
        public static let profileUnknown = Code(rawValue: "profile-unknown")
        /// A file has a setting that nothing reads.
        public static let settingUnread = Code(rawValue: "setting-unread")
        /// A setting in a file is read by nothing but a component that a condition or an exclusion leaves out.
        public static let settingOfAbsent = Code(rawValue: "setting-of-absent")
    }
}
