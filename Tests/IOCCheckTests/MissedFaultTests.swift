import Testing

@Suite("What would be wrong without a component that may be out")
struct MissedFaultTests {
    @Test(
        "Is told of each that asks for it and no other, and of no name that only a run knows",
        arguments: [
            ("", "one", "dependency-missing"), ("(\"AppFile\")", "one", "qualifier-unknown"),
            ("(Names.main)", "one", nil),
            ("", "provider", "dependency-missing"), ("(Names.main)", "provider", nil), ("", "optional", nil),
            ("", "all", nil),
        ])
    func names(name: String, shape: String, code: String?) throws {
        let type =
            ["provider": "Provider<any Sink>", "optional": "(any Sink)?", "all": "[any Sink]"][shape] ?? "any Sink"
        let lines = try told(
            """
            protocol Sink: Sendable {}
            final class AppFile: IOCComponent, Sink {
                static var traits: [ComponentTrait] { [.when(property: "filed")] }
            }
            final class AppFirst: IOCComponent, @unchecked Sendable {
                @Autowired\(name) var sink: \(type)
            }
            final class AppSecond: IOCComponent, @unchecked Sendable {
                @Autowired var none: (any Sink)?
                @Autowired\(name) var sink: \(type)
            }
            """, #"{ "prefixes": ["App"] }"#)
        let faults = lines.filter { line in ["missing", "unknown"].contains { line.contains("-\($0): ") } }
        let places = ["App.swift:6:", "App.swift:10:"]
        #expect(faults.count == (code == nil ? 0 : 2), "\(lines)")
        for (fault, place) in zip(faults, places) {
            #expect(fault.hasPrefix(place) && fault.contains("note: \(code ?? ""): "), "\(lines)")
            #expect(fault.contains("left alone, as it hangs on the property filed"))
        }
    }

    @Test("Of two primaries of which one may be out, the other may win, whatever their names", arguments: ["A", "C"])
    func primaries(name: String) throws {
        let lines = try told(
            """
            protocol Feed: Sendable {}
            final class App\(name): IOCComponent, Feed {
                static var traits: [ComponentTrait] { [.primary, .when(property: "filed")] }
            }
            final class AppB: IOCComponent, Feed { static var traits: [ComponentTrait] { [.primary] } }
            final class AppD: IOCComponent, Feed {}
            final class AppHen: IOCComponent, @unchecked Sendable { @Autowired var feed: any Feed }
            """, #"{ "prefixes": ["App"] }"#)
        let faults = lines.filter { $0.contains("primary-ambiguous") }
        #expect(faults.count == 1 && faults[0].contains("note: primary-ambiguous: "), "\(lines)")
        #expect(faults.allSatisfy { $0.contains("left alone, as it hangs on the property filed") }, "\(lines)")
    }

    @Test("A circle hangs on each choice of its members, whichever of their properties makes it", arguments: 0...2)
    func circles(place: Int) throws {
        var properties = ["@Autowired var egg: AppEgg", "@Autowired var nest: AppNest"]
        properties.insert("@Autowired var feed: (any Feed)?", at: place)
        let lines = try told(
            """
            protocol Feed: Sendable {}
            final class AppCorn: IOCComponent, Feed {
                static var traits: [ComponentTrait] { [.when(property: "filed")] }
            }
            final class AppNest: IOCComponent {}
            final class AppHen: IOCComponent, @unchecked Sendable {
                \(properties.joined(separator: "\n    "))
            }
            final class AppEgg: IOCComponent, @unchecked Sendable {
                @Autowired var hen: AppHen
            }
            """, #"{ "prefixes": ["App"], "cycles": "forbid" }"#)
        let circles = lines.filter { $0.contains("cycle-forbidden") }
        #expect(circles.count == 1 && circles[0].contains("note: cycle-forbidden: "), "\(lines)")
        #expect(circles.allSatisfy { $0.contains("left alone, as it hangs on the property filed") }, "\(lines)")
    }
}
