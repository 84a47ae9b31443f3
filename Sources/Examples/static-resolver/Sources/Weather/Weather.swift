import IOC
import IOCStatic

/// Where the program comes together. The `resolve…` methods are generated while it is built, and so is
/// `WeatherResolverAssembly`, which offers the container what they make.
protocol WeatherResolver: Resolver, Sendable {
    func provideSensor() -> any Sensor
}

/// The container passes it what its `provide…` methods answer.
@Component
final class AppResolver: WeatherResolver {
    let sensor: any Sensor

    func provideSensor() -> any Sensor { sensor }
}

@Component
final class Thermometer: Sensor {
    func measure(day: Int) async throws -> Double { Double(day * 8) }
}

/// Has what resolvers make in two ways: from the container, and from the resolver with arguments.
@Component
final class Announcer {
    let phrasebook: Phrasebook
    let resolver: any WeatherResolver
    @Injected(setting: "forecast.days") let days: Int
    @Injected(setting: "forecast.offset") let offset: Double

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
