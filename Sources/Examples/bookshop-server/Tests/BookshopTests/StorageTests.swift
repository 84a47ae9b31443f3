import Foundation
import SQLiteStorage
import Storage
import Testing

@Suite("The database", .timeLimit(.minutes(10)))
struct StorageTests {
    private func connection(_ path: String = ":memory:") throws -> SQLiteConnection {
        try SQLiteConnection(path: path, busyTimeout: .milliseconds(10), pragmas: [])
    }

    @Test("Values come back as they were stored")
    func roundTrip() async throws {
        let connection = try connection()
        try connection.script("CREATE TABLE t (a, b, c, d)")
        try await connection.run("INSERT INTO t VALUES ($1, $2, $3, $4)", 7, "ä'\"\0ö", 1.5, nil as String?)
        let rows = try await connection.query("SELECT a, b, c, d FROM t") { row in
            "\(try row.column(0, as: Int.self)) \(try row.column(1, as: String.self)) "
                + "\(try row.column(2, as: Double.self)) \(try row.column(3, as: Int?.self) as Any)"
        }
        #expect(rows == ["7 ä'\"\0ö 1.5 nil"])
    }

    @Test("A column of another type is an error that names it")
    func mismatch() async throws {
        let connection = try connection()
        let error = await #expect(throws: DatabaseError.self) {
            try await connection.query("SELECT 'x' AS title") { try $0.column(0, as: Int.self) }
        }
        #expect(error?.description.contains("'title'") == true)
    }

    @Test("The error of a malformed statement contains its text")
    func nonsense() async throws {
        let error = await #expect(throws: DatabaseError.self) { try await connection().run("SELEC 1") }
        #expect(error?.description.contains("SELEC 1") == true)
    }

    @Test("A connection that is closed says so")
    func closed() async throws {
        let connection = try connection()
        connection.close()
        await #expect(throws: DatabaseError.self) { try await connection.run("SELECT 1") }
    }

    @Test("A file that is no database is refused when it is opened")
    func noDatabase() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
        try Data(repeating: 0x5a, count: 4096).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: DatabaseError.self) { try connection(file.path) }
        #expect(error?.description.contains("can't open the database '\(file.path)': file is not a database") == true)
    }

    @Test("A file that another connection writes to is busy once the timeout is over")
    func busy() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        let (first, second) = (try connection(file.path), try connection(file.path))
        try first.begin(.write)
        let error = #expect(throws: DatabaseError.self) { try second.begin(.write) }
        #expect(error?.kind == .busy)
    }

    @Test("Those who wait for a connection get it in the order they came")
    func order() async throws {
        let connection = try connection()
        let pool = ConnectionPool([connection])
        let held = try await pool.borrow()
        var waiting: [Task<Void, any Error>] = []
        let (served, serve) = AsyncStream<Int>.makeStream()
        for number in 0..<3 {
            waiting.append(
                Task {
                    let connection = try await pool.borrow()
                    serve.yield(number)
                    await pool.giveBack(connection)
                })
            while pool.waitingCount <= number { await Task.yield() }
        }
        await pool.giveBack(held)
        for task in waiting { try await task.value }
        serve.finish()
        #expect(await served.reduce(into: []) { $0.append($1) } == [0, 1, 2])
    }

    @Test("Who is cancelled while waiting leaves the line, and the connection goes to the next")
    func cancellation() async throws {
        let pool = ConnectionPool([try connection()])
        let held = try await pool.borrow()
        let first = Task { try await pool.borrow() }
        while pool.waitingCount < 1 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await pool.giveBack(pool.borrow()) }
        while pool.waitingCount < 1 { await Task.yield() }
        await pool.giveBack(held)
        try await second.value
    }

    @Test("Closing the pool refuses those who wait, and closes what comes back")
    func close() async throws {
        let pool = ConnectionPool([try connection()])
        let held = try await pool.borrow()
        let waiting = Task { try await pool.borrow() }
        while pool.waitingCount < 1 { await Task.yield() }
        await pool.close()
        await #expect(throws: PoolClosed.self) { try await waiting.value }
        try await held.run("SELECT 1")
        await pool.giveBack(held)
        await #expect(throws: DatabaseError.self) { try await held.run("SELECT 1") }
        await #expect(throws: PoolClosed.self) { try await pool.borrow() }
    }
}

@Suite("Connections that come and go", .timeLimit(.minutes(10)))
struct PoolTests {
    /// A connection that can be lost, and whose transactions may conflict.
    private actor Connection: SQLConnection {
        var isOpen = true
        private let isLostAtBegin: Bool

        init(isLostAtBegin: Bool = false) { self.isLostAtBegin = isLostAtBegin }

        func begin(_ mode: TransactionMode) throws {
            guard isLostAtBegin else { return }
            isOpen = false
            throw DatabaseError(.unreachable, "lost")
        }
        func commit() {}
        func rollBack() {}
        func script(_ text: String) {}
        func execute(_ text: String, _ values: [SQLValue]) -> SQLResult { SQLResult(rows: [], changes: 0) }
        func close() { isOpen = false }
    }

    @Test("A transaction begins on the next connection if one is lost, and the loss is reported")
    func lost() async throws {
        let (lost, loses) = AsyncStream<Void>.makeStream()
        let sound = Connection()
        let pool = ConnectionPool([sound, Connection(isLostAtBegin: true), Connection(isLostAtBegin: true)]) {
            loses.yield()
        }
        let transaction = try await Transaction(.write, from: pool)
        #expect(transaction.connection as? Connection === sound)
        try await transaction.commit()
        loses.finish()
        #expect(await lost.reduce(0) { count, _ in count + 1 } == 2)
        #expect(try await pool.borrow() as? Connection === sound)
    }

    @Test("While no connection is to be had those who wait and those who come are refused, until there is one")
    func refusal() async throws {
        let pool = ConnectionPool()
        let waiting = Task { try await pool.borrow() }
        while pool.waitingCount < 1 { await Task.yield() }
        pool.refuse(DatabaseError(.unreachable, "away"))
        await #expect(throws: DatabaseError.self) { try await waiting.value }
        await #expect(throws: DatabaseError.self) { try await pool.borrow() }
        let connection = Connection()
        await pool.giveBack(connection)
        #expect(try await pool.borrow() as? Connection === connection)
        // The connection is in use, so this caller waits.
        let next = Task { try await pool.borrow() }
        while pool.waitingCount < 1 { await Task.yield() }
        await pool.giveBack(connection)
        #expect(try await next.value as? Connection === connection)
    }

    @Test("Work that conflicts is done again until it does not, and other failures are thrown at once")
    func conflicts() async throws {
        var attempts = 0
        let result = try await retryingConflicts(for: .seconds(600)) {
            attempts += 1
            if attempts < 5 { throw DatabaseError(.conflict, "again") }
            return attempts
        }
        #expect(result == 5)
        await #expect(throws: DatabaseError.self) {
            try await retryingConflicts(for: .seconds(600)) { throw DatabaseError(.duplicate, "there") }
        }
    }

    @Test("Work that always conflicts ends with the conflict once the time is over")
    func endlessConflict() async throws {
        let error = await #expect(throws: DatabaseError.self) {
            try await retryingConflicts(for: .milliseconds(20)) { throw DatabaseError(.conflict, "again") }
        }
        #expect(error?.kind == .conflict)
    }
}
