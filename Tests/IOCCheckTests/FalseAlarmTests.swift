import IOCCheck
import IOCConfiguration
import IOCModel
import TestSupport
import Testing

@Suite("ioc check calls no valid program wrong")
struct FalseAlarmTests {
    private func codes(_ source: String) throws -> [String] {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
        return try check([("Shop", scratch.path + "/Sources/Shop")])
            .run(Configuration(prefixes: ["Main"]), profiles: []).faults.map(\.kind.code)
    }

    @Test(
        "What may be there or fit after all is a note",
        arguments: [
            // Protocols that refine others.
            "final class MainA: IOCComponent, Codable {}\n@Component final class MainB { @Autowired var a: any Encodable }",
            "actor MainA: IOCComponent {}\n@Component final class MainB { @Autowired var a: any Actor }",
            // Conditions around conformances, classes and traits.
            "protocol P {}\nfinal class MainA: IOCComponent {}\n#if canImport(X)\nextension MainA: P {}\n#endif\n"
                + "@Component final class MainB { @Autowired var a: any P }",
            "protocol P {}\nprotocol Q {}\nextension P where Self: Q { static var traits: [ComponentTrait] { [.primary] } }\n"
                + "final class MainA: IOCComponent, P {}\nfinal class MainC: IOCComponent, P, Q {}\n"
                + "@Component final class MainB { @Autowired var a: any P }",
            // Aliases.
            "protocol P {}\nfinal class MainA: IOCComponent {}\ntypealias T = MainA\nextension T: P {}\n"
                + "@Component final class MainB { @Autowired var a: any P }",
            // The project's own names.
            "enum Ns { @propertyWrapper struct Autowired { var wrappedValue: Int } }\n"
                + "@Component final class MainB { @Ns.Autowired var a: Int = 1 }",
        ])
    func valid(_ source: String) throws {
        #expect(try codes(source) == [])
    }

    @Test("A superclass that an alias joins with a protocol brings its injection points")
    func aliasedSuperclass() throws {
        let source =
            "protocol P {}\nprotocol Wanted {}\nclass Base: IOCComponent, @unchecked Sendable {\n"
            + "    required init() {}\n    @Autowired var wanted: any Wanted\n}\n"
            + "typealias B = P & Base\nfinal class Main: B, @unchecked Sendable {}"
        #expect(try codes(source) == ["missing-dependency"])
    }
}
