import PostgreSQLStorage
import Storage
import Testing

@Suite("PostgreSQL", .enabled(if: TestServer.isGiven), .timeLimit(.minutes(5)))
struct PostgreSQLTests {
    /// Runs a test with connections to an empty database.
    private func withConnections(
        _ count: Int = 1, isolation: PostgreSQLSettings.Isolation = .readCommitted,
        lockTimeout: Duration = .seconds(60), _ test: ([PostgreSQLConnection]) async throws -> Void
    ) async throws {
        try await TestServer.withDatabase { database in
            let settings = TestServer.settings(database: database, isolation: isolation, lockTimeout: lockTimeout)
            var connections: [PostgreSQLConnection] = []
            for _ in 0..<count { connections.append(try await PostgreSQLConnection.open(settings)) }
            try await connections[0].script(
                "CREATE TABLE t (a BIGINT PRIMARY KEY, b BIGINT REFERENCES t (a)); INSERT INTO t VALUES (1), (2)")
            try await test(connections)
        }
    }

    @Test("Values come back as they were stored")
    func roundTrip() async throws {
        try await withConnections { connections in
            let connection = connections[0]
            try await connection.script("CREATE TABLE v (a BIGINT, b TEXT, c FLOAT8, d TEXT, e BOOLEAN)")
            let changes = try await connection.run(
                "INSERT INTO v VALUES ($1, $2, $3, $4, true)", Int.min, "ä'\"\\ö\n", 0.1, nil as String?)
            #expect(changes == 1)
            let rows = try await connection.query("SELECT a, b, c, d, e FROM v") { row in
                try #require(try row.column(0, as: Int.self) == .min)
                try #require(try row.column(1, as: String.self) == "ä'\"\\ö\n")
                try #require(try row.column(2, as: Double.self) == 0.1)
                try #require(try row.column(3, as: String?.self) == nil)
                return try row.column(4, as: Int.self)
            }
            #expect(rows == [1])
        }
    }

    @Test("A text with a NUL is refused, and not cut off")
    func nul() async throws {
        try await withConnections { connections in
            let error = await #expect(throws: DatabaseError.self) { try await connections[0].run("SELECT $1", "a\0b") }
            #expect(error?.description.contains("NUL") == true)
        }
    }

    @Test(
        "An error of the server contains the statement, and its kind shows what a program can do",
        arguments: [
            ("INSERT INTO t VALUES (1)", DatabaseError.Kind.duplicate),
            ("INSERT INTO t VALUES (3, 4)", .brokenReference), ("SELEC 1", .other), ("SELECT 1 / 0", .other),
        ])
    func kinds(text: String, kind: DatabaseError.Kind) async throws {
        try await withConnections { connections in
            let error = await #expect(throws: DatabaseError.self) { try await connections[0].run(text) }
            #expect(error?.kind == kind)
            #expect(error?.description.contains(text) == true)
            #expect(await connections[0].isOpen)
        }
    }

    @Test("A transaction in which a statement has failed does not pretend to be committed")
    func failedTransaction() async throws {
        try await withConnections { connections in
            let connection = connections[0]
            try await connection.begin(.write)
            await #expect(throws: DatabaseError.self) { try await connection.run("INSERT INTO t VALUES (1)") }
            await #expect(throws: DatabaseError.self) { try await connection.commit() }
            try await connection.run("INSERT INTO t VALUES (3)")
        }
    }

    @Test("A transaction that reads does not write")
    func readOnly() async throws {
        try await withConnections { connections in
            try await connections[0].begin(.read)
            await #expect(throws: DatabaseError.self) { try await connections[0].run("DELETE FROM t") }
        }
    }

    @Test("A wait for a lock that takes too long fails as busy")
    func busy() async throws {
        try await withConnections(2, lockTimeout: .milliseconds(50)) { connections in
            try await connections[0].begin(.write)
            try await connections[0].run("UPDATE t SET b = 1 WHERE a = 1")
            let error = await #expect(throws: DatabaseError.self) {
                try await connections[1].run("UPDATE t SET b = 2 WHERE a = 1")
            }
            #expect(error?.kind == .busy)
        }
    }

    @Test("Connections that wait leave Swift's threads to others")
    func waiting() async throws {
        // There are more connections than Swift has threads for tasks. If the connections blocked these threads, no
        // transaction could commit.
        try await withConnections(33) { connections in
            try await connections[0].begin(.write)
            try await connections[0].run("UPDATE t SET b = 1 WHERE a = 1")
            try await withThrowingTaskGroup(of: Int.self) { group in
                for connection in connections.dropFirst() {
                    group.addTask { try await connection.run("UPDATE t SET b = 2 WHERE a = 1") }
                }
                let observer = try await PostgreSQLConnection.open(TestServer.settings())
                var waiting = 0
                while waiting < 32 {
                    waiting = try await observer.query(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE application_name = 'tests' AND wait_event_type = 'Lock'
                        """
                    ) { try $0.column(0) }[0]
                }
                try await connections[0].commit()
                #expect(try await group.reduce(0, +) == 32)
            }
        }
    }

    @Test("Of two transactions that can't both happen one is a conflict, and happens when it is tried again")
    func conflict() async throws {
        try await withConnections(3, isolation: .serializable) { connections in
            let pool = ConnectionPool(connections)
            let first = try await Transaction(.write, from: pool)
            try await first.connection.run("UPDATE t SET b = 1 WHERE a = 1")
            var attempts = 0
            try await retryingConflicts(for: .seconds(60)) {
                attempts += 1
                let second = try await Transaction(.write, from: pool)
                do {
                    _ = try await second.connection.query("SELECT b FROM t") { try $0.column(0, as: Int?.self) }
                    if attempts == 1 { try await first.commit() }
                    try await second.connection.run("UPDATE t SET b = 2 WHERE a = 1")
                } catch {
                    await second.rollBack()
                    throw error
                }
                try await second.commit()
            }
            #expect(attempts == 2)
            let left = try await connections[2].query("SELECT b FROM t WHERE a = 1") { try $0.column(0, as: Int.self) }
            #expect(left == [2])
        }
    }

    @Test("A connection that the server has ended is lost, and the next transaction has another one")
    func lost() async throws {
        try await withConnections(2) { connections in
            let pool = ConnectionPool([connections[1], connections[0]])
            let ended = try await connections[0].query("SELECT pg_backend_pid()") { try $0.column(0, as: Int.self) }[0]
            try await connections[1].run("SELECT pg_terminate_backend($1, 10000)", ended)
            let transaction = try await Transaction(.read, from: pool)
            #expect(transaction.connection as? PostgreSQLConnection === connections[1])
            #expect(await !connections[0].isOpen)
            await transaction.rollBack()
            let error = await #expect(throws: DatabaseError.self) { try await connections[0].run("SELECT 1") }
            #expect(error?.kind == .unreachable)
        }
    }

    @Test("The error of a rejected login does not contain the password")
    func refused() async throws {
        for port in [TestServer.port, 1] {
            let settings = TestServer.settings(password: "wrong-secret", port: port)
            let error = await #expect(throws: DatabaseError.self) { try await PostgreSQLConnection.open(settings) }
            #expect(error?.kind == .unreachable)
            #expect(error?.description.contains("wrong-secret") == false)
        }
    }
}
