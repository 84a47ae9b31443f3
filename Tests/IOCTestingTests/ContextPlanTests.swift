import IOC
import Testing

@testable import IOCTesting

@Suite("Which tests share a context")
struct ContextPlanTests {
    private func plan(_ traits: ApplicationContextTrait...) -> ContextPlan { ContextPlan(traits) }

    private static let change = ContextPlan.Change { $0.set("a", to: 1) }

    private func trait(
        _ source: ContextPlan.Source? = .code(.success(ContextConfiguration(prefixes: ["A"]))),
        change: ContextPlan.Change? = nil, starts: Bool? = nil, leaks: LeakCheck? = nil
    ) -> ApplicationContextTrait {
        ApplicationContextTrait(source: source, change: change, sharing: .configuration, starts: starts, leaks: leaks)
    }

    @Test("Those whose traits say the same, by the same overrides")
    func same() {
        let file = ContextPlan.Source.file(path: "a.json")
        #expect(plan(trait()).isEquivalent(to: plan(trait())))
        #expect(plan(trait(file)).isEquivalent(to: plan(trait(file))))
        #expect(plan(trait(change: Self.change)).isEquivalent(to: plan(trait(), trait(nil, change: Self.change))))
        let names = LeakCheck.on(except: "x", "y")
        #expect(plan(trait(leaks: names)).isEquivalent(to: plan(trait(leaks: .on(except: "y", "x")))))
    }

    @Test("Not those that differ in any one thing that a trait says")
    func different() {
        let own = ContextPlan.Change { $0.set("a", to: 1) }
        let others = [
            trait(.code(.success(ContextConfiguration(prefixes: ["B"])))), trait(.file(path: "a.json")),
            trait(change: own),
            trait(starts: true), trait(leaks: .on), trait(leaks: .on(except: "x")),
        ]
        for other in others {
            #expect(!plan(other).isEquivalent(to: plan(trait())))
            #expect(!plan(trait()).isEquivalent(to: plan(other)))
        }
        #expect(!plan(trait(.file(path: "a.json"))).isEquivalent(to: plan(trait(.file(path: "b.json")))))
        #expect(!plan(trait(change: own)).isEquivalent(to: plan(trait(change: Self.change))))
        #expect(!plan(trait(leaks: .on)).isEquivalent(to: plan(trait(leaks: .on(except: "x")))))
    }

    @Test("An inner trait with a configuration begins anew, and one without refines")
    func refining() throws {
        let outer = trait(change: Self.change, starts: true, leaks: .on)
        let anew = plan(outer, trait(.code(.success(ContextConfiguration(prefixes: ["B"])))))
        #expect(anew.changes.isEmpty && !anew.starts && !anew.leaks.isOn)
        #expect(try anew.resolved().0.prefixes == ["B"])
        let refined = plan(outer, trait(nil, starts: false))
        #expect(refined.changes.count == 1 && !refined.starts && refined.leaks.isOn)
        #expect(try refined.resolved().0.prefixes == ["A"])
        #expect(throws: NoConfiguration.self) { try plan(trait(nil)).resolved() }
    }

    @Test("A shared context ends with the last who announced it, and another begins then")
    func lastLease() async throws {
        let contexts = SharedContexts()
        let plan = plan(trait(.code(.success(.of(Fleet.self)))))
        let place = #_sourceLocation
        await contexts.enter(plan)
        await contexts.enter(plan)
        weak let first = try await contexts.context(of: plan)
        #expect(first != nil)
        await contexts.leave(plan, at: place)
        #expect(first != nil, "somebody still may need it")
        #expect(try await contexts.context(of: plan) === first)
        await contexts.leave(plan, at: place)
        // The task that made it may be about to let it go, on another thread.
        for _ in 0..<60_000 where first != nil { try await Task.sleep(for: .milliseconds(1)) }
        let isGone = first == nil
        #expect(isGone)
        await contexts.enter(plan)
        #expect(try await contexts.context(of: plan) != nil)
        await contexts.leave(plan, at: place)
    }
}
