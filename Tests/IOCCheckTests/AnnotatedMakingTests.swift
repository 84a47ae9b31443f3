import IOCSource
import Testing

@testable import IOCCheck

@Suite("How the annotation chooses what makes a type")
struct AnnotatedMakingTests {
    /// The choice for the first type of a text, with the protocols that the annotation adds.
    private func chosen(_ text: String) throws -> String {
        let graph = try typeGraph([("Shop", text)])
        let type = graph.index.types[graph.number("A")].main.declaration
        let making = AnnotatedMaking(type)
        let choice =
            switch making {
            case .plain(let function): function.map { "plain \($0.fullName)" } ?? "plain"
            case .declared(let function): "declared \(function.fullName)"
            case .written(let constants): "written \(constants.map(\.name).joined(separator: " "))"
            case .refused: "refused"
            }
        #expect(making.isInherited == choice.hasPrefix("plain"))
        let protocols = making.protocols(of: type).map { $0.replacing("Component", with: "") }
        return "\(choice), \(protocols.joined(separator: " and "))"
    }

    @Test(
        "It is the one with @Injected, else init(), else the only one that is not for convenience, else its own",
        arguments: [
            ("final class A {}", "plain, IOC"), ("class A {}", "plain, IOC and Constructed"),
            ("actor A {}", "plain, IOC"), ("struct A {}", "plain, Constructed"), ("enum A {}", "refused, Constructed"),
            ("enum A { init() {} }", "plain init(), Constructed"),
            ("actor A { init() {} }", "plain init(), IOC"),
            ("actor A { private init() {} }", "plain init(), Constructed"),
            ("final class A { fileprivate init() {} }", "plain init(), IOC"),
            ("final class A { private init() {} }", "plain init(), Constructed"),
            ("class A { private init() {} }", "plain init(), IOC and Constructed"),
            ("final class A { init() {}; init(a: Int) {} }", "plain init(), IOC"),
            ("final class A { init(a: Int) {}; init() {}; let c: Int }", "plain init(), IOC"),
            ("final class A { init(a: Int) {}; let c: Int }", "declared init(a:), Constructed"),
            ("class A { init(a: Int) {} }", "declared init(a:), IOC and Constructed"),
            ("final class A { @Injected init(a: Int) {}; init() {} }", "declared init(a:), Constructed"),
            ("final class A { init() {}; @IOC.Injected init(a: Int) {} }", "declared init(a:), Constructed"),
            ("final class A { init(a: Int) {}; @Injected init() {} }", "plain init(), IOC"),
            ("final class A { @Injected init() {}; @Injected init(a: Int) {} }", "refused, Constructed"),
            ("final class A { init(a: Int) {}; init(b: Int) {} }", "refused, Constructed"),
            ("final class A { init(a: Int) {}; convenience init(b: Int) {} }", "declared init(a:), Constructed"),
            ("final class A { convenience init(b: Int) {}; init(a: Int) {} }", "declared init(a:), Constructed"),
            ("final class A { convenience init(b: Int) {}; let c: Int }", "written c, Constructed"),
            ("final class A { convenience init() {}; init(a: Int) {} }", "plain init(), IOC"),
            ("final class A { init(a: Int = 1) {} }", "declared init(a:), Constructed"),
            ("final class A { init() throws {} }", "declared init(), Constructed"),
            ("final class A { init() throws(E) {} }", "declared init(), Constructed"),
            (
                """
                struct A {
                    let a: Int; let b = 1; static let c: Int = 1; @Autowired let d: Int; @Value("x") let e: Int
                    var f: Int; @Injected("g") let g: String
                }
                """, "written a g, Constructed"
            ),
            ("final class A { let a: Int; let b }", "refused, Constructed"),
        ] as [(String, String)])
    func choices(text: String, expected: String) throws {
        #expect(try chosen(text) == expected)
    }

    @Test("Nothing is made by an initializer that fails, waits or asks for what the container can't pass")
    func refusals() throws {
        for initializer in [
            "init?() {}", "init!() {}", "init() async {}", "init<T>() {}", "init?(a: Int) {}", "init(a: Int) async {}",
            "init<T>(a: Int) {}", "init(a: Int, b: Int...) {}", "init(a: Int, _: Int) {}", "init(a: Int, b _: Int) {}",
            "init(a: Int, b: inout Int) {}", "init(a: Int, b: some P) {}", "init(a: Int, @Autowired b: Int) {}",
            "init(a: Int, @IOC.Value(\"x\") b: Int) {}", "init(a: Int, @Injected b: Int) {}",
            "init(a: Int..., b: Int) {}",
        ] {
            #expect(try chosen("final class A { \(initializer) }") == "refused, Constructed", "\(initializer)")
        }
        let passed = "init(a: Int, _ b: somePlace, @Named(\"c\") some c: inoutBox) throws {}"
        #expect(try chosen("final class A { \(passed) }") == "declared init(a:_:some:), Constructed")
    }

    @Test("What hangs on a condition makes a type only where the whole type hangs on it")
    func conditions() throws {
        for member in ["init(a: Int) {}", "let a: Int"] {
            let choice = member.hasPrefix("let") ? "written a" : "declared init(a:)"
            #expect(try chosen("final class A {\n#if FLAG\n\(member)\n#endif\n}") == "refused, Constructed")
            #expect(try chosen("#if FLAG\nfinal class A { \(member) }\n#endif") == "\(choice), Constructed")
        }
        let second = "final class A {\nlet a: Int\n#if FLAG\nlet b: Int\n#endif\n}"
        #expect(try chosen(second) == "refused, Constructed")
    }
}
