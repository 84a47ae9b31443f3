import IOCModel
import Testing

@Suite("The wording of faults")
struct FaultRendererTests {
    static let point = InjectionPointFacts(
        owner: "SGService", property: "mapper", location: SourceLocation(file: "Shop/SGService.swift", line: 12),
        wanted: TypeID(0), shape: .one)

    static func make(_ kind: Fault.Kind, _ change: (inout Fault) -> Void = { _ in }) -> Fault {
        var fault = Fault(kind)
        change(&fault)
        return fault
    }

    static let cases: [(Fault, String)] = [
        (
            make(.dependencyMissing) {
                $0.point = point
                $0.hints.wanted = "Shop.SGMapper"
                $0.path = ["Root", "SGService"]
                $0.hints.nearMisses = [
                    Fault.NearMiss(
                        name: "Shop.SGMapper", reason: "excluded by 'SGMap'",
                        origin: "/srv/context.json:4:15 (exclude[0])", fix: "take 'SGMap' off \"exclude\"")
                ]
            },
            """
            dependency-missing: SGService.mapper needs Shop.SGMapper, and no component provides one
               at          Shop/SGService.swift:12
               wanted      Shop.SGMapper
               path        Root -> SGService
               near miss   Shop.SGMapper: excluded by 'SGMap' (/srv/context.json:4:15 (exclude[0]))
               fix         take 'SGMap' off "exclude", or make the property optional
            """
        ),
        (
            make(.dependencyAmbiguous) {
                $0.point = point
                $0.hints.wanted = "any Sink"
                $0.hints.candidates = [
                    Fault.NamedCandidate(
                        name: "audit", typeName: "Shop.AuditSink", origin: .scannedClass(name: "Shop.AuditSink"),
                        remark: "fallback"),
                    Fault.NamedCandidate(
                        name: "Shop.FileSink", typeName: "Shop.FileSink", origin: .scannedClass(name: "Shop.FileSink")),
                ]
            },
            """
            dependency-ambiguous: SGService.mapper needs any Sink, and several components provide one
               at          Shop/SGService.swift:12
               wanted      any Sink
               candidate   audit: Shop.AuditSink, fallback (class Shop.AuditSink)
               candidate   Shop.FileSink (class Shop.FileSink)
               fix         mark one .primary, name one at the property, or bind any Sink in "bindings"
            """
        ),
        (
            make(.qualifierUnknown("fiel")) {
                $0.point = point
                $0.hints.wanted = "any Sink"
                $0.hints.suggestion = "file"
            },
            """
            qualifier-unknown: SGService.mapper needs any Sink named 'fiel', and no component has that name
               at          Shop/SGService.swift:12
               wanted      any Sink
               did you mean 'file'?
               fix         use the name of a component that is there
            """
        ),
        (
            make(
                .cycleForbidden([
                    (component: "A", property: "b"), (component: "B", property: "a"),
                ])),
            """
            cycle-forbidden: components depend on each other in a cycle, and "cycles" is "forbid"
               cycle       ┌─> A.b
                           │   B.a
                           └── back to A
               fix         take one edge out, or make it a Provider that is called later
            """
        ),
        (
            make(.constructionCycle([(component: "A", property: "own")])) {
                $0.path = ["Root", "A", "A"]
            },
            """
            construction-cycle: A needs itself before it is created
               path        Root -> A -> A
               cycle       A.own -> itself
               fix         read one of these properties after construction, in didInject() or later
            """
        ),
        (
            make(.componentFailed("database", in: "didInject()")) {
                $0.place = .scannedClass(name: "Shop.Database")
                $0.cause = TwoLines()
            },
            """
            component-failed: database failed in didInject()
               cause       the first line
                           the second line
               at          class Shop.Database
               fix         see the cause
            """
        ),
        (
            make(.overran(.start, component: "database", seconds: 60)) {
                $0.place = .scannedClass(name: "Shop.Database")
            },
            """
            start-timeout: database did not start within 60.0 s and is abandoned
               at          class Shop.Database
               fix         let start() end when its task is cancelled, or raise ContextConfiguration.startTimeout
            """
        ),
        (
            make(
                .overran(
                    .start, component: "schema", seconds: 60, services: ["client"],
                    attempts: attempts(["refused", "refused again"]))),
            """
            start-timeout: schema did not start within 60.0 s and is abandoned
               not running client, a service that schema does not start after
               attempt 1   refused
               attempt 2   refused again
               fix         if start() waits for what is not running, let schema say .dependsOn("client"); else let start() end when its task is cancelled, or raise ContextConfiguration.startTimeout
            """
        ),
        (
            make(.failed(.start, component: "broker", attempts: attempts(["refused", "refused again"]))),
            """
            start-failed: broker failed in start(), at all 2 attempts
               attempt 1   refused
               attempt 2   refused again
               fix         see the cause
            """
        ),
        (
            make(.overran(.ready, component: "client", seconds: 60)),
            """
            ready-timeout: client runs, and its ready() did not return within 60.0 s
               fix         see whether what ready() waits for can be reached; if it can, let ready() return once others may use the service, or raise ContextConfiguration.startTimeout
            """
        ),
        (
            make(.serviceEnded(component: "client")),
            """
            service-ended: client returned from run() before all components had started
               fix         let run() work until its task is cancelled; work that ends before the program serves belongs in start()
            """
        ),
        (
            make(.overran(.run, component: "mailer", seconds: 0.5)),
            """
            service-timeout: mailer was still in run() 0.5 s after it was asked to end, and is abandoned
               fix         let run() end when its task is cancelled, or raise ContextConfiguration.stopTimeout
            """
        ),
        (
            Fault(
                .keyUnknown(key: "prefixs", known: ["prefixes", "classes"]),
                at: .file(FilePosition(path: "/srv/context.json", keyPath: "prefixs", at: .init(line: 2, column: 3)))),
            """
            key-unknown: the key 'prefixs' is not known here
               at          /srv/context.json:2:3 (prefixs)
               fix         use one of: prefixes, classes
            """
        ),
    ]

