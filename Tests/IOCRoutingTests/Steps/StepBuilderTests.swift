import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Step builders") struct StepBuilderTests {
    /// A step that is always made, by a closure that may fail.
    private func made<Input>(
        _ name: String, _ input: Input.Type, _ note: @escaping @MainActor (Input) throws -> Void = { _ in }
    ) -> StepBuilder<HeadlessScreen, Input> {
        StepBuilder(
            finder: NoFinder<HeadlessScreen, Input>(),
            factory: ClosureFactory<HeadlessScreen, Input> { input in
                try note(input)
                return HeadlessScreen(named: name)
            }, named: name)
    }

    private func made(_ name: String) -> Opening { made(name, Void.self) }

    @Test("A builder is a value: adding to a copy leaves the original as it was") func values() async throws {
        var calls = 0
        let plain = made("new")
        let counted = plain.adding(
            ClosureInterceptor<Void> { _ in
                calls += 1
                return .proceed
            })
        let world = World("stack[a]")
        try await world.go(plain.using(Present()).from(.current()).build())
        #expect(calls == 0)
        let step = counted.using(Present()).from(.current()).build()
        #expect(try world.router.plan(to: step).interceptors.count == 1)
        try await world.go(step)
        #expect(calls == 1)
    }

    @Test("Steps in a chain can have different inputs") func chain() async throws {
        var seen: [String] = []
        let route = made("a", String.self) { seen.append("a \($0)") }
            .using(Present()).from(made("b", Int.self) { seen.append("b \($0)") }.adaptingInput { $0.count })
            .using(Present()).from(made("c", Bool.self) { seen.append("c \($0)") }.adaptingInput { $0.count > 2 })
            .using(Present()).from(.root())
            .build()
        let world = World("stack[x]")
        try await world.router.navigate(to: route, with: "four")
        #expect(Set(seen) == ["a four", "b 4", "c true"])
        #expect(world.sketch == "stack[x]/c/b/a")
    }

    @Test("Routes and open steps can be joined with an adapted input") func derived() async throws {
        var seen: [String] = []
        let container = StepBuilder(
            finder: NoFinder<HeadlessStack, Int>(), factory: ClassFactory<HeadlessStack, Int>(), named: "stack"
        ).adding(ClosureInputTask<HeadlessStack, Int> { _, input in seen.append("stack \(input)") })
        let last = made("last", String.self) { seen.append("last \($0)") }
        let whole = container.using(Present()).from(.root()).build()
        let routes: [Step<HeadlessScreen, String>] = [
            last.using(Push()).from(whole.adaptingInput { $0.count }).build(),
            last.using(Push()).from(container.adaptingInput { $0.count }).using(Present()).from(.root()).build(),
            last.using(Present()).from(whole.adaptingInput { $0.count }).build(),
        ]
        for route in routes {
            seen = []
            let result = try await World("a").router.navigate(to: route, with: "four")
            #expect(seen == ["last four", "stack 4"] && result.screen?.name == "last")
        }
    }

    @Test("The input of a route can be adapted, and an error of that is reported") func adapted() async throws {
        let router = World("stack[list]").router
        let byNumber = ChatRoutes().chat.adaptingInput { (number: Int) in
            guard number >= 0 else { throw Refusal() }
            return "user \(number)"
        }
        #expect(try await router.navigate(to: byNumber, with: 7).screen?.user == "user 7")
        let error = await routingError { try await router.navigate(to: byNumber, with: -1) }
        #expect(error?.code == .inputRejected && error?.cause is Refusal)
        #expect(throws: RoutingError.self) { try router.plan(to: byNumber, with: -1) }
        let broken = made("new").using(Present())
            .from(Step<HeadlessScreen, Int>.current().adaptingInput { () throws -> Int in throw Refusal() }).build()
        #expect(await routingError { try await router.navigate(to: broken) }?.code == .inputRejected)
    }

    @Test("A destination is a route with its input") func destinations() async throws {
        let router = World("stack[list]").router
        let chat = try await router.navigate(to: Destination(ChatRoutes().chat, with: "u"))
        #expect(chat.screen?.user == "u")
        #expect(try await router.navigate(to: Destination(ChatRoutes.login)).hasArrived)
        let erased = ChatRoutes().chat.erasedDestination(with: "v")
        #expect(erased.name == "chat")
        #expect(try await router.navigate(to: erased).screen is ChatScreen)
        #expect(try router.plan(to: erased).operations == [])
    }

    @Test("A switch takes the first case that applies, by condition or finder") func switches() async throws {
        func presenting(_ name: String) -> Step<HeadlessScreen, Int> {
            made(name, Int.self).using(Present()).from(.current()).build()
        }
        let route = SwitchBuilder<HeadlessScreen, Int>(named: "switch")
            .addingCase(when: "is one", { $0 == 1 }, from: presenting("one"))
            .addingCase(when: ClassFinder<LoginScreen, Int>(), from: presenting("login case"))
            .addingCase(when: "fails", { if $0 == 13 { throw Refusal() } else { false } }, from: presenting("never"))
            .addingCase(ClosureFinder<HeadlessScreen, Int> { input, tree in input == 5 ? tree.root : nil })
        let world = World("stack[a]")
        let router = world.router
        #expect(try await router.navigate(to: route.build(), with: 1).screen?.name == "one")
        #expect(try await router.navigate(to: route.build(), with: 5).screen === world["stack"])
        let none = await routingError { try await router.navigate(to: route.build(), with: 2) }
        #expect(none?.code == .switchWithoutMatch && none?.nearMisses.count == 4)
        #expect(await routingError { try await router.navigate(to: route.build(), with: 13) }?.code == .finderFailed)
        let closed = route.otherwise(presenting("other")).build()
        #expect(try await router.navigate(to: closed, with: 2).screen?.name == "other")
        #expect(try await World("login").router.navigate(to: closed, with: 2).screen?.name == "login case")
    }

    @Test("A step without an origin, or with one that throws, is an error") func badOrigins() async throws {
        let world = World("stack[a]")
        let broken = made("new").using(Present()).from(.custom("broken") { _ in throw Refusal() }).build()
        let error = await world.error(broken)
        #expect(error?.code == .finderFailed && error?.cause is Refusal)
        #expect(await world.error(made("new").build())?.code == .originMissing)
    }

    @Test("A step without a factory whose screen is missing is an error with near misses") func notFound() async throws
    {
        let step = StepBuilder(
            finder: ClassFinder<SettingsScreen, Void>(), factory: NoFactory<SettingsScreen, Void>()
        ).build()
        let error = await routingError { try await World("stack[SettingScreen]").router.navigate(to: step) }
        #expect(error?.code == .screenNotFound)
        #expect(error?.nearMisses.first?.contains("SettingScreen") == true)
    }

    @Test("Origins need no types, and one statement pushes two screens") func ease() async throws {
        let world = World("stack[base]")
        let both = made("two").using(Push())
            .from(made("one").expectingContainer(HeadlessStack.self))
            .using(Push()).from(.root(in: HeadlessStack.self)).build()
        try await world.go(both)
        #expect(world.log == ["set [base, one, two] in stack"])
        let mixed = made("number", Int.self).using(Push())
            .from(made("zero").adaptingInput { _ in () }.expectingContainer(HeadlessStack.self))
            .using(Push()).from(.current(in: HeadlessStack.self)).build()
        try await world.router.navigate(to: mixed, with: 7)
        #expect(world.sketch == "stack[base one two zero number]")
        try await world.go(made("new root").using(ReplaceRoot()).from(.root()).build())
        #expect(world.sketch == "new root")
    }
}
