import IOC
import Testing

private protocol Last: Sendable {}
private protocol Cache: Sendable {}
private protocol Reader: Sendable {}
private protocol Writer: Sendable {}
private protocol Day: Sendable {}
private protocol Night: Sendable {}

@Suite("Conditions on missing components")
struct ConditionOrderTests {
    @Component(.when(setting: "last")) final class Given: Last {}
    // Each is only for where the next one is missing, once in the order of the names and once against it.
    @Component(.whenMissing((any Last).self)) final class C {}
    @Component(.whenMissing(C.self)) final class B {}
    @Component(.whenMissing(B.self)) final class A {}
    @Component(.whenMissing((any Last).self)) final class X {}
    @Component(.whenMissing(X.self)) final class Y {}
    @Component(.whenMissing(Y.self)) final class Z {}

    private func included(_ configuration: ContextConfiguration) throws -> [String] {
        let context = try ApplicationContext(configuration)
        let names = context.graph.components.map { $0.name.split(separator: ".").last.map(String.init) ?? "" }
        // No reason names a type that is there.
        for decision in context.report.conditions where decision.isIn {
            for name in names where name.count == 1 {
                #expect(!decision.reason.contains("nothing else provides \(name)"), "\(decision)")
            }
        }
        return names.sorted()
    }

    @Test("A chain is decided from its end, whatever its components are called", arguments: [true, false])
    func chains(isGiven: Bool) throws {
        let settings: SettingValue = isGiven ? ["last": true] : [:]
        let forth = ContextConfiguration.reading(Given.self, A.self, B.self, C.self, settings: settings)
        let back = ContextConfiguration.reading(Given.self, X.self, Y.self, Z.self, settings: settings)
        #expect(try included(forth) == (isGiven ? ["B", "Given"] : ["A", "C"]))
        #expect(try included(back) == (isGiven ? ["Given", "Y"] : ["X", "Z"]))
    }

    @Component(.whenMissing((any Cache).self)) final class FirstCache: Cache {}
    @Component(.whenMissing((any Cache).self)) final class SecondCache: Cache {}

    @Test("Of two defaults for one type the first by name is taken")
    func defaults() throws {
        #expect(try included(.reading(SecondCache.self, FirstCache.self)) == ["FirstCache"])
    }

    @Component(.whenMissing((any Reader).self)) final class Both: Reader, Writer {}
    @Component(.whenMissing((any Writer).self)) final class Alone: Writer {}
    @Component(.whenMissing((any Writer).self)) final class Only: Writer {}

    @Test("A default for one of two protocols that another default provides is decided after that")
    func twoProtocols() throws {
        #expect(try included(.reading(Alone.self, Both.self)) == ["Both"])
        #expect(try included(.reading(Only.self, Both.self)) == ["Both"])
    }

    @Component(.whenMissing((any Night).self)) final class Sun: Day {}
    @Component(.whenMissing((any Day).self)) final class Moon: Night {}

    @Test("A circle of conditions is a fault that names its components")
    func circle() throws {
        let error = try bootError(.reading(Sun.self, Moon.self))
        #expect(error.faults.map(\.code) == [.conditionCycle])
        #expect("\(error)".contains("ConditionOrderTests.Moon") && "\(error)".contains("ConditionOrderTests.Sun"))
        #expect(throws: IOCError.self) { try ApplicationContext.check(.reading(Sun.self, Moon.self)) }
        #expect(try included(.reading(Sun.self)) == ["Sun"])
    }
}
