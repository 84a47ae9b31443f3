/// Makes a screen by its class's initializer.
public struct ClassFactory<Output: InitializableScreen, Input>: ScreenFactory {
    private let configure: @MainActor (Output) -> Void

    /// A factory for the class; the closure sees each new screen.
    public init(configure: @escaping @MainActor (Output) -> Void = { _ in }) {
        self.configure = configure
    }

    /// A new screen.
    public func build(with input: Input) throws -> Output {
        let screen = Output()
        configure(screen)
        return screen
    }
}
