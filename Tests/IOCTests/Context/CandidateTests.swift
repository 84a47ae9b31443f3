import IOC
import Testing

@Suite("Which candidate wins")
struct CandidateTests {
    protocol Sink: Sendable {}
    class File: IOCComponent, Sink, @unchecked Sendable { required init() {} }
    final class RotatingFile: File, @unchecked Sendable {}
    final class Console: IOCComponent, Sink {}
    @Component(.primary) final class Primary: Sink {}
    @Component(.primary) final class SecondPrimary: Sink {}
    @Component(.fallback) final class Fallback: Sink {}
    final class Asks: IOCComponent, @unchecked Sendable { @Autowired var sink: any Sink }

    /// Components with the one that is chosen; nil if the choice is ambiguous.
    static let choices: [([any ManagedComponent.Type], chosen: (any ManagedComponent.Type)?)] = [
        ([Console.self], Console.self), ([Console.self, Fallback.self], Console.self), ([Fallback.self], Fallback.self),
        ([Console.self, Primary.self, Fallback.self], Primary.self), ([Console.self, File.self], nil),
        ([Primary.self, SecondPrimary.self], nil),
    ]

    @Test("The only component, the primary one, or the only one that is no fallback is chosen", arguments: choices)
    func choice(types: [any ManagedComponent.Type], chosen: (any ManagedComponent.Type)?) throws {
        let configuration = ContextConfiguration(components: types + [Asks.self])
        guard let chosen else {
            let fault = try bootError(configuration).faults[0]
            #expect(fault.code == .dependencyAmbiguous && fault.injectionPoint == "Asks.sink")
            #expect(fault.candidates == types.map { String(reflecting: $0) })
            let context = try ApplicationContext(ContextConfiguration(components: types))
            #expect(code { _ = try context.component((any Sink)?.self) } == .dependencyAmbiguous)
            return
        }
        let context = try ApplicationContext(configuration)
        #expect(type(of: try context.component(Asks.self).sink) == chosen)
    }

    @Test("A binding wins over a primary")
    func binding() throws {
        let context = try ApplicationContext(
            ContextConfiguration(Console.self, Primary.self, Asks.self).with {
                $0.bindings = ["IOCTests.CandidateTests.Sink": "Console"]
            })
        #expect(try context.component(Asks.self).sink is Console)
    }

    @Test("A class is served by exactly that class before its subclasses, and by a subclass if it is no component")
    func exactClass() throws {
        #expect(type(of: try boot(File.self, RotatingFile.self).component(File.self)) == File.self)
        #expect(try boot(RotatingFile.self).component(File.self) is RotatingFile)
    }

    protocol Left: Sendable {}
    protocol Right: Sendable {}
    protocol Upper: Sendable {}
    final class OnlyLeft: IOCComponent, Left {}
    final class OnlyRight: IOCComponent, Right, Upper {}
    final class LeftAndRight: IOCComponent, Left, Right {}
    final class AllThree: IOCComponent, Left, Right, Upper {}

    @Test("Several protocols are served by those alone that conform to all of them")
    func composition() throws {
        let context = try boot(OnlyLeft.self, OnlyRight.self, LeftAndRight.self, AllThree.self)
        func names<Wanted>(_ type: Wanted.Type) throws -> [String] {
            try context.components(type).map { "\(Swift.type(of: $0 as Any))" }.sorted()
        }
        #expect(try names((any Left & Right).self) == ["AllThree", "LeftAndRight"])
        #expect(try names((any Right & Upper).self) == ["AllThree", "OnlyRight"])
        #expect(try names((any Left & Upper).self) == ["AllThree"])
        #expect(try names((any Left & Right & Upper).self) == ["AllThree"])
        #expect(try names((any Left & Right & AnyObject).self) == ["AllThree", "LeftAndRight"])
    }

    class Root: @unchecked Sendable { required init() {} }
    class Trunk: Root, @unchecked Sendable {}
    class Branch: Trunk, @unchecked Sendable {}
    final class Twig: Branch, IOCComponent, @unchecked Sendable {}
    protocol Bud: Branch {}
    final class Blossom: Branch, Bud, @unchecked Sendable {}
    final class Garden: Assembly {
        let bud = Definition(.singleton) { (_: Garden) -> any Bud in Blossom() }
    }

    @Test("A component is found by every class that its own inherits from, however far up, and a protocol's likewise")
    func ancestors() throws {
        func classes(_ context: ApplicationContext) throws -> [String] {
            let found: [Root] = [
                try context.component(Root.self), try context.component(Trunk.self), try context.component(Branch.self),
            ]
            return found.map { "\(type(of: $0))" }
        }
        #expect(try classes(boot(Twig.self)) == ["Twig", "Twig", "Twig"])
        #expect(try classes(Garden.activated().context) == ["Blossom", "Blossom", "Blossom"])
    }
}
