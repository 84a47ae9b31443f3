import IOCModel
import Testing

@testable import IOC

@Suite("The plan that later instances follow")
struct InjectionPlanTests {
    final class Leaf: IOCComponent {}
    class Base {
        let before = "text"
        @Autowired private var leaf: Leaf
        @Autowired("x") var other: [Leaf]
    }
    class Middle: Base {
        let nothingWrapped = 1
    }
    final class Derived: Middle {
        @Autowired private var leaf: Leaf?
        var after: (Int, Int8) = (1, 2)
        @Autowired var provider: Provider<Leaf>
    }
    actor Worker {
        @Autowired var leaf: Leaf
    }

    #if !IOC_MIRROR_ONLY
    @Test("Field metadata and the mirror find the same points, owners and types", arguments: [true, false])
    func agreement(isActor: Bool) {
        let instance: AnyObject = isActor ? Worker() : Derived()
        let mirrored = InjectionPlanReader.fields(mirroring: instance).facts
        let planned = InjectionPlanReader.plan(of: instance).points
        let summary = { (points: [InjectionPointFacts]) in
            points.map { "\($0.owner).\($0.property): \($0.shape) \(TypeIdentity.type($0.wanted))" }
        }
        #expect(summary(mirrored) == summary(planned ?? []))
        #expect(mirrored.count == (isActor ? 1 : 4))
    }

    @Test("Offsets lead to the very cells that the mirror finds")
    func sameCells() {
        for instance in [Derived(), Worker()] as [AnyObject] {
            let followed = InjectionPlanReader.plan(of: instance).cells(of: instance)
            let mirrored = InjectionPlanReader.cells(mirroring: instance)
            #expect(followed.map(ObjectIdentifier.init) == mirrored.map(ObjectIdentifier.init))
        }
    }

    #endif

    @Test("Points come superclasses first, each with the class that declares it")
    func order() {
        let plan = InjectionPlanReader.plan(of: Derived())
        #expect(plan.facts.map(\.label) == ["Base.leaf", "Base.other", "Derived.leaf", "Derived.provider"])
    }

    @Test("An instance asks for names if any of its properties does, however those are found")
    func names() {
        let core = ContextCore.unbooted(Leaf.self)
        for (instance, isNamed) in [(Derived(), true), (Worker(), false)] as [(AnyObject, Bool)] {
            let mirrored = InjectionPlanReader.fields(mirroring: instance)
            for plan in [
                InjectionPlanReader.plan(of: instance), InjectionPlan(of: type(of: instance), fields: mirrored),
            ] {
                let binding = InjectionBinding(core: core, plan: plan, definition: nil)
                #expect(plan.bind(instance, to: binding) == isNamed)
                #expect(plan.cells(of: instance).allSatisfy { $0.binding === binding })
            }
        }
    }

    @Test("A wrapper starts with the reference to its cell")
    func wrapperLayout() {
        var wrapper = Autowired<Leaf>()
        let first = withUnsafeBytes(of: &wrapper) { $0.load(as: UnsafeRawPointer.self) }
        #expect(first == UnsafeRawPointer(Unmanaged.passUnretained(wrapper.anyCell).toOpaque()))
    }
}
