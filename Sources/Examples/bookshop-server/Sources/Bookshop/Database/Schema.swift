/// The steps from an empty database to the current tables, and the statements for the number of steps taken.
///
/// Steps are only ever added. A step keeps what the previous version of the program needs, because both versions use
/// the same tables while replicas are replaced one by one.
package struct Schema: Sendable {
    /// The statements to run before the version is read.
    let preparation: [String]
    /// Reads the number of steps taken.
    let version: String
    /// Stores the number of steps taken.
    let setVersion: @Sendable (Int) -> String
    let steps: [String]

    package init(
        preparation: [String] = [], version: String, setVersion: @escaping @Sendable (Int) -> String, steps: [String]
    ) {
        self.preparation = preparation
        self.version = version
        self.setVersion = setVersion
        self.steps = steps
    }
}
