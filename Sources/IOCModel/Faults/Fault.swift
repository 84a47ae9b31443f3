/// One thing that is wrong, as facts; `FaultRenderer` puts them into words.
package struct Fault: Sendable {
    package var kind: Kind
    /// Where it is wrong: a place in a file, a class, a line of code.
    package var place: Origin?
    /// The injection point that asked.
    package var point: InjectionPointFacts?
    /// The type that was wanted, as people write it.
    package var wanted: String?
    /// The names of the components from the one somebody asked for to the one at fault.
    package var path: [String] = []
    package var candidates: [NamedCandidate] = []
    package var nearMisses: [NearMiss] = []
    package var suggestion: String?
    /// The error of the user's own code, kept as it was thrown.
    package var cause: (any Error)?

    package init(_ kind: Kind, at place: Origin? = nil) {
        self.kind = kind
        self.place = place
    }

    /// What is wrong with what an injection point gets.
    package init(_ kind: Kind, asked point: InjectionPointFacts) {
        self.kind = kind
        self.point = point
    }

    /// A component as a message lists it.
    package struct NamedCandidate: Sendable {
        package var name: String
        package var typeName: String
        package var origin: Origin
        /// `primary` or `fallback`, where that matters.
        package var remark: String?

        package init(name: String, typeName: String, origin: Origin, remark: String? = nil) {
            self.name = name
            self.typeName = typeName
            self.origin = origin
            self.remark = remark
        }

        package init(_ facts: DefinitionFacts) {
            let remark = facts.isPrimary ? "primary" : facts.isFallback ? "fallback" : nil
            self.init(name: facts.name, typeName: facts.typeName, origin: facts.origin, remark: remark)
        }
    }

    /// Something that would nearly have done, and why it was passed over.
    package struct NearMiss: Sendable {
        package var name: String
        package var reason: String
        package var origin: Origin?

        package init(name: String, reason: String, origin: Origin? = nil) {
            self.name = name
            self.reason = reason
            self.origin = origin
        }
    }

    /// One step of a cycle: the component and the property that leads to the next.
    package struct CycleStep: Hashable, Sendable {
        package var component: String
        package var property: String?

        package init(component: String, property: String?) {
            self.component = component
            self.property = property
        }
    }

    /// What kind of fault it is, with the facts that only this kind has.
    package enum Kind: Sendable {
        // The file.
        case fileMissing(path: String, searched: [String])
        case fileIsDirectory(path: String)
        case fileUnreadable(path: String, reason: String)
        case fileEmpty(path: String)
        case fileBinary(path: String)
        case fileTooLarge(path: String, bytes: Int, limit: Int)
        case fileFormatUnknown(path: String)
        case fileMalformed(format: String, reason: String)
        case fileTooDeep(limit: Int)
        case keyTooLong(limit: Int)
        case filesTooMany(limit: Int)
        case importCycle(paths: [String])
        case keyUnknown(key: String, known: [String])
        case keyRepeated(key: String)
        case keyWrongType(key: String, wanted: String, found: String)
        case valueUnknown(key: String, value: String, allowed: [String])
        case numberOutOfRange(key: String, text: String)
        case contextFileNotFound(searched: [String])

        // A program's arguments.
        case argumentUnknown(String, known: [String])
        case argumentWithoutValue(String)
        case argumentUnread(String)
        case profileUnknown(String, known: [String])

        // Discovery.
        case classUnknown(name: String)
        case classDoesNotConform(name: String)
        case classIsGeneric(name: String)
        case classPrivate(name: String)
        case classAmbiguous(name: String, matches: [String])
        case prefixWithoutMatch(prefix: String)
        case excludeWithoutMatch(pattern: String)
        case reflectionDisabled(name: String)
        case configurationEmpty
        case assemblyUnknown(name: String)
        case conditionNotMet(name: String, reason: String)
        case componentNeverStarted(name: String, scope: String, protocols: [String])

        // Names and bindings.
        case nameRepeated(name: String)
        case bindingTypeUnknown(type: String)
        case bindingTargetUnknown(type: String, name: String)
        case bindingTargetDoesNotFit(type: String, name: String, found: String)
        case dependsOnUnknown(component: String, name: String)
        case dependsOnCycle([CycleStep])

        // Injection.
        case dependencyMissing
        case dependencyAmbiguous
        case primaryAmbiguous
        case qualifierUnknown(String)
        case nameAmbiguous(String)
        case qualifierWrongType(name: String, found: String)
        case cycleForbidden([CycleStep])
        case cycleUnkept([CycleStep])
        case instanceGone([CycleStep])
        case constructionCycle([CycleStep])
        case componentFailed(component: String, stage: String)
        case constructionTimeout(component: String, seconds: Double)
        case graphTooDeep(depth: Int)
        case typeUnmanaged(typeName: String)
        case contextEnded
        case contextMissing
        case contextBootstrapped
        case protocolMismatch(found: String)
        case shapeMeaningless

        // Properties.
        case property(PropertyFault)

        // Assemblies and scopes.
        case assemblyNotActivated(assembly: String, definition: String)
        case assemblyWithoutDefinitions(name: String)
        case collaboratorAmbiguous(type: String, assemblies: [String])
        case definitionNotStored(name: String)
        case definitionReplacedTwice(name: String)
        case definitionUsedTwice(first: String, second: String)
        case classIsNoAssembly(name: String)
        case abstractParentCycle(name: String)
        case parentElsewhere(name: String, assembly: String)
        case dependencyCaptive(owner: String, ownerScope: String, name: String, scope: String)
        case scopeInactive(name: String, scope: String)
        case scopeEnded(scope: String)
        case scopeCannotStop(name: String)
        case scopeEndedUnstopped(name: String, scope: String)
        case scopeNeedsClass(name: String)
        case argumentsNeeded(name: String)
        case argumentIncomparable(name: String, type: String)
        case instanceNotBeingBuilt
        case optionWithoutMatch(property: String, value: String?, options: [String])
        case patchWithoutTarget(what: String)
        case processorNeedsInjection(name: String)

        // Lifecycle.
        case startFailed(component: String)
        case startTimeout(component: String, seconds: Double)
        case stopFailed(component: String)
        case stopTimeout(component: String, seconds: Double)
        case serviceFailed(component: String)
        case serviceTimeout(component: String, seconds: Double)
        case contextStopped
        case contextRunning
        case contextNotReloadable

        /// One that a test has made up.
        case stated(code: String, sentence: String, action: String)
    }
}

