/// A step with its input: closures over the typed parts, in terms of the host's screens.
@MainActor final class BoundStep<Screen: RoutedScreen> where Screen.Base == Screen {
    /// Creates the screen of a step whose finder found none.
    enum Maker {
        case none
        case screen(prepare: () throws -> Void, build: () throws -> Screen)
        case container(prebuilt: Int, prepare: () throws -> Void, build: (Children<Screen>) throws -> Screen)
    }

    enum Kind {
        case screen
        /// A screen that must be in the tree. If `allowsEmptyTree` is true, the tree may be empty instead.
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
    /// The screen that a ``FinderFactory`` would return.
    var locate: ((ScreenTree<Screen>) throws -> Screen)?
    var action: AnyAction?
    var interceptors: [Interceptor] = []
    var inputSetters: [InputSetter] = []
    var postTasks: [(Screen, [Screen]) -> Void] = []
    var previous: () throws -> BoundStep<Screen>? = { nil }

    /// True if the screen that the factory returns stays where it is.
    var isLeftInPlace: Bool {
        if case .screen(let action)? = action { action is Nothing } else { false }
    }

    var id: ObjectIdentifier { ObjectIdentifier(shape) }

    init(shape: StepShape, kind: Kind) {
        self.shape = shape
        self.kind = kind
    }
}

/// An action of either kind.
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
