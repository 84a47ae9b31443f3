/// Puts a step together: a finder, a factory, tasks, then the action and the step it starts from.
///
/// ```swift
/// let chat = StepBuilder(finder: ClassWithInputFinder<Chat>(), factory: ChatFactory())
///     .adding(LoginInterceptor())
///     .adding(InputSettingTask())
///     .using(Push())
///     .from(list.expectingContainer(AppStack.self), input: { _ in () })
///     .build()
/// ```
///
/// It is a value: each call gives a new one and leaves the old as it was.
@MainActor public struct StepBuilder<Output: RoutedScreen, Input> {
    typealias Bound = BoundStep<Output.Base>

    private var facts: StepFacts
    private var parts: [@MainActor (Bound, Input) throws -> Void] = []

    /// A step whose screen is found by the finder, or else made by the factory.
    public init<F: Finder, M: ScreenFactory>(finder: F, factory: M, named name: String? = nil)
    where F.Output == Output, F.Input == Input, M.Output == Output, M.Input == Input {
        let makes = !(factory is NoFactory<Output, Input>)
        self.init(finder: finder, factory: makes ? label(factory) : nil, named: name)
        guard makes else { return }
        parts.append { bound, input in
            bound.maker = .screen(
                prepare: { try factory.prepare(with: input) },
                build: { try upcast(factory.build(with: input)) })
            guard let locating = factory as? any LocatingFactory<Output, Input> else { return }
            bound.locate = { tree in try upcast(locating.locate(with: input, in: tree)) }
        }
    }

    /// A step whose container is found by the finder, or else made by the factory together with what it contains.
    public init<F: Finder, M: ContainerFactory>(finder: F, factory: M, named name: String? = nil)
    where F.Output == Output, F.Input == Input, M.Output == Output, M.Input == Input {
        self.init(finder: finder, factory: label(factory), named: name)
        parts.append { bound, input in
            bound.maker = .container(
                prebuilt: factory.prebuiltCount,
                prepare: { try factory.prepare(with: input) },
                build: { try upcast(factory.build(with: input, children: $0)) })
        }
    }

    private init<F: Finder>(finder: F, factory: String?, named name: String?)
    where F.Output == Output, F.Input == Input {
        let type = String(describing: Output.self)
        facts = StepFacts(name: name ?? type, kind: .screen, screenType: type)
        facts.finder = label(finder)
        facts.factory = factory
        facts.providedRole = containerRole(of: Output.self)
        parts.append { bound, input in
            bound.find = { tree in try finder.find(with: input, in: tree).map { try upcast($0) } }
        }
    }

    /// Adds an interceptor.
    public func adding<I: RoutingInterceptor>(_ interceptor: I) -> StepBuilder where I.Input == Input {
        adding { bound, input in
            bound.interceptors.append(
                .init(
                    name: label(interceptor), timeLimit: interceptor.timeLimit,
                    prepare: { try interceptor.prepare(with: input) },
                    perform: { try await interceptor.perform(with: input) }))
        }
    }

    /// Adds an input task.
    public func adding<T: InputTask>(_ task: T) -> StepBuilder where T.Output == Output, T.Input == Input {
        adding { bound, input in
            bound.setups.append(
                .init(
                    name: label(task),
                    prepare: { try task.prepare(with: input) },
                    check: { try task.check(downcast($0), with: input) },
                    perform: { screen in
                        if let screen = screen as? Output { task.perform(on: screen, with: input) }
                    }))
        }
    }

    /// Adds a post-routing task.
    public func adding<T: PostRoutingTask>(_ task: T) -> StepBuilder where T.Output == Output, T.Input == Input {
        adding { bound, input in
            bound.postTasks.append(
                .init(name: label(task)) { screen, route in
                    if let screen = screen as? Output { task.perform(on: screen, with: input, route: route) }
                })
        }
    }

    /// Says how the screen gets into the tree from the step before.
    public func using<A: ScreenAction>(_ action: A) -> ScreenJoint<Output, Input, Output, Input> {
        chain.using(action)
    }

    /// Says how the screen gets into the container that the step before leads to.
    public func using<A: ContainerAction>(_ action: A) -> ContainerJoint<Output, Input, Output, Input, A.Role> {
        chain.using(action)
    }

    /// The step by itself: it is found, or the navigation fails, as nothing says where it would go.
    public func build() -> Step<Output, Input> { chain.build() }

    var chain: StepChain<Output, Input, Output, Input> {
        StepChain { junction in step(junction) }
    }

    private func adding(_ part: @escaping @MainActor (Bound, Input) throws -> Void) -> StepBuilder {
        var copy = self
        copy.parts.append(part)
        return copy
    }

    func step(_ junction: Junction<Output.Base, Input>?) -> Step<Output, Input> {
        var facts = facts
        junction?.describe(in: &facts)
        let shape = StepShape(facts)
        let parts = parts
        return Step(shape: shape) { input in
            let bound = Bound(shape: shape, kind: .screen)
            for part in parts { try part(bound, input) }
            bound.action = junction?.action
            if let junction { bound.previous = { try junction.previous(input) } }
            return bound
        }
    }
}
