import IOC
import Synchronization
import Testing

@Suite("The checks of a boot")
struct BootTests {
    protocol Sink: Sendable {}
    protocol Absent: Sendable {}
    final class Leaf: IOCComponent {}
    final class Console: IOCComponent, Sink {}
    final class File: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("file")] }
    }

    @Component final class Broken {
        @Autowired var absent: any Absent
        @Autowired var sink: any Sink
        @Autowired("fiel") var typo: any Sink
        @Autowired("file") var wrong: Leaf
        @Autowired var fine: Leaf
    }
    @Component final class Root {
        @Autowired var broken: Broken
    }
    @Component final class LazyBroken {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var absent: any Absent
        @Autowired("nowhere") var named: Leaf
    }
    final class PrototypeMisnamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired("nowhere") var named: Leaf
    }

    struct Boom: Error {}
    final class Fails: IOCComponent {
        func didInject() throws { throw Boom() }
    }
    final class NeedsFails: IOCComponent, @unchecked Sendable {
        @Autowired var fails: Fails
        func didInject() throws { _ = fails }
    }
    final class AlsoFails: IOCComponent {
        func didInject() throws { throw Boom() }
    }

    final class Hooks: IOCComponent, @unchecked Sendable {
        @Autowired var leaf: Leaf
        private(set) var calls: [String] = []
        init() { calls.append("init") }
        func willInject() { calls.append("willInject") }
        func didInject() throws {
            _ = leaf
            calls.append("didInject")
        }
    }

    @Test("Every fault of the graph comes in one error, in a stable order, with a count")
    func allFaults() throws {
        let configuration = ContextConfiguration(
            Root.self, Broken.self, Leaf.self, Console.self, File.self, LazyBroken.self)
        let error = try bootError(configuration)
        let expected = [
            "dependency-missing Broken.absent", "dependency-ambiguous Broken.sink", "qualifier-unknown Broken.typo",
            "qualifier-unknown Broken.wrong", "dependency-missing LazyBroken.absent",
            "qualifier-unknown LazyBroken.named",
        ]
        #expect(error.faults.map { "\($0.code) \($0.injectionPoint ?? "")" } == expected)
        #expect(error.description.hasPrefix("\(expected.count) faults\n"))
        #expect(try bootError(configuration).description == error.description)
    }

    @Test("A fault names the property's own line, the path to it and a remedy")
    func wording() throws {
        let error = try bootError(ContextConfiguration(Root.self, Broken.self, Leaf.self, Console.self, File.self))
        let fault = try #require(error.faults.first { $0.code == .qualifierUnknown })
        #expect(fault.location?.hasPrefix("IOCTests/BootTests.swift:") == true)
        #expect(fault.suggestion == "file")
        #expect(fault.description.contains("path        IOCTests.BootTests.Root -> IOCTests.BootTests.Broken"))
        #expect(fault.description.contains("\n   fix"))
    }

    @Test("The names of a prototype that conforms by hand are checked when the first one is created")
    func lateCheck() throws {
        let context = try boot(PrototypeMisnamed.self, Leaf.self)
        let error = try #require(throws: IOCError.self) { try context.component(PrototypeMisnamed.self) }
        #expect(error.code == .qualifierUnknown)
        #expect(error.faults[0].injectionPoint == "PrototypeMisnamed.named")
        #expect(throws: IOCError.self) { try context.component(PrototypeMisnamed.self) }
    }

    @Test("A didInject that throws fails the boot with its error, and dependents are not tried")
    func didInjectThrows() throws {
        let error = try bootError(ContextConfiguration(Fails.self, NeedsFails.self, AlsoFails.self))
        #expect(error.faults.map(\.code) == [.componentFailed, .componentFailed])
        #expect(error.cause is Boom)
        #expect(error.description.contains("BootTests.AlsoFails failed in didInject()"))
    }

    @Test("An instance is created, gets willInject, is injected and gets didInject")
    func hooks() throws {
        let context = try boot(Hooks.self, Leaf.self)
        #expect(try context.component(Hooks.self).calls == ["init", "willInject", "didInject"])
    }

    @Test("Cycles can be forbidden, and are drawn with the property on each edge")
    func forbiddenCycle() throws {
        let error = try bootError(ContextConfiguration(Left.self, Right.self).with { $0.cycles = .forbid })
        #expect(error.code == .cycleForbidden)
        #expect(error.description.contains("┌─> IOCTests.BootTests.Left.right"))
        #expect(error.description.contains("│   IOCTests.BootTests.Right.left"))
        #expect(error.description.contains("└── back to IOCTests.BootTests.Left"))
    }

    final class Left: IOCComponent, @unchecked Sendable { @Autowired var right: Right }
    final class Right: IOCComponent, @unchecked Sendable { @Autowired var left: Left }

    final class InitLeft: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var right: InitRight
        let error: String?
        init() {
            var text: String?
            do { _ = try _right.projectedValue.get() } catch { text = "\(error)" }
            error = text
        }
    }
    final class InitRight: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var left: InitLeft
        let error: String?
        init() {
            var text: String?
            do { _ = try _left.projectedValue.get() } catch { text = "\(error)" }
            error = text
        }
    }

    @Component final class ReadsMissingInInit {
        @Autowired var absent: any Absent
        @Autowired("fiel") var typo: any Sink
        init() { _ = _absent.wrappedValue }
    }

    @Test("No init() runs if a dependency is missing, and every fault is reported")
    func missingInInit() throws {
        let error = try #require(throws: IOCError.self) { try boot(ReadsMissingInInit.self, File.self) }
        #expect(error.faults.map(\.code) == [.dependencyMissing, .qualifierUnknown])
        #expect(error.description.contains("BootTests.swift:"))
    }

    @Test("A cycle through initializers is an error that draws the path")
    func constructionCycle() throws {
        let context = try boot(InitLeft.self, InitRight.self)
        let left = try context.component(InitLeft.self)
        let text = try #require(left.right.error)
        #expect(text.contains("construction-cycle"))
        #expect(text.contains("BootTests.InitLeft"))
        #expect(text.contains("back to IOCTests.BootTests.InitLeft"))
    }

    final class Bottom: IOCComponent {
        struct Pain: Error {}
        func didInject() throws { throw Pain() }
    }
    final class Middle: IOCComponent, @unchecked Sendable {
        @Autowired var bottom: Bottom
        func didInject() throws { _ = try $bottom.get() }
    }
    final class Upper: IOCComponent, @unchecked Sendable {
        @Autowired var middle: Middle
        func didInject() throws { _ = try $middle.get() }
    }
    final class Top: IOCComponent, @unchecked Sendable {
        @Autowired var upper: Upper
        func didInject() throws { _ = try $upper.get() }
    }

    @Test("A component that fails at boot is reported once, and not again for each component that needs it")
    func failingChain() throws {
        let error = try bootError(ContextConfiguration(Top.self, Upper.self, Middle.self, Bottom.self))
        #expect(error.faults.map(\.code) == [.componentFailed])
    }
}
