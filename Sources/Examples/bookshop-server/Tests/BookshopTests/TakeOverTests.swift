import Foundation
import Storage
import Testing

@testable import Bookshop

/// Two databases of one process, as there are for a moment while a context is reloaded.
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

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test("Both write in the order they came")
    func order() async throws {
        defer { remove() }
        let (first, second) = (try database(), try database())
        try first.start()
        second.takeOver(from: first)
        try second.start()
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

    @Test("Once the former one has stopped, the other goes on by itself, also with what waits")
    func stopped() async throws {
        defer { remove() }
        let (first, second) = (try database(), try database())
        try first.start()
        second.takeOver(from: first)
        try second.start()
        let held = try await second.begin(.write)
        let waiting = Task { try await second.begin(.write).commit() }
        while try first.connections(for: .write).waitingCount < 1 { await Task.yield() }
        await first.stop()
        try await held.connection.run("CREATE TABLE t (a)")
        try await held.commit()
        try await waiting.value
        #expect(await !held.connection.isOpen)
        try await second.transact(.write) { try await $0.run("INSERT INTO t VALUES (1)") }
        await second.stop()
        await #expect(throws: PoolClosed.self) { try await second.begin(.write) }
    }

    @Test("Where the file or the settings are others, each writes for itself")
    func others() async throws {
        defer { remove() }
        let first = try database()
        try first.start()
        let other = try database("other.sqlite")
        other.takeOver(from: first)
        try other.start()
        let held = try await first.begin(.write)
        try await other.transact(.write) { try await $0.run("CREATE TABLE t (a)") }
        await held.rollBack()
        let safer = try database(synchronous: .full)
        safer.takeOver(from: first)
        try safer.start()
        let level = try await safer.transact(.write) { connection in
            try await connection.query("PRAGMA synchronous") { try $0.column(0, as: Int.self) }
        }
        #expect(level == [2])
        for database in [first, other, safer] { await database.stop() }
    }
}
