import IOCModel
import Synchronization

/// A definition as the running context holds it: the facts, how to make an instance, and the shared instance itself.
final class RegisteredDefinition: Sendable {
    let index: Int
    let facts: DefinitionFacts
    let type: AnyClass
    let plan: InjectionPlan
    /// Singletons that depend on each other are built under one lock.
    let group: ConstructionGroup
    /// Set once its injection points were judged with the names that only an instance tells.
    let isJudged = OnceFlag()
    private let component: any IOCComponent.Type
    /// The address of the finished shared instance, which is retained; 0 while there is none.
    private let shared = Atomic<UInt>(0)

    init(
        index: Int, facts: DefinitionFacts, component: any IOCComponent.Type, plan: InjectionPlan,
        group: ConstructionGroup
    ) {
        self.index = index
        self.facts = facts
        self.type = component
        self.component = component
        self.plan = plan
        self.group = group
    }

    deinit { release() }

    func make() -> any IOCComponent { component.init() }

    /// Whether the shared instance is finished and seen by all.
    var isPublished: Bool { shared.load(ordering: .acquiring) != 0 }

    /// The finished shared instance.
    var instance: AnyObject? {
        UnsafeRawPointer(bitPattern: shared.load(ordering: .acquiring)).map {
            // Sound: a published instance stays retained until the context is emptied, when nobody is inside it.
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
    }

    func publish(_ instance: AnyObject) {
        shared.store(UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()), ordering: .releasing)
    }

    /// Lets the shared instance go.
    func release() {
        guard let pointer = UnsafeRawPointer(bitPattern: shared.exchange(0, ordering: .acquiringAndReleasing)) else {
            return
        }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
}
