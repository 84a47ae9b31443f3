/// Puts a step together: a finder, a factory, tasks, then the action and the step it starts from.
///
/// ```swift
/// let chat = StepAssembly(finder: ClassWithContextFinder<Chat>(), factory: ChatFactory())
///     .adding(LoginInterceptor())
///     .adding(ContextSettingTask())
///     .using(Push())
///     .from(list.expectingContainer(AppStack.self), context: { _ in () })
///     .assemble()
/// ```
///
/// It is a value: each call gives a new one and leaves the old as it was.
@MainActor public struct StepAssembly<Output: RoutedScreen, Context> {
    typealias Bound = BoundStep<Output.Base>

    private var facts: StepFacts
    private var parts: [@MainActor (Bound, Context) throws -> Void] = []

    /// A step whose screen is found by the finder, or else made by the factory.
    public init<F: Finder, M: Factory>(finder: F, factory: M, named name: String? = nil)
    where F.Output == Output, F.Context == Context, M.Output == Output, M.Context == Context {
        let makes = !(factory is NoFactory<Output, Context>)
        self.init(finder: finder, factory: makes ? label(factory) : nil, named: name)
        guard makes else { return }
        parts.append { bound, context in
            bound.maker = .screen(
                prepare: { try factory.prepare(with: context) },
                build: { try upcast(factory.build(with: context)) })
            guard let locating = factory as? any LocatingFactory<Output, Context> else { return }
            bound.locate = { tree in try upcast(locating.locate(with: context, in: tree)) }
        }
    }

    /// A step whose container is found by the finder, or else made by the factory together with what it contains.
    public init<F: Finder, M: ContainerFactory>(finder: F, factory: M, named name: String? = nil)
    where F.Output == Output, F.Context == Context, M.Output == Output, M.Context == Context {
        self.init(finder: finder, factory: label(factory), named: name)
        parts.append { bound, context in
            bound.maker = .container(
                prebuilt: factory.prebuiltCount,
                prepare: { try factory.prepare(with: context) },
                build: { try upcast(factory.build(with: context, children: $0)) })
        }
    }

    private init<F: Finder>(finder: F, factory: String?, named name: String?)
    where F.Output == Output, F.Context == Context {
        let type = String(describing: Output.self)
        facts = StepFacts(name: name ?? type, kind: .screen, screenType: type)
        facts.finder = label(finder)
        facts.factory = factory
        facts.providedRole = containerRole(of: Output.self)
        parts.append { bound, context in
            bound.find = { tree in try finder.find(with: context, in: tree).map { try upcast($0) } }
        }
    }

    /// Adds an interceptor.
    public func adding<I: RoutingInterceptor>(_ interceptor: I) -> StepAssembly where I.Context == Context {
        var copy = adding { bound, context in
            bound.interceptors.append(
                .init(
                    name: label(interceptor), timeLimit: interceptor.timeLimit,
                    prepare: { try interceptor.prepare(with: context) },
                    perform: { try await interceptor.perform(with: context) }))
        }
        copy.facts.interceptors.append(label(interceptor))
        return copy
    }

    /// Adds a context task.
    public func adding<T: ContextTask>(_ task: T) -> StepAssembly where T.Output == Output, T.Context == Context {
        adding { bound, context in
            bound.setups.append(
                .init(
                    name: label(task),
                    prepare: { try task.prepare(with: context) },
                    check: { try task.check(downcast($0), with: context) },
                    perform: { screen in
                        if let screen = screen as? Output { task.perform(on: screen, with: context) }
                    }))
        }
    }

    /// Adds a post-routing task.
    public func adding<T: PostRoutingTask>(_ task: T) -> StepAssembly where T.Output == Output, T.Context == Context {
        adding { bound, context in
            bound.postTasks.append(
                .init(name: label(task)) { screen, route in
                    if let screen = screen as? Output { task.perform(on: screen, with: context, route: route) }
                })
        }
    }

    /// Says how the screen gets into the tree from the step before.
    public func using<A: ScreenAction>(_ action: A) -> ScreenJoint<Output, Context, Output, Context> {
        chain.using(action)
    }

    /// Says how the screen gets into the container that the step before leads to.
    public func using<A: ContainerAction>(_ action: A) -> ContainerJoint<Output, Context, Output, Context, A.Role> {
        chain.using(action)
    }

    /// The step by itself: it is found, or the navigation fails, as nothing says where it would go.
    public func assemble() -> Step<Output, Context> { chain.assemble() }

    var chain: StepChain<Output, Context, Output, Context> {
        StepChain { junction in step(junction) }
    }

    private func adding(_ part: @escaping @MainActor (Bound, Context) throws -> Void) -> StepAssembly {
        var copy = self
        copy.parts.append(part)
        return copy
    }

    func step(_ junction: Junction<Output.Base, Context>?) -> Step<Output, Context> {
        var facts = facts
        junction?.describe(in: &facts)
        let shape = StepShape(facts)
        let parts = parts
        return Step(shape: shape) { context in
            let bound = Bound(shape: shape, kind: .screen)
            for part in parts { try part(bound, context) }
            bound.action = junction?.action
            if let junction { bound.previous = { try junction.previous(context) } }
            return bound
        }
    }
}
