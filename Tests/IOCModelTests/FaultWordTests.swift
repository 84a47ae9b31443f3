import IOCModel
import Testing

/// What a fault's words depend on. `FaultExampleTests` of the container has a program for each code; here are the forms that no
/// program of those shows, and the layout.
@Suite("The words of faults")
struct FaultWordTests {
    private struct Lines: Error, CustomStringConvertible {
        let description = "the first line\nthe second line"
    }

    private static func fault(
        _ kind: Fault.Kind, at place: Origin? = nil, _ change: (inout Fault) -> Void
    ) -> Fault {
        var fault = Fault(kind, at: place)
        change(&fault)
        return fault
    }

    private static func wanting(_ kind: Fault.Kind, _ wanted: String, do fix: String? = nil) -> Fault {
        fault(kind) {
            $0.hints.wanted = wanted
            guard let fix else { return }
            $0.hints.nearMisses = [
                .init(name: "near", reason: "r", fix: fix), .init(name: "x", reason: "y"),
            ]
        }
    }

    private static func named(_ origins: [Origin], typeName: String = "T") -> Fault {
        fault(.nameRepeated(name: "a")) {
            $0.hints.candidates = origins.map { .init(name: "a", typeName: typeName, origin: $0) }
        }
    }

    private static func attempts(_ count: Int) -> FailedAttempts {
        (1...count).reduce(into: FailedAttempts()) { $0.add("refusal \($1)") }
    }

    private static let file = Origin.file(FilePosition(path: "c.json", at: .init(line: 1, column: 1)))
    private static let code = Origin.code("it")

    private static let names = [
        named([]), named([file, code]), named([code], typeName: "a"), named([file, file]),
        named([.scannedClass(name: "a"), code], typeName: "a"),
        fault(.dependencyAmbiguous) {
            $0.hints.candidates = [
                .init(name: "audit", typeName: "Shop.Audit", origin: code, remark: "fallback"),
                .init(name: "Shop.File", typeName: "Shop.File", origin: file),
            ]
        },
        wanting(.qualifierWrongType(name: "quartz", found: "Shop.Quartz"), "Shop.Clock"),
        fault(.prefixWithoutMatch(prefix: "Shpo.")) {
            $0.hints.suggestion = "Shop."
            $0.hints.nearMisses = [.init(name: "Shpo", reason: "r", fix: "add it")]
        },
    ]

    private static let lookups = [
        Fault(.dependencyMissing), wanting(.dependencyMissing, "A", do: "put @Component on near"),
        wanting(.dependencyMissing, "any P"), wanting(.dependencyMissing, "Box<A>"),
        fault(.dependencyMissing) { ($0.hints.wanted, $0.hints.wantsForeign) = ("Data.Client", true) },
        fault(.dependencyMissing) { ($0.hints.wanted, $0.hints.wantsValue) = ("Int", true) },
        fault(.placeholderMalformed(asKey: "${a.b}")) {
            $0.point = point("p", 0, .setting, isParameter: true)
        },
        Fault(.settingConversion(key: "k", value: "v", origin: "f", expected: "a number")),
        Fault(.settingMissing(key: "", variable: "")), Fault(.protocolMismatch(found: "A")),
        Fault(.argumentMisused(as: "A")), Fault(.argumentMisused(-1, of: 0, in: "A")),
        Fault(.argumentUnknown("-check", known: ["--check"])),
        Fault(.argumentUnknown("-psecret", known: ["--check"])),
        Fault(
            .dependencyCaptive(
                owner: "a", ownerScope: "singleton", name: "c", scope: "request", asked: "b")),
    ]

    private static let states = [
        Fault(.scopeInactive(name: "a", scope: "day")),
        Fault(.scopeEndedUnstopped(name: "a", scope: "day")),
        fault(.scopeEnded(scope: "day")) { $0.point = point() },
        Fault(.constructionCycle([(component: "a", property: "b")])), Fault(.constructionCycle([])),
        Fault(.failed(.start, component: "a", attempts: attempts(1))),
        Fault(.failed(.start, component: "a", attempts: attempts(2))),
        Fault(
            .overran(.start, component: "a", seconds: 60, services: ["client"], attempts: attempts(9))),
        Fault(.overran(.create, component: "a", seconds: 1)),
        Fault(.failed(.stop, component: "a", isStarting: true)),
        Fault(.failed(.run, component: "a", isStarting: true)),
    ]

    private static let classes = [
        Fault(.classPrivate(name: "A")), Fault(.reflectionDisabled(name: "A")),
    ]

    private static let places = [
        Fault(.fileMalformed(format: "JSON", reason: "r")),
        Fault(.fileMalformed(format: "JSON", reason: "r"), at: .file(FilePosition(path: "c.json"))),
        Fault(
            .fileEmpty(path: "p"),
            at: .file(FilePosition(path: "c.json", keyPath: "a.b", at: .init(column: 3)))),
        Fault(
            .fileEmpty(path: "p"),
            at: .file(FilePosition(path: "p", keyPath: "a.b", at: .init(line: 2, column: 3)))),
        Fault(.fileEmpty(path: "p"), path: ["a"]), Fault(.fileEmpty(path: "p"), path: ["a", "b"]),
        Fault(.componentFailed("a", in: "didInject()"), cause: Lines()),
    ]

    private static let madeUp = Fault(
        .dependencyMissing, "nothing is there", remedy: "add it", location: "A.swift",
        wanted: "any Clock",
        path: ["a", "b"], nearMisses: [.init(name: "c", reason: "d"), .init(name: "e", reason: "f")],
        suggestion: "g", cause: CancellationError())

    /// A fault of a point of each shape, with a name and without.
    private static let shapes = ShapeTests.nestings.map(\.0).flatMap { shape in
        ["x", nil].map { name in
            fault(.contextEnded) { fault in
                fault.point = point("p", 0, shape, named: name)
                fault.hints.wanted = "any Sink"
            }
        }
    }

    @Test("Each form of a message is the kept one")
    func forms() throws {
        let all =
            Self.names + Self.lookups + Self.states + Self.classes + Self.places + [Self.madeUp]
            + Self.shapes
        try expectKept(all.map { "\($0)\n" }.joined(separator: "\n"), "faults.txt")
    }

    @Test(
        "Several faults are counted and numbered: of files, then classes, names and injection points")
    func several() {
        let error = IOCError([
            Fault(.dependencyMissing, cause: Lines()), Fault(.nameRepeated(name: "a")),
            Fault(.classUnknown(name: "B")), Fault(.fileEmpty(path: "c.json")),
        ])
        #expect(
            error.faults.map(\.code) == [
                .fileMalformed, .classUnknown, .nameRepeated, .dependencyMissing,
            ])
        #expect("\(error)".hasPrefix("4 faults\n\n1. file-malformed: c.json is empty\n"))
        #expect(error.cause is Lines)
    }
}
