/// The address of a PostgreSQL server, and the way to use it.
package struct PostgreSQLSettings: Sendable {
    /// The extent to which concurrent transactions see each other.
    package enum Isolation: String, Sendable, Decodable {
        case readCommitted = "read committed"
        case repeatableRead = "repeatable read"
        case serializable
    }

    package let host: String
    package let port: UInt16
    package let database: String
    package let user: String
    package let password: String?
    /// The connection's name in the server's lists.
    package let application: String
    package let isolation: Isolation
    /// The time to wait for another transaction's lock.
    package let lockTimeout: Duration

    package init(
        host: String, port: UInt16, database: String, user: String, password: String?, application: String,
        isolation: Isolation, lockTimeout: Duration
    ) {
        self.host = host
        self.port = port
        self.database = database
        self.user = user
        self.password = password
        self.application = application
        self.isolation = isolation
        self.lockTimeout = lockTimeout
    }

    /// The settings under their names in libpq.
    var parameters: KeyValuePairs<String, String?> {
        let (seconds, attoseconds) = lockTimeout.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return [
            "host": host, "port": "\(port)", "dbname": database, "user": user, "password": password,
            "application_name": application, "client_encoding": "UTF8",
            // These limits detect a server that disappears without a message, while connecting and afterwards.
            "connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "10",
            // 0 would mean no limit.
            "options": "-c lock_timeout=\(max(milliseconds, 1)) -c client_min_messages=warning",
        ]
    }
}
