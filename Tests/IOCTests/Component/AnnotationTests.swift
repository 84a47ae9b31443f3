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
    actor WorkerByHand: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        init() {}
    }

    @Component(.lazy) @MainActor final class Screen { nonisolated init() {} }
    @MainActor final class ScreenByHand: IOCComponent {
        nonisolated static var traits: [ComponentTrait] { [.lazy] }
        nonisolated init() {}
    }

    @Component final class HandToo: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    final class HandTooByHand: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    static let all: [(any IOCComponent.Type, any IOCComponent.Type)] = [
        (Plain.self, PlainByHand.self), (Full.self, FullByHand.self), (Base.self, BaseByHand.self),
        (Heir.self, HeirByHand.self), (Changed.self, ChangedByHand.self), (Worker.self, WorkerByHand.self),
        (Screen.self, ScreenByHand.self), (HandToo.self, HandTooByHand.self),
    ]
}

private enum AnnotatedShop {
    protocol Gateway: Sendable {}
    @Component final class Mapper {}
    @Component("annotated-stripe", .primary) final class Stripe: Gateway {}
    @Component("annotated-invoice") final class Invoice: Gateway {}
    @Component(.scope(.prototype)) final class Receipt { @Autowired var mapper: Mapper }
    @Component final class Service {
        @Autowired var mapper: Mapper
        @Autowired var gateway: any Gateway
        @Autowired var receipt: Provider<Receipt>
        @Value("annotated.size") var size = 3
        let mapperToo = Autowired<Mapper>()
        let invoice = Autowired<any Gateway>("annotated-invoice")
        let limit = Value<Int>("annotated.limit", default: 7)
        let count = Mutex(0)
    }

    /// Nothing here needs `@unchecked`: without the wrapper's syntax there is no `var`.
    @Component final class Plain {
        let service = Autowired<Service>()
        let none = Autowired<String?>()
        let limit = Value<Int>("annotated.limit", default: 7)
        let missing = Value<String?>("annotated.missing")
    }
}

private enum BelowHand {
    class ByHand: IOCComponent, @unchecked Sendable { required init() {} }
    @Component("below-hand", .scope(.prototype)) final class Named: ByHand {}
    @Component(.lazy) class Middle: ByHand, @unchecked Sendable {}
    @Component("below-middle") final class Lowest: Middle {}
}

@Suite("Annotated components")
struct AnnotationTests {
    @Test("The traits of an annotation below a class that conforms by hand without traits apply")
    func belowByHand() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["IOCTests.BelowHand."]))
        let components = context.graph.components
        #expect(components.map(\.name).sorted().filter { $0.hasPrefix("below") } == ["below-hand", "below-middle"])
        #expect(components.first { $0.name == "below-hand" }?.scope == .prototype)
    }

    @Test("An annotation says what a conformance by hand says", arguments: Pairs.all.indices)
    func same(index: Int) {
        let (annotated, byHand) = Pairs.all[index]
        #expect(annotated.traits == byHand.traits)
        #expect(type(of: annotated.init()) == annotated)
    }

    @Test("Annotated classes are found, made and injected")
    func context() throws {
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["IOCTests.AnnotatedShop."], settings: ["annotated": ["size": 5]]))
        let service = try context.component(AnnotatedShop.Service.self)
        #expect(service.mapper === (try context.component(AnnotatedShop.Mapper.self)))
        #expect(service.gateway is AnnotatedShop.Stripe)
        #expect(service.size == 5)
        #expect(try service.receipt() !== service.receipt())
    }

    @Test("A let that is called is the wrapper without its syntax")
    func calledLets() throws {
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["IOCTests.AnnotatedShop."], settings: ["annotated": ["limit": 9]]))
        let plain = try context.component(AnnotatedShop.Plain.self)
        let service = try context.component(AnnotatedShop.Service.self)
        #expect(plain.service() === service)
        #expect(try plain.service.get() === service)
        #expect(plain.none() == nil)
        #expect(plain.limit() == 9)
        #expect(try plain.limit.get() == 9)
        #expect(plain.missing() == nil)
        #expect(service.mapperToo() === service.mapper)
        #expect(service.invoice() is AnnotatedShop.Invoice)
        let edges = context.graph.components.first { $0.name.hasSuffix("AnnotatedShop.Plain") }?.dependencies
        #expect(edges?.compactMap(\.property).contains("service") == true)
    }

    @Test("A let without a match is a fault at boot, with its line")
    func missingLet() throws {
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext(
                ContextConfiguration(
                    classes: ["IOCTests.AnnotatedShop.Plain"], exclude: ["AnnotatedShop.Service"]))
        }
        let fault = try #require(error.faults.first)
        #expect(fault.injectionPoint?.contains("Plain.service") == true, "\(error)")
        #expect(error.description.contains("AnnotationTests.swift:"), "\(error)")
    }
}
