public import IOCStatic

/// A correction of the readings of a sensor.
///
/// Resolvers of other modules create it, too, because the type, its initializer and its dependencies are public.
public struct Calibration: Injectable {
    /// The dependencies: the offset of the sensor.
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

/// An internal type, which resolvers of other modules don't create.
struct Workbench: Injectable {
    init(dependency: Void) {}
}
