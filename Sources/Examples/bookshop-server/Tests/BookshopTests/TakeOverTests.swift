import Foundation
import Storage
import Testing

@testable import Bookshop

/// Two databases in one process, as during the reload of a context.
@Suite("A database that takes over from another", .timeLimit(.minutes(10)))
struct TakeOverTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    private func database(
        _ file: String = "shop.sqlite", synchronous: FileDatabase.Synchronous = .normal
    ) throws -> SQLiteDatabase {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return SQLiteDatabase(
            location: FileDatabase(
                path: folder.appending(path: file).path, readerCount: 1, synchronous: synchronous),
            log: RecordingLog(), busyTimeout: .seconds(30))
    }

    /// Returns two databases on one file. The second database has taken over from the first.
    private func pair() throws -> (first: SQLiteDatabase, second: SQLiteDatabase) {
        let (first, second) = (try database(), try database())
        try first.start()
        second.takeOver(from: first)
        try second.start()
        return (first, second)
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test("Both write in the order they came")
    func order() async throws {
        defer { remove() }
        let (first, second) = try pair()
        let held = try await second.begin(.write)
        let (written, write) = AsyncStream<Int>.makeStream()
        var waiting: [Task<Void, any Error>] = []
        let queue = try first.connections(for: .write)
        for (number, database) in [first, second, second, first].enumerated() {
            waiting.append(
                Task {
                    let transaction = try await database.begin(.write)
                    write.yield(number)
                    try await transaction.commit()
                })
            while queue.waitingCount <= number { await Task.yield() }
        }
        try await held.commit()
        for task in waiting { try await task.value }
        write.finish()
        #expect(await written.reduce(into: []) { $0.append($1) } == [0, 1, 2, 3])
        await first.stop()
        await second.stop()
    }

    @Test("Who waits while the former one stops goes on, and not beside what that one had begun")
    func stopped() async throws {
        defer { remove() }
        let (first, second) = try pair()
        let held = try await first.begin(.write)
        let queue = try second.connections(for: .write)
        let late = Task { try await first.begin(.write) }
        while queue.waitingCount < 1 { await Task.yield() }
        let waiting = Task { try await second.begin(.write) }
        while queue.waitingCount < 2 { await Task.yield() }
        await first.stop()
        try await held.connection.run("CREATE TABLE t (a)")
        #expect(queue.waitingCount == 2)
        try await held.commit()
        #expect(await !held.connection.isOpen)
        await #expect(throws: PoolClosed.self) { try await late.value }
        let transaction = try await waiting.value
        try await transaction.connection.run("INSERT INTO t VALUES (1)")
        try await transaction.commit()
        await second.stop()
        await #expect(throws: PoolClosed.self) { try await second.begin(.write) }
    }

    @Test("A third one queues with the first, whatever their settings are")
    func chain() async throws {
        defer { remove() }
        let databases = try [database(), database(), database(synchronous: .full)]
        for (index, database) in databases.enumerated() {
            if index > 0 { database.takeOver(from: databases[index - 1]) }
            try database.start()
        }
        let held = try await databases[0].begin(.write)
        let level = Task {
            try await databases[2].transact(.write) { connection in
                try await connection.query("PRAGMA synchronous") { try $0.column(0, as: Int.self) }
            }
        }
        while try databases[2].connections(for: .write).waitingCount < 1 { await Task.yield() }
        try await held.commit()
        #expect(try await level.value == [2])
        for database in databases { await database.stop() }
    }

    @Test("Another file has a line of its own")
    func others() async throws {
        defer { remove() }
        let (first, other) = (try database(), try database("other.sqlite"))
        try first.start()
        other.takeOver(from: first)
        try other.start()
        let held = try await first.begin(.write)
        try await other.transact(.write) { try await $0.run("CREATE TABLE t (a)") }
        await held.rollBack()
        for database in [first, other] { await database.stop() }
    }
}
