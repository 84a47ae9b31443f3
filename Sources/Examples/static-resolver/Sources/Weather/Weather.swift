import IOCStatic

/// Where the program comes together. The `resolve…` methods are generated while it is built.
protocol WeatherResolver: Resolver {
    func provideSensor() -> any Sensor
}

struct Thermometer: Sensor {
    func measure(day: Int) async throws -> Double { Double(day * 8) }
}

struct AppResolver: WeatherResolver {
    func provideSensor() -> any Sensor { Thermometer() }
}

@main
struct Weather {
    static func main() async throws {
        let forecast = AppResolver().resolveForecast(offset: -1, days: 4)
        print(try await forecast.text())
    }
}
