import IOCModel
import Testing

/// What a fault's words depend on.
@Suite("The words of faults, by their facts")
struct FaultConditionTests {
    private static func fault(_ kind: Fault.Kind, at place: Origin? = nil, _ change: (inout Fault) -> Void = { _ in })
        -> Fault
    {
        var fault = Fault(kind, at: place)
        change(&fault)
        return fault
    }

    private static let point = InjectionPointFacts(owner: "O", property: "p", wanted: TypeID(0), shape: .one)

    private static let parameter = InjectionPointFacts(
        owner: "O", property: "p", wanted: TypeID(0), shape: .setting, isParameter: true)

    private static func named(_ origins: [Origin], typeName: String = "T") -> Fault {
        fault(.nameRepeated(name: "a")) {
            $0.hints.candidates = origins.map { .init(name: "a", typeName: typeName, origin: $0) }
        }
    }

    private static func missing(_ wanted: String?, do fix: String? = nil) -> Fault {
        fault(.dependencyMissing) {
            $0.hints.wanted = wanted
            guard let fix else { return }
            $0.hints.nearMisses = [.init(name: "near", reason: "r", fix: fix), .init(name: "x", reason: "y")]
        }
    }

    private static let file = Origin.file(FilePosition(path: "c.json", at: .init(line: 1, column: 1)))