    struct TwoLines: Error, CustomStringConvertible {
        let description = "the first line\nthe second line"
    }

    @Test("A fault prints its headline, place, wanted type, candidates and remedy", arguments: cases)
    func wording(fault: Fault, expected: String) {
        #expect(FaultRenderer.render(fault) == expected)
    }

    @Test("A fault is rendered with all its parts")
    func madeUp() {
        let fault = IOCError.Fault(
            .dependencyMissing, "nothing is there", remedy: "add it", location: "A.swift", wanted: "any Clock",
            path: ["a", "b"], nearMisses: [.init(name: "c", reason: "d"), .init(name: "e", reason: "f")],
            suggestion: "g", cause: CancellationError())
        let lines = FaultRenderer.render(fault).split(separator: "\n").map { $0.split(separator: " ") }
        #expect(fault.code == .dependencyMissing)
        #expect(
            lines.map { $0.joined(separator: " ") } == [
                "dependency-missing: nothing is there", "cause CancellationError()", "at A.swift in code",
                "wanted any Clock", "path a -> b", "near miss c: d", "near miss e: f", "did you mean 'g'?",
                "fix add it",
            ])
    }

    @Test(
        "A component without such a property is reported with a suggestion",
        arguments: [
            (Fault.Kind.dependencyMissing, "Shop.Clock", "or look for an optional", "or make the property optional"),
            (.dependencyMissing, "any Clock", "or look for an optional", "or make the property optional"),
            (
                .dependencyAmbiguous, "any Clock", "look one up by its name, or bind any Clock",
                "name one at the property, or"
            ),
            (
                .qualifierWrongType(name: "quartz", found: "Shop.Quartz"), "Shop.Clock", "or look for Shop.Quartz",
                "or declare the property as Shop.Quartz"
            ),
        ])
    func remedies(kind: Fault.Kind, wanted: String, ofLookup: String, ofProperty: String) {
        var fault = Self.make(kind) { $0.hints.wanted = wanted }
        #expect(fault.remedy.contains(ofLookup) && !fault.remedy.contains("property"), "\(fault.remedy)")
        fault.point = Self.point
        #expect(fault.remedy.contains(ofProperty) && !fault.remedy.contains("look"), "\(fault.remedy)")
        guard kind.code == .dependencyMissing else { return }
        for fix in ["activate the profile 'day'", nil] {
            fault.hints.nearMisses = [Fault.NearMiss(name: "Shop.Clock", reason: "is out", fix: fix)]
            #expect(fault.remedy.hasSuffix(ofProperty))
            var other = fault
            other.point = nil
            #expect(other.remedy.hasSuffix(ofLookup))
        }
    }

    @Test("Several faults are counted and numbered, files first, then classes, names and injection points")
    func several() {
        let faults = Fault.reported([
            Fault(.dependencyMissing), Fault(.nameRepeated(name: "a")), Fault(.classUnknown(name: "B")),
            Fault(.fileEmpty(path: "c.json")),
        ])
        #expect(
            faults.map(\.code.rawValue) == ["file-malformed", "class-unknown", "name-repeated", "dependency-missing"])
        #expect(FaultRenderer.render(faults).hasPrefix("4 faults\n\n1. file-malformed: c.json is empty\n"))
    }
}

/// Failed attempts with some errors.
func attempts(_ errors: [String]) -> FailedAttempts {
    errors.reduce(into: FailedAttempts()) { $0.add($1) }
}
