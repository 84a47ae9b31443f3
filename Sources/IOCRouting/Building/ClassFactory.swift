/// Makes a screen by its class's initializer.
public struct ClassFactory<Output: InitializableScreen, Context>: Factory {
    private let configure: @MainActor (Output) -> Void

    /// A factory for the class; the closure sees each new screen.
    public init(configure: @escaping @MainActor (Output) -> Void = { _ in }) {
        self.configure = configure
    }

    /// A new screen.
    public func build(with context: Context) throws -> Output {
        let screen = Output()
        configure(screen)
        return screen
    }
}
