package import Bookshop

extension Schema {
    /// The schema in PostgreSQL.
    ///
    /// The preparation takes a lock until the end of the transaction, so one replica at a time reads the version. The
    /// lock is taken before anything is read. With READ COMMITTED, each later statement sees what the previous replica
    /// has committed.
    package static let postgreSQL = Schema(
        preparation: [
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SELECT pg_advisory_xact_lock(\(AdvisoryLock.migration))",
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)",
        ],
        version: "SELECT version FROM schema_version",
        setVersion: { "DELETE FROM schema_version; INSERT INTO schema_version VALUES (\($0))" },
        steps: firstSteps(
            identity: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            moment: #"to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#
        ) + [
            """
            CREATE TABLE nights (
                night BIGINT PRIMARY KEY,
                replica TEXT NOT NULL,
                orders BIGINT NOT NULL,
                revenue BIGINT NOT NULL,
                written TEXT NOT NULL
            );
            """
        ])
}

/// The numbers of the shop's locks in PostgreSQL. Other programs that use the database must use other numbers.
enum AdvisoryLock {
    static let migration = 7_305_001
    static let nightlySummary = 7_305_002
}
