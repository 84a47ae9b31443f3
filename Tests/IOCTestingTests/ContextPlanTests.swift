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

    @Test("All that traits say is added to what the configuration says, and of one property the last word counts")
    func additions() throws {
        var configuration = ContextConfiguration(prefixes: ["A"], profiles: ["own", "second"])
        configuration.overrides = ["a": "own", "b": "own", "c": "own"]
        let first = ContextPlan.Change { overrides in
            overrides.set("b", to: "first")
            overrides.set("c", to: "first")
            overrides.activate(profile: "x")
            overrides.activate(profile: "y")
        }
        let second = ContextPlan.Change { overrides in
            overrides.set("c", to: "second")
            overrides.set("d", to: "second")
            overrides.activate(profile: "z")
        }
        let third = ContextPlan.Change { $0.set("e", to: "third") }
        let plan = plan(
            trait(.code(.success(configuration)), change: first), trait(nil, change: second),
            trait(nil, change: third))
        let found = try plan.resolved().0
        #expect(found.prefixes == ["A"] && found.profiles == ["own", "second", "x", "y", "z"])
        #expect(found.overrides == ["a": "own", "b": "first", "c": "second", "d": "second", "e": "third"])
    }

    @Test("Each form of the trait hands on all that it is told, and nothing besides")
    func forms() throws {
        let configuration = ContextConfiguration(prefixes: ["A"])
        let leaks = LeakCheck.on(except: "x")
        let full: [ApplicationContextTrait] = [
            .applicationContext(configuration, sharing: .configuration, starting: true, leaks: leaks) {
                $0.set("a", to: 1)
            },
            .applicationContext(contentsOf: "a.json", sharing: .configuration, starting: true, leaks: leaks) {
                $0.set("a", to: 1)
            },
            .applicationContext(sharing: .configuration, starting: true, leaks: leaks) { $0.set("a", to: 1) },
        ]
        for form in full {
            let plan = plan(form)
            #expect(plan.sharing == .configuration && plan.starts)
            #expect(plan.leaks.isOn && plan.leaks.exceptions == ["x"])
            var overrides = ContextOverrides()
            for change in plan.changes { try change.apply(&overrides) }
            #expect(overrides.properties == ["a": 1])
        }
        let empty: [ApplicationContextTrait] = [
            .applicationContext(configuration), .applicationContext(contentsOf: "a.json"), .applicationContext(),
        ]
        for form in empty {
            let plan = plan(form)
            #expect(plan.sharing == .perTest && !plan.starts && !plan.leaks.isOn && plan.changes.isEmpty)
        }
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

    @Test("Contexts of several plans are shared and ended each by itself")
    func severalPlans() async throws {
        let contexts = SharedContexts()
        let place = #_sourceLocation
        let plans = [Bool?.none, true, nil].enumerated().map { index, starts in
            plan(
                trait(
                    .code(.success(.of(Fleet.self))), change: index == 2 ? Self.change : nil, starts: starts))
        }
        for plan in plans + plans.reversed() { await contexts.enter(plan) }
        var fleets: [Fleet] = []
        for plan in plans + plans {
            fleets.append(try #require(try await contexts.context(of: plan)).component(Fleet.self))
        }
        #expect(Set(fleets.map { ObjectIdentifier($0) }).count == 3)
        for (index, fleet) in fleets.enumerated() { #expect(fleet === fleets[index % 3]) }
        for plan in plans { await contexts.leave(plan, at: place) }
        #expect(fleets.map(\.stops) == [0, 0, 0, 0, 0, 0])
        await contexts.leave(plans[1], at: place)
        #expect(fleets.prefix(3).map(\.stops) == [0, 1, 0])
        #expect(try await contexts.context(of: plans[2])?.component(Fleet.self) === fleets[2])
        await contexts.leave(plans[2], at: place)
        await contexts.leave(plans[0], at: place)
        #expect(fleets.prefix(3).map(\.starts) == [0, 1, 0])
    }
}
