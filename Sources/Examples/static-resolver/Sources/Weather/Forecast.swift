import IOCStatic
import Instruments

/// A forecast of the weather.
struct Forecast: Injectable {
    struct Dependency {
        let station: Station
        let phrasebook: Phrasebook
        let days: Int
    }

    private let dependency: Dependency

    init(dependency: Dependency) {
        self.dependency = dependency
    }

    func text() async throws -> String {
        let readings = try await dependency.station.readings(dependency.days)
        return readings.map { dependency.phrasebook.phrase(for: $0) }.joined(separator: ", ")
    }
}

/// A station that returns calibrated readings of a sensor.
struct Station: Injectable {
    struct Dependency {
        let sensor: any Sensor
        let calibration: Calibration
    }

    private let dependency: Dependency

    init(dependency: Dependency) {
        self.dependency = dependency
    }

    func readings(_ count: Int) async throws -> [Double] {
        var readings: [Double] = []
        for day in 0..<count {
            readings.append(dependency.calibration.corrected(try await dependency.sensor.measure(day: day)))
        }
        return readings
    }
}

/// A phrasebook that recommends clothes for a temperature.
final class Phrasebook: Injectable, Sendable {
    init(dependency: Void) {}

    func phrase(for degrees: Double) -> String {
        degrees < 10 ? "coat" : degrees < 20 ? "jacket" : "shirt"
    }
}

/// A sensor. The resolver has to provide it, because the protocol is not an injectable type.
protocol Sensor: Sendable {
    func measure(day: Int) async throws -> Double
}
