/// A builder that composes a step from a finder, a factory and tasks, and joins it to the step before it.
///
/// ```swift
/// let chat = StepBuilder(finder: ClassWithInputFinder<Chat>(), factory: ChatFactory())
///     .adding(LoginInterceptor())
///     .adding(InputSettingTask())
///     .using(Push())
///     .from(list.adaptingInput { _ in () }.expectingContainer(AppStack.self))
///     .build()
/// ```
///
/// A builder is a value: each call returns a new builder.
@MainActor public struct StepBuilder<Output: RoutedScreen, Input> {
    typealias Bound = BoundStep<Output.Base>

    private let name: String
    private let finder: String
    private let factory: String?
    private var parts: [@MainActor (Bound, Input) throws -> Void] = []

    /// Creates a builder of a step. The finder finds its screen, or the factory creates it.
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

    /// Creates a builder of a step. The finder finds its container, or the factory creates it together with its
    /// content.
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
        self.init(name: name ?? String(describing: Output.self), finder: label(finder), factory: factory)
        parts.append { bound, input in
            bound.find = { tree in try finder.find(with: input, in: tree).map { try upcast($0) } }
        }
    }

    private init(name: String, finder: String, factory: String?) {
        self.name = name
        self.finder = finder
        self.factory = factory
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
            bound.inputSetters.append(
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
            bound.postTasks.append { screen, route in
                if let screen = screen as? Output { task.perform(on: screen, with: input, route: route) }
            }
        }
    }

    /// Returns this step with another type of input. The closure derives the step's own input from it.
    public func adaptingInput<New>(_ adapt: @escaping @MainActor (New) throws -> Input) -> StepBuilder<Output, New> {
        let parts = parts
        return StepBuilder<Output, New>(name: name, finder: finder, factory: factory).adding { bound, new in
            let input = try adapt(new)
            for part in parts { try part(bound, input) }
        }
    }

    /// Adds the action that puts the screen into the tree.
    public func using<A: ScreenAction>(_ action: A) -> ScreenJoint<Output, Input> { chain.using(action) }

    /// Adds the action that puts the screen into a container.
    public func using<A: ContainerAction>(_ action: A) -> ContainerJoint<Output, Input, A.Role> {
        chain.using(action)
    }

    /// Returns the step without an origin. A navigation to it fails if its screen is not in the tree.
    public func build() -> Step<Output, Input> { step(nil) }

    private var chain: StepChain<Output, Input> { StepChain { junction in step(junction) } }

    private func adding(_ part: @escaping @MainActor (Bound, Input) throws -> Void) -> StepBuilder {
        var copy = self
        copy.parts.append(part)
        return copy
    }

    func step(_ junction: Junction<Output.Base, Input>?) -> Step<Output, Input> {
        let shape = StepShape(
            name: name, screenType: String(describing: Output.self), finder: finder, factory: factory,
            role: containerRole(of: Output.self), action: junction?.action.name, previous: junction?.shape)
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

/// A step that is bound to its input. Its closures call the finder, the factory and the tasks, and take and return
/// `Screen`, the base type of all the host's screens, instead of the step's own screen type.
@MainActor final class BoundStep<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The way to create the screen of a step if the finder found none.
    enum Maker {
        case none
        case screen(prepare: () throws -> Void, build: () throws -> Screen)
        case container(prebuilt: Int, prepare: () throws -> Void, build: (Children<Screen>) throws -> Screen)
    }

    enum Kind {
        case screen
        /// The origin of a route: a screen that must be in the tree. If `allowsEmptyTree` is true, the tree may be
        /// empty instead.
        case origin(allowsEmptyTree: Bool)
        case choice((ScreenTree<Screen>) throws -> (step: BoundStep<Screen>, reason: String)?)
    }

    struct Interceptor {
        let name: String
        let timeLimit: Duration?
        let prepare: () throws -> Void
        let perform: @MainActor () async throws -> InterceptorAnswer
    }

    struct InputSetter {
        let name: String
        let prepare: () throws -> Void
        let check: (Screen) throws -> Void
        let perform: (Screen) -> Void
    }

    let shape: StepShape
    let kind: Kind
    var find: (ScreenTree<Screen>) throws -> Screen? = { _ in nil }
    var maker: Maker = .none
    /// The closure that finds the screen that a ``FinderFactory`` would return; nil for other factories.
    var locate: ((ScreenTree<Screen>) throws -> Screen)?
    var action: AnyAction?
    var interceptors: [Interceptor] = []
    var inputSetters: [InputSetter] = []
    var postTasks: [(Screen, [Screen]) -> Void] = []
    var previous: () throws -> BoundStep<Screen>? = { nil }

    /// True if the screen that the factory returns stays where it is, because the action is ``Nothing``.
    var isLeftInPlace: Bool {
        if case .screen(let action)? = action { action is Nothing } else { false }
    }

    var id: ObjectIdentifier { ObjectIdentifier(shape) }

    init(shape: StepShape, kind: Kind) {
        self.shape = shape
        self.kind = kind
    }
}

/// An action on a screen, or an action on a container.
enum AnyAction {
    case screen(any ScreenAction)
    case container(any ContainerAction, role: any ContainerRole.Type)

    var name: String {
        switch self {
        case .screen(let action): label(action)
        case .container(let action, _): label(action)
        }
    }
}
