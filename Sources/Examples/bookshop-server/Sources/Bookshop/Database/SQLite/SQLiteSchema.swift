extension Schema {
    /// The tables in SQLite, which has a place for the version, and one writer at a time.
    static let sqlite = Schema(
        version: "PRAGMA user_version", setVersion: { "PRAGMA user_version = \($0)" }, steps: sqliteSteps)

    private static let sqliteSteps = [
        """
        CREATE TABLE books (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            isbn TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            author TEXT NOT NULL,
            price INTEGER NOT NULL CHECK (price >= 0),
            stock INTEGER NOT NULL CHECK (stock >= 0)
        );
        CREATE INDEX books_by_author ON books (author);
        """,
        """
        CREATE TABLE orders (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reference TEXT NOT NULL UNIQUE,
            book INTEGER NOT NULL REFERENCES books (id),
            quantity INTEGER NOT NULL CHECK (quantity > 0),
            total INTEGER NOT NULL CHECK (total >= 0),
            request TEXT NOT NULL,
            placed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        );
        CREATE INDEX orders_by_book ON orders (book);
        """,
        """
        CREATE TABLE summary (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            books INTEGER NOT NULL,
            stock INTEGER NOT NULL,
            orders INTEGER NOT NULL,
            copies INTEGER NOT NULL,
            revenue INTEGER NOT NULL,
            written TEXT NOT NULL
        );
        """,
        """
        CREATE TABLE health (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            checked TEXT NOT NULL
        );
        """,
    ]
}
