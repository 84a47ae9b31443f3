import IOC
import Testing

@Suite("Which candidate wins")
struct CandidateTests {
    protocol Sink: Sendable {}
    class File: IOCComponent, Sink, @unchecked Sendable { required init() {} }
    final class RotatingFile: File, @unchecked Sendable {}
    final class Console: IOCComponent, Sink {}
    final class Primary: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.primary] }
    }
    final class SecondPrimary: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.primary] }
    }
    final class Fallback: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.fallback] }
    }
    final class Asks: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
    }

    func winner(_ types: any IOCComponent.Type..., change: (inout ContextConfiguration) -> Void = { _ in }) throws
        -> String
    {
        let configuration = ContextConfiguration(classes: (types + [Asks.self]).map { String(reflecting: $0) }).with(
            change)
        let context = try ApplicationContext(configuration)
        return "\(type(of: try context.component(Asks.self).sink))"
    }

    @Test("The only one wins")
    func only() throws { #expect(try winner(Console.self) == "Console") }

    @Test("A primary one wins over others")
    func primary() throws { #expect(try winner(Console.self, Primary.self, Fallback.self) == "Primary") }

    @Test("The only one that is no fallback wins")
    func fallback() throws { #expect(try winner(Console.self, Fallback.self) == "Console") }

    @Test("A fallback serves alone")
    func fallbackAlone() throws { #expect(try winner(Fallback.self) == "Fallback") }

    @Test("A binding wins over a primary")
    func binding() throws {
        let winner = try winner(Console.self, Primary.self) {
            $0.bindings = ["IOCTests.CandidateTests.Sink": "Console"]
        }
        #expect(winner == "Console")
    }

    @Test("A class is served by exactly that class before its subclasses")
    func exactClass() throws {
        let context = try boot(File.self, RotatingFile.self)
        #expect(type(of: try context.component(File.self)) == File.self)
    }

    @Test("A class is served by a subclass where it is no component itself")
    func subclass() throws {
        let context = try boot(RotatingFile.self)
        #expect(try context.component(File.self) is RotatingFile)
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

    @Test("Several that fit are an error that lists them with their origins")
    func ambiguous() throws {
        let error = try bootError(ContextConfiguration(Asks.self, Console.self, File.self))
        #expect(error.code == .dependencyAmbiguous)
        #expect(error.faults[0].candidates == ["IOCTests.CandidateTests.Console", "IOCTests.CandidateTests.File"])
        #expect(error.faults[0].injectionPoint == "Asks.sink")
    }

    @Test("Two primaries are an error")
    func twoPrimaries() throws {
        let error = try bootError(ContextConfiguration(Asks.self, Primary.self, SecondPrimary.self))
        #expect(error.code == .dependencyAmbiguous)
    }

    @Test("An optional is no way around an ambiguity")
    func optionalAmbiguity() throws {
        let context = try boot(Console.self, File.self)
        #expect(throws: IOCError.self) { try context.component((any Sink)?.self) }
    }

    class Root: @unchecked Sendable { required init() {} }
    class Trunk: Root, @unchecked Sendable {}
    class Branch: Trunk, @unchecked Sendable {}
    final class Leaf: Branch, IOCComponent, @unchecked Sendable {}
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
        #expect(try classes(boot(Leaf.self)) == ["Leaf", "Leaf", "Leaf"])
        #expect(try classes(Garden.activated().context) == ["Blossom", "Blossom", "Blossom"])
    }
}
