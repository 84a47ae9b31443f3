public import IOCStatic

/// Corrects the readings of a sensor.
///
/// Resolvers of other modules create it, too, because its initializer and its dependencies are public.
public struct Calibration: Injectable {
    /// The error of the sensor.
    public struct Dependency {
        let offset: Double

        /// Creates the dependency from an offset in degrees.
        public init(offset: Double) {
            self.offset = offset
        }
    }

    private let offset: Double

    /// Creates a calibration.
    public init(dependency: Dependency) {
        offset = dependency.offset
    }

    /// Returns the corrected value.
    public func corrected(_ value: Double) -> Double { value + offset }
}

/// An internal type. Resolvers of other modules don't create it.
struct Workbench: Injectable {
    init(dependency: Void) {}
}
