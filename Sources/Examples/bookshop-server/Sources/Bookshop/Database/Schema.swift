/// The steps from an empty database to the current tables, and the statements that read and store the number of
/// completed steps.
///
/// Steps are only ever added. A step keeps what the previous version of the program needs, because both versions use
/// the same tables while replicas are replaced one by one.
package struct Schema: Sendable {
    /// The statements to run before the version is read.
    let preparation: [String]
    /// The statement that reads the number of completed steps.
    let version: String
    /// The function that returns a statement which stores the number of completed steps.
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
