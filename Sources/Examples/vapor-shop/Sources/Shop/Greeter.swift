import IOC

@Component
final class Greeter: Startable {
    @Value("greeting.word") var word = "Hi"
    @Autowired var visit: Provider<Visit>

    /// Runs before the server takes requests: connect and migrate here.
    func start() async throws {}

    func greet(_ name: String) throws -> String {
        try visit().note("greeted \(name)")
        return "\(word), \(name)!"
    }
}
