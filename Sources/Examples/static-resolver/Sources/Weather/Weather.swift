import IOC
import IOCStatic

/// The resolver of the program. The plugin generates its `resolve…` methods.
protocol WeatherResolver: Resolver, Sendable {
    func provideSensor() -> any Sensor
}

/// The resolver as a component: the container injects what its `provide…` methods return.
@Component
final class AppResolver: WeatherResolver {
    let sensor: any Sensor

    func provideSensor() -> any Sensor { sensor }
}

@Component
final class Thermometer: Sensor {
    func measure(day: Int) async throws -> Double { Double(day * 8) }
}

/// An announcer, which gets the resolver from the container and creates a forecast with arguments of its own.
@Component
final class Announcer {
    let resolver: any WeatherResolver
    @Injected(setting: "forecast.days") let days: Int
    @Injected(setting: "forecast.offset") let offset: Double

    func announcement() async throws -> String {
        let forecast = resolver.resolveForecast(days: days, offset: offset)
        let night = resolver.resolvePhrasebook().phrase(for: 0)
        return "\(try await forecast.text()); at night: \(night)"
    }
}

@main
struct Weather {
    static func main() async throws {
        let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
        print(try await context.component(Announcer.self).announcement())
    }
}