    static let cases: [(Fault, headline: String, remedy: String)] = [
        (
            fault(.scopeInactive(name: "a", scope: "request")),
            "a lives in the scope 'request', which is not active here",
            "run it inside withRequestScope { }; for work that outlives it, such as a streamed body, use RequestScope.hold()"
        ),
        (
            fault(.scopeInactive(name: "a", scope: "day")),
            "a lives in the scope 'day', which is not active here", "use it while 'day' is active"
        ),
        (
            fault(.scopeEnded(scope: "request")), "the scope 'request' has ended",
            "hold the scope with RequestScope.hold() where it is used longer than the request"
        ),
        (
            fault(.scopeEnded(scope: "day")) { $0.point = point },
            "O.p needs a component, and the scope 'day' has ended",
            "keep the scope's instances open as long as they are used"
        ),
        (
            fault(.scopeEndedUnstopped(name: "a", scope: "request")),
            "a was released without being stopped, because nothing awaited the end of its scope 'request'",
            "call end() on the RequestScope that is held last"
        ),
        (
            fault(.scopeEndedUnstopped(name: "a", scope: "day")),
            "a was released without being stopped, because nothing awaited the end of its scope 'day'",
            "call stop() on the scope's instances instead of end()"
        ),
        (
            named([]), "several components are called 'a'",
            "give one of them another name with .named(…) or in \"components\""
        ),
        (
            named([file, .code("it")]), "several components are called 'a'",
            "give one of them another name with .named(…) or in \"components\""
        ),
        (
            named([.scannedClass(name: "a"), .code("it")], typeName: "a"), "several components are called 'a'",
            "leave it out of \"prefixes\" and \"classes\", or its assembly out of \"assemblies\""
        ),
        (
            named([.code("it")], typeName: "a"), "several components are called 'a'",
            "give one of them another name with .named(…) or in \"components\""
        ),
        (
            fault(.failed(.start, component: "a", attempts: attempts(["refused"]))), "a failed in start()",
            "see the cause"
        ),
        (
            named([file, file]), "several components are called 'a'",
            "give one of them another name, or let the later one say \"override\": true"
        ),
        (
            fault(.fileMissing(path: "p")), "there is no file at p",
            "create the file, or write \"optional:\" in front of an import that may be absent"
        ),
        (
            fault(.fileMissing(path: "p", namedBy: "the argument --config", do: "create it in a")),
            "there is no file at p, which the argument --config names", "correct the path, or create it in a"
        ),
        (
            fault(.fileMalformed(format: "JSON", reason: "r"), at: file), "this JSON is not well-formed: r",
            "correct the JSON at that place"
        ),
        (
            fault(.fileMalformed(format: "JSON", reason: "r"), at: .file(FilePosition(path: "c.json"))),
            "this JSON is not well-formed: r", "write the file anew"
        ),
        (
            fault(.fileMalformed(format: "JSON", reason: "r")), "this JSON is not well-formed: r", "write the file anew"
        ),
        (
            fault(.constructionCycle([(component: "a", property: "b")])), "a needs itself before it is created",
            "read one of these properties after construction, in didInject() or later"
        ),
        (
            fault(.constructionCycle([])), "a component needs itself before it is created",
            "read or look up one of these components after construction, in didInject() or later"
        ),
        (
            missing("A"), "looking for A, and no component provides one",
            "put @Component on A where a prefix or the class list matches it, or look for an optional"
        ),
        (
            missing("any P"), "looking for any P, and no component provides one",
            "declare a component that conforms to P, or look for an optional"
        ),
        (
            missing(nil), "looking for a component, and no component provides one",
            "put @Component on it where a prefix or the class list matches it, or look for an optional"
        ),
        (
            missing("Box<A>"), "looking for Box<A>, and no component provides one",
            "return Box<A> from a function with @Provides, ask for a subclass that fixes its parameters, or look for an optional"
        ),
        (
            fault(.dependencyMissing) {
                $0.hints.wanted = "Data.Client"
                $0.hints.wantsForeign = true
            }, "looking for Data.Client, and no component provides one",
            "return Data.Client from a function with @Provides, or look for an optional"
        ),
        (
            fault(.dependencyMissing) {
                $0.hints.wanted = "Int"
                $0.hints.wantsValue = true
            }, "looking for Int, and no component provides one",
            "if it is a setting, write setting(\"…\") of the context; otherwise return Int from a function with @Provides, or "
                + "look for an optional"
        ),
        (
            fault(.dependencyAmbiguous), "looking for a component, and several components provide one",
            "mark one .primary, look one up by its name, or bind it in \"bindings\""
        ),
        (
            fault(.argumentMisused(as: "A")), "looking for a component, and its constructor takes the argument as A",
            "take it as the parameter's type, or declare a Parameter<A>"
        ),
        (
            fault(.argumentMisused(-1, of: 0, in: "A")),
            "the constructor of A takes argument -1, and it has no parameter",
            "number the arguments from 0, and declare a Parameter for each"
        ),
        (
            fault(.protocolMismatch(found: "A")), "looking for a component, and the chosen component is of type A",
            "name or bind a component that conforms to it"
        ),
        (
            fault(.settingConversion(key: "k", value: "v", origin: "f", expected: "a number")),
            "looking for a value, and 'k' is v", "give 'k' a number"
        ),
        (
            fault(.settingMissing(key: "", variable: "")), "looking for the setting '', and no source has it",
            "set '' under \"settings\", or give it a default"
        ),
        (
            fault(.argumentUnknown("-check", known: ["--check"])), "'-check' isn't an argument of this program",
            "use one of: --check; a setting is --key VALUE"
        ),
        (
            fault(.argumentUnknown("-psecret", known: ["--check"])), "'-p…' isn't an argument of this program",
            "use one of: --check; a setting is --key VALUE"
        ),
        (
            fault(.placeholderMalformed(asKey: "${a.b}")) { $0.point = parameter },
            "O(p:) needs the setting '${a.b}', which is a placeholder, not a key",
            "write @Injected(setting: \"a.b\"), and a default after the property"
        ),
        (
            fault(.dependencyCaptive(owner: "a", ownerScope: "singleton", name: "c", scope: "request", asked: "b")),
            "a (singleton) would hold c (request) longer than it lives", "keep a Provider, and ask for b on each use"
        ),
        (
            fault(.prefixWithoutMatch(prefix: "Shpo.")) {
                $0.hints.suggestion = "Shop."
                $0.hints.nearMisses = [.init(name: "Shpo", reason: "r", fix: "add it")]
            }, "no component class matches the prefix 'Shpo.'", "correct the prefix, or add it"
        ),
        (
            fault(.classPrivate(name: "A")), "A can't be loaded from its metadata",
            "make the class internal, or define it in an assembly"
        ),
        (
            fault(.reflectionDisabled(name: "A")), "the properties of A can't be reflected on",
            "build its module without -disable-reflection-metadata"
        ),
        (
            missing("A", do: "put @Component on near"), "looking for A, and no component provides one",
            "put @Component on near, or look for an optional"
        ),
        (
            fault(.qualifierUnknown("n")) { $0.hints.nearMisses = [.init(name: "n", reason: "r", fix: "do it")] },
            "looking for a component named 'n', and no component has that name", "do it"
        ),
        (
            fault(.failed(.run, component: "a", isStarting: true)), "a failed in run() while the context started",
            "see the cause"
        ),
        (fault(.failed(.stop, component: "a", isStarting: true)), "a failed in stop()", "see the cause"),
        (
            fault(.overran(.create, component: "a", seconds: 1)), "a was not created within 1.0 s and is abandoned",
            "let its initializer end when its task is cancelled, or raise ContextConfiguration.startTimeout"
        ),
    ]

    @Test("A fault's sentence and its remedy say what its facts are", arguments: cases)
    func words(fault: Fault, headline: String, remedy: String) {
        #expect(fault.headline == "\(fault.code): \(headline)")
        #expect(fault.remedy == remedy)
    }

    @Test("A start that was tried once reports no attempts")
    func triedOnce() {
        #expect(
            !FaultRenderer.render(Fault(.failed(.start, component: "a", attempts: attempts(["refused"])))).contains(
                "refused"))
    }

    @Test("A path is printed if it has several steps, and a column if the line is known")
    func places() {
        var fault = Fault(.dependencyMissing, at: .file(FilePosition(path: "c.json", at: .init(column: 3))))
        fault.path = ["a"]
        #expect(!FaultRenderer.render(fault).contains(" path "))
        #expect(fault.location == "c.json")
        fault.path = ["a", "b"]
        #expect(FaultRenderer.render(fault).contains("   path        a -> b\n"))
        #expect(FilePosition(path: "p", keyPath: "a.b.c", at: .init(line: 2, column: 3)).description == "p:2:3 (a.b.c)")
    }
}