extension Fault.Kind {
    /// The stable code a program can compare.
    package var code: String {
        switch self {
        case .fileMissing: "file-missing"
        case .fileIsDirectory: "file-is-directory"
        case .fileUnreadable: "file-unreadable"
        case .fileEmpty: "file-empty"
        case .fileBinary: "file-binary"
        case .fileTooLarge: "file-too-large"
        case .fileFormatUnknown: "file-format-unknown"
        case .fileMalformed: "file-malformed"
        case .fileTooDeep: "file-too-deep"
        case .keyTooLong: "key-too-long"
        case .filesTooMany: "files-too-many"
        case .importCycle: "import-cycle"
        case .keyUnknown: "key-unknown"
        case .keyRepeated: "key-repeated"
        case .keyWrongType: "key-wrong-type"
        case .valueUnknown: "value-unknown"
        case .numberOutOfRange: "number-out-of-range"
        case .contextFileNotFound: "context-file-not-found"
        case .argumentUnknown: "argument-unknown"
        case .argumentWithoutValue: "argument-without-value"
        case .argumentUnread: "argument-unread"
        case .profileUnknown: "profile-unknown"
        case .classUnknown: "class-unknown"
        case .classDoesNotConform: "class-does-not-conform"
        case .classIsGeneric: "class-is-generic"
        case .classPrivate: "class-private"
        case .classAmbiguous: "class-ambiguous"
        case .prefixWithoutMatch: "prefix-without-match"
        case .excludeWithoutMatch: "exclude-without-match"
        case .reflectionDisabled: "reflection-disabled"
        case .configurationEmpty: "configuration-empty"
        case .assemblyUnknown: "assembly-unknown"
        case .conditionNotMet: "condition-not-met"
        case .componentNeverStarted: "component-never-started"
        case .nameRepeated: "name-repeated"
        case .bindingTypeUnknown: "binding-type-unknown"
        case .bindingTargetUnknown: "binding-target-unknown"
        case .bindingTargetDoesNotFit: "binding-target-does-not-fit"
        case .dependsOnUnknown: "depends-on-unknown"
        case .dependsOnCycle: "depends-on-cycle"
        case .dependencyMissing: "dependency-missing"
        case .dependencyAmbiguous: "dependency-ambiguous"
        case .primaryAmbiguous: "primary-ambiguous"
        case .qualifierUnknown: "qualifier-unknown"
        case .nameAmbiguous: "name-ambiguous"
        case .qualifierWrongType: "qualifier-wrong-type"
        case .cycleForbidden: "cycle-forbidden"
        case .cycleUnkept: "cycle-unkept"
        case .instanceGone: "instance-gone"
        case .constructionCycle: "construction-cycle"
        case .componentFailed: "component-failed"
        case .constructionTimeout: "construction-timeout"
        case .graphTooDeep: "graph-too-deep"
        case .typeUnmanaged: "type-unmanaged"
        case .contextEnded: "context-ended"
        case .contextMissing: "context-missing"
        case .contextBootstrapped: "context-bootstrapped"
        case .protocolMismatch: "protocol-mismatch"
        case .shapeMeaningless: "shape-meaningless"
        case .property(let property): property.code
        case .assemblyNotActivated: "assembly-not-activated"
        case .assemblyWithoutDefinitions: "assembly-without-definitions"
        case .collaboratorAmbiguous: "collaborator-ambiguous"
        case .definitionNotStored: "definition-not-stored"
        case .definitionReplacedTwice: "definition-replaced-twice"
        case .definitionUsedTwice: "definition-used-twice"
        case .classIsNoAssembly: "class-is-no-assembly"
        case .abstractParentCycle: "abstract-parent-cycle"
        case .parentElsewhere: "parent-elsewhere"
        case .dependencyCaptive: "dependency-captive"
        case .scopeInactive: "scope-inactive"
        case .scopeEnded: "scope-ended"
        case .scopeCannotStop: "scope-cannot-stop"
        case .scopeEndedUnstopped: "scope-ended-unstopped"
        case .scopeNeedsClass: "scope-needs-class"
        case .argumentsNeeded: "arguments-needed"
        case .argumentIncomparable: "argument-incomparable"
        case .instanceNotBeingBuilt: "instance-not-being-built"
        case .optionWithoutMatch: "option-without-match"
        case .patchWithoutTarget: "patch-without-target"
        case .processorNeedsInjection: "processor-needs-injection"
        case .startFailed: "start-failed"
        case .startTimeout: "start-timeout"
        case .stopFailed: "stop-failed"
        case .stopTimeout: "stop-timeout"
        case .serviceFailed: "service-failed"
        case .serviceTimeout: "service-timeout"
        case .contextStopped: "context-stopped"
        case .contextRunning: "context-running"
        case .contextNotReloadable: "context-not-reloadable"
        case .stated(let code, _, _): code
        }
    }
}

