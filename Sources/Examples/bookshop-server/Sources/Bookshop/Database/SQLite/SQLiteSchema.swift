extension Schema {
    /// The tables in SQLite, which has a built-in version number, and one writer at a time.
    static let sqlite = Schema(
        version: "PRAGMA user_version", setVersion: { "PRAGMA user_version = \($0)" },
        steps: firstSteps(
            identity: "INTEGER PRIMARY KEY AUTOINCREMENT", moment: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"))
}
