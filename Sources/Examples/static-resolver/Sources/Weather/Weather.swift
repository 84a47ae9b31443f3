import IOC
import IOCStatic

/// Where the program comes together. The `resolve…` methods are generated while it is built, and so is
/// `WeatherResolverAssembly`, which offers the container what they make.
protocol WeatherResolver: Resolver, Sendable {
    func provideSensor() -> any Sensor
}

/// The container fills it, and it answers the `provide…` methods with what it was given.
@Component
final class AppResolver: WeatherResolver {
    @Autowired var sensor: any Sensor

    func provideSensor() -> any Sensor { sensor }
}

@Component
final class Thermometer: Sensor {
    func measure(day: Int) async throws -> Double { Double(day * 8) }
}

/// Has what resolvers make in two ways: from the container, and from the resolver with arguments.
@Component
final class Announcer {
    @Autowired var phrasebook: Phrasebook
    @Autowired var resolver: any WeatherResolver
    @Value("forecast.days") var days: Int
    @Value("forecast.offset") var offset: Double

    func announcement() async throws -> String {
        let forecast = resolver.resolveForecast(days: days, offset: offset)
        return "\(try await forecast.text()); at night: \(phrasebook.phrase(for: 0))"
    }
}

@main
struct Weather {
    static func main() async throws {
        let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
        print(try await context.component(Announcer.self).announcement())
    }
}
