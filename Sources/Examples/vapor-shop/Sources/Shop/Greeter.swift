import IOC

protocol Greeter: Sendable {
    func greet(_ name: String) throws -> String
}

@Component
final class SettingGreeter: Greeter, Startable {
    @Injected(setting: "greeting.word", default: "Hi") let word: String
    let visit: Provider<Visit>

    /// Runs before the server accepts requests. Connect and migrate here.
    func start() async throws {}

    func greet(_ name: String) throws -> String {
        try visit().note("greeted \(name)")
        return "\(word), \(name)!"
    }
}
