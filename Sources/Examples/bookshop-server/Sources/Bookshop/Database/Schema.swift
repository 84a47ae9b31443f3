/// The steps that lead from an empty database to the tables of today, and where the database keeps how many it has taken.
///
/// Steps are only ever added, and each leaves to the program before it what that needs: while replicas are replaced one by
/// one, both work on the same tables.
package struct Schema: Sendable {
    /// The part before the version is read.
    let preparation: [String]
    /// Reads how many steps were taken.
    let version: String
    /// Notes how many steps were taken.
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
