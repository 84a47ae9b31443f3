package import Bookshop

extension Schema {
    /// The tables in PostgreSQL.
    ///
    /// The lock lets one replica after another look at the version, and is let go with the transaction. It is taken before
    /// anything is read, and each statement after it sees what the replica before has committed.
    package static let postgreSQL = Schema(
        preparation: [
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SELECT pg_advisory_xact_lock(\(AdvisoryLock.migration))",
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)",
        ],
        version: "SELECT version FROM schema_version",
        setVersion: { "DELETE FROM schema_version; INSERT INTO schema_version VALUES (\($0))" },
        steps: [
            """
            CREATE TABLE books (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                isbn TEXT NOT NULL UNIQUE,
                title TEXT NOT NULL,
                author TEXT NOT NULL,
                price BIGINT NOT NULL CHECK (price >= 0),
                stock BIGINT NOT NULL CHECK (stock >= 0)
            );
            CREATE INDEX books_by_author ON books (author);
            CREATE TABLE orders (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                reference TEXT NOT NULL UNIQUE,
                book BIGINT NOT NULL REFERENCES books (id),
                quantity BIGINT NOT NULL CHECK (quantity > 0),
                total BIGINT NOT NULL CHECK (total >= 0),
                request TEXT NOT NULL,
                placed TEXT NOT NULL DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            );
            CREATE INDEX orders_by_book ON orders (book);
            CREATE TABLE summary (
                id BIGINT PRIMARY KEY CHECK (id = 1),
                books BIGINT NOT NULL,
                stock BIGINT NOT NULL,
                orders BIGINT NOT NULL,
                copies BIGINT NOT NULL,
                revenue BIGINT NOT NULL,
                written TEXT NOT NULL
            );
            CREATE TABLE health (
                id BIGINT PRIMARY KEY CHECK (id = 1),
                checked TEXT NOT NULL
            );
            """,
            """
            CREATE TABLE nights (
                night BIGINT PRIMARY KEY,
                replica TEXT NOT NULL,
                orders BIGINT NOT NULL,
                revenue BIGINT NOT NULL,
                written TEXT NOT NULL
            );
            """,
        ])
}

/// The numbers under which PostgreSQL keeps the shop's locks; whoever shares the database has others.
enum AdvisoryLock {
    static let migration = 7_305_001
    static let nightlySummary = 7_305_002
}
