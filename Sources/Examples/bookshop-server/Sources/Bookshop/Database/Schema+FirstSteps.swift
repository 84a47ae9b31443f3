extension Schema {
    /// Returns the first steps, which create the shop's tables in SQL that all databases understand. Each database
    /// appends later steps.
    /// - Parameters:
    ///   - identity: The SQL of a primary key that the database increments.
    ///   - moment: The SQL for the time of the insertion, as text that sorts in the order of time.
    package static func firstSteps(identity: String, moment: String) -> [String] {
        [
            """
            CREATE TABLE books (
                id \(identity),
                isbn TEXT NOT NULL UNIQUE,
                title TEXT NOT NULL,
                author TEXT NOT NULL,
                price BIGINT NOT NULL CHECK (price >= 0),
                stock BIGINT NOT NULL CHECK (stock >= 0)
            );
            CREATE INDEX books_by_author ON books (author);
            """,
            """
            CREATE TABLE orders (
                id \(identity),
                reference TEXT NOT NULL UNIQUE,
                book BIGINT NOT NULL REFERENCES books (id),
                quantity BIGINT NOT NULL CHECK (quantity > 0),
                total BIGINT NOT NULL CHECK (total >= 0),
                request TEXT NOT NULL,
                placed TEXT NOT NULL DEFAULT \(moment)
            );
            CREATE INDEX orders_by_book ON orders (book);
            """,
            """
            CREATE TABLE summary (
                id BIGINT PRIMARY KEY CHECK (id = 1),
                books BIGINT NOT NULL,
                stock BIGINT NOT NULL,
                orders BIGINT NOT NULL,
                copies BIGINT NOT NULL,
                revenue BIGINT NOT NULL,
                written TEXT NOT NULL
            );
            """,
            """
            CREATE TABLE health (
                id BIGINT PRIMARY KEY CHECK (id = 1),
                checked TEXT NOT NULL
            );
            """,
        ]
    }
}
