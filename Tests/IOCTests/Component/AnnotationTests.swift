import IOC
import Synchronization
import Testing

/// The same components twice, annotated and by hand.
private enum Pairs {
    @Component final class Plain {}
    final class PlainByHand: IOCComponent {}

    @Component("pairs-full", .primary, .fallback, .order(3), .scope(.prototype), .profile("a"), .dependsOn("b", "c"))
    final class Full {}
    final class FullByHand: IOCComponent {
        static var traits: [ComponentTrait] {
            [
                .named("pairs-full"), .primary, .fallback, .order(3), .scope(.prototype), .profile("a"),
                .dependsOn("b", "c"),
            ]
        }
    }

    @Component(.order(1)) class Base { required init() {} }
    class BaseByHand: IOCComponent, @unchecked Sendable {
        class var traits: [ComponentTrait] { [.order(1)] }
        required init() {}
    }
    @Component final class Heir: Base {}
    final class HeirByHand: BaseByHand, @unchecked Sendable {}
    @Component(.lazy) final class Changed: Base {}
    final class ChangedByHand: BaseByHand, @unchecked Sendable {
        override class var traits: [ComponentTrait] { [.lazy] }
    }

    @Component(.lazy) actor Worker { init() {} }
    @Component(.lazy) @MainActor final class Screen { nonisolated init() {} }
    /// Annotated and by hand.
    @Component final class HandToo: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    final class LazyByHand: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    static let all: [(any IOCComponent.Type, any IOCComponent.Type)] = [
        (Plain.self, PlainByHand.self), (Full.self, FullByHand.self), (Base.self, BaseByHand.self),
        (Heir.self, HeirByHand.self), (Changed.self, ChangedByHand.self), (Worker.self, LazyByHand.self),
        (Screen.self, LazyByHand.self), (HandToo.self, LazyByHand.self),
    ]
}

/// Nothing here needs `@unchecked`: without the wrapper's syntax there is no `var`.
@Component private final class CalledLets {
    let leaf = Autowired<Leaf>()
    let named = Autowired<any Meter>("named")
    let none = Autowired<String?>()
    let limit = Value<Int>("limit", default: 7)
    let missing = Value<String?>("missing")
    let count = Mutex(0)
}

private enum BelowHand {
    class ByHand: IOCComponent, @unchecked Sendable { required init() {} }
    @Component("below-hand", .scope(.prototype)) final class Named: ByHand {}
    @Component(.lazy) class Middle: ByHand, @unchecked Sendable {}
    @Component("below-middle") final class Lowest: Middle {}
}

@Suite("Annotated components")
struct AnnotationTests {
    @Test("An annotation says what a conformance by hand says", arguments: Pairs.all.indices)
    func same(index: Int) {
        let (annotated, byHand) = Pairs.all[index]
        #expect(annotated.traits == byHand.traits)
        #expect(type(of: annotated.init()) == annotated)
    }

    @Test("The traits of an annotation below a class that conforms by hand without traits apply")
    func belowByHand() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["IOCTests.BelowHand."]))
        let components = context.graph.components
        #expect(components.map(\.name).sorted().filter { $0.hasPrefix("below") } == ["below-hand", "below-middle"])
        #expect(components.first { $0.name == "below-hand" }?.scope == .prototype)
    }

    @Test("A let that is called is the wrapper without its syntax")
    func calledLets() throws {
        let context = try ApplicationContext(
            ContextConfiguration(
                components: [CalledLets.self, Leaf.self, PlainMeter.self, NamedMeter.self], profiles: ["lab"],
                settings: ["limit": 9]))
        let lets = try context.component(CalledLets.self)
        let leaf = try context.component(Leaf.self)
        #expect(try lets.leaf() === leaf && lets.leaf.get() === leaf)
        #expect(lets.named() is NamedMeter && lets.none() == nil)
        #expect(try lets.limit() == 9 && lets.limit.get() == 9 && lets.missing() == nil)
        let edges = context.graph.components.first { $0.name.hasSuffix("CalledLets") }?.dependencies
        #expect(edges?.compactMap(\.property).contains("leaf") == true)
    }

    @Test("A let without a match is a fault at boot, with its line")
    func missingLet() throws {
        let error = try bootError(
            ContextConfiguration(components: [CalledLets.self, NamedMeter.self], profiles: ["lab"]))
        #expect(error.faults.map(\.injectionPoint) == ["CalledLets.leaf"])
        #expect(error.faults[0].location?.hasPrefix("IOCTests/AnnotationTests.swift:") == true)
    }
}
