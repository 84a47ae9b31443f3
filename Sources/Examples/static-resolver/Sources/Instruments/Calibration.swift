public import IOCStatic

/// Corrects what a sensor says. It is public with all it takes to make it, so other modules' resolvers make it too.
public struct Calibration: Injectable {
    /// The error of the sensor.
    public struct Dependency {
        let offset: Double

        /// A correction by so many degrees.
        public init(offset: Double) {
            self.offset = offset
        }
    }

    private let offset: Double

    /// Makes a correction.
    public init(dependency: Dependency) {
        offset = dependency.offset
    }

    /// The true value.
    public func corrected(_ value: Double) -> Double { value + offset }
}

/// Internal, and so no other module's business.
struct Workbench: Injectable {
    init(dependency: Void) {}
}
