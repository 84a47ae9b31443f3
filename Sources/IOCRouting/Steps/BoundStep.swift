/// A step whose input is known: closures over the typed parts, in terms of the host's screens.
@MainActor final class BoundStep<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The factory of a screen where none is found.
    enum Maker {
        case none
        case screen(prepare: () throws -> Void, build: () throws -> Screen)
        case container(prebuilt: Int, prepare: () throws -> Void, build: (Children<Screen>) throws -> Screen)
    }

    enum Kind {
        case screen
        /// A screen that must be there, or an empty tree where that is allowed.
        case origin(allowsEmptyTree: Bool)
        case choice((ScreenTree<Screen>) throws -> (step: BoundStep<Screen>, reason: String)?)
    }

    struct Interceptor {
        let name: String
        let timeLimit: Duration?
        let prepare: () throws -> Void
        let perform: @MainActor () async throws -> InterceptorAnswer
    }

    struct Setup {
        let name: String
        let prepare: () throws -> Void
        let check: (Screen) throws -> Void
        let perform: (Screen) -> Void
    }

    struct PostTask {
        let name: String
        let perform: (Screen, [Screen]) -> Void
    }

    let shape: StepShape
    let kind: Kind
    var find: (ScreenTree<Screen>) throws -> Screen? = { _ in nil }
    var maker: Maker = .none
    /// The screen that a finding factory would give.
    var locate: ((ScreenTree<Screen>) throws -> Screen)?
    var action: AnyAction?
    var interceptors: [Interceptor] = []
    var setups: [Setup] = []
    var postTasks: [PostTask] = []
    var previous: () throws -> BoundStep<Screen>? = { nil }

    /// True if what the factory gives stays where it is.
    var isLeftInPlace: Bool {
        if case .screen(let action)? = action { action is Nothing } else { false }
    }

    var id: ObjectIdentifier { ObjectIdentifier(shape) }

    init(shape: StepShape, kind: Kind) {
        self.shape = shape
        self.kind = kind
    }
}
