extension Schema {
    /// The schema in SQLite. It needs no preparation, because SQLite has a version number of its own and allows one
    /// writer at a time.
    static let sqlite = Schema(
        version: "PRAGMA user_version", setVersion: { "PRAGMA user_version = \($0)" },
        steps: firstSteps(
            identity: "INTEGER PRIMARY KEY AUTOINCREMENT", moment: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"))
}