extension Fault {
    /// The order in which faults are told: by phase, then by place, then by wording, so that it never changes between
    /// two runs.
    package static func sorted(_ faults: [Fault]) -> [Fault] {
        faults
            .map { (phase: $0.kind.phase, text: FaultRenderer.render($0), fault: $0) }
            .sorted { ($0.phase, $0.text) < ($1.phase, $1.text) }
            .map(\.fault)
    }
}

extension Fault.Kind {
    /// Files come before classes, classes before names, names before injection points.
    fileprivate var phase: Int {
        switch self {
        case .fileMissing, .fileIsDirectory, .fileUnreadable, .fileEmpty, .fileBinary, .fileTooLarge,
            .fileFormatUnknown, .fileMalformed, .fileTooDeep, .keyTooLong, .filesTooMany, .importCycle, .keyUnknown,
            .keyRepeated, .keyWrongType, .valueUnknown, .numberOutOfRange, .contextFileNotFound, .argumentUnknown,
            .argumentWithoutValue, .argumentUnread, .profileUnknown:
            0
        case .classUnknown, .classDoesNotConform, .classIsGeneric, .classPrivate, .classAmbiguous,
            .prefixWithoutMatch, .excludeWithoutMatch, .reflectionDisabled, .configurationEmpty, .assemblyUnknown,
            .conditionNotMet, .componentNeverStarted:
            1
        case .nameRepeated, .bindingTypeUnknown, .bindingTargetUnknown, .bindingTargetDoesNotFit, .dependsOnUnknown,
            .dependsOnCycle:
            2
        default: 3
        }
    }
}
