import Testing

extension CompilerTests {
    @Test("A call of a generated initializer compiles, and a dependency that is not Sendable is an error")
    func callers() async throws {
        let checked = try await Self.check(
            """
            import IOC
            final class Loose { var n = 1 }
            @Component struct Mapper {}
            @Component class Desk { let mapper: Mapper }
            @Component final class Below: Desk {}
            @Component struct Shared { let loose: Loose }
            @Component final class SharedToo { let loose: Loose }
            func right() { _ = Desk(mapper: Mapper()) }
            """)
        #expect(Set(checked.errors.map(\.line)) == [6, 7], "\(checked.errors)")
    }

    @Test("A call without arguments is an error with advice, unless the type declares an `init()`")
    func callsWithoutArguments() async throws {
        let checked = try await Self.check(
            """
            import IOC
            @Component struct Mapper {}
            @Component class Desk { let mapper: Mapper }
            @Component final class Below: Desk {}
            @Component final class Last { let mapper: Mapper }
            @Component struct Value { let mapper: Mapper; let other: Mapper? }
            @Component actor Guard { let mapper: Mapper }
            @Component final class Declared { init(mapper: Mapper) {} }
            final class Hand: ConstructedComponent {
                init(mapper: Mapper) {}
                static var constructor: Constructor {
                    Constructor(Parameter<Mapper>("mapper")) { try Hand(mapper: $0[0]) }
                }
            }
            @Component final class Limited { @Injected(setting: "a", default: 3) let limit: Int }
            @Component enum Mode { case fast; init() { self = .fast } }
            @Component final class Both {
                @Injected init(mapper: Mapper) {}
                convenience init() { self.init(mapper: Mapper()) }
            }
            @Component struct Lenient { init(mapper: Mapper? = nil) {} }
            func right() { _ = (Mapper(), Limited(), Mode(), Both(), Lenient()) }
            func desk() { _ = Desk() }
            func below() { _ = Below() }
            func last() { _ = Last() }
            func value() { let value: Value = .init(); _ = value }
            func guarded() { _ = Guard() }
            func declared() { _ = Declared() }
            func hand() { _ = Hand() }
            """)
        #expect(checked.errors.map(\.line).sorted() == Array(23...29), "\(checked.errors)")
        #expect(
            checked.errors.allSatisfy {
                $0.text.contains("pass what its initializer asks for, or have a context make it")
            })
    }
}
