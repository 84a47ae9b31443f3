import IOC

/// The location of the database, and the way to use it.
protocol DatabaseLocation: Sendable {
    /// The database that SQLite opens.
    var path: String { get }
    /// The number of connections that only read; 0 if all transactions share the writing connection.
    var readers: Int { get }
    /// Settings of each connection.
    var pragmas: [String] { get }
    /// True if all connections to the same path use the same database.
    var isShared: Bool { get }
}

/// A database in a file with a write-ahead log, so readers don't wait for the writer.
@Component(.profile("!test"))
final class FileDatabase: DatabaseLocation {
    /// The moment at which a commit counts as done.
    enum Synchronous: String, Decodable, Sendable {
        /// When the disk has stored it: an acknowledged write survives a power cut.
        case full
        /// When the operating system has received it: an acknowledged write survives the end of the process.
        case normal
    }

    @Injected(setting: "database.path") let path: String
    @Injected(setting: "database.readers", default: 4) let readerCount: UInt8
    @Injected(setting: "database.synchronous", default: Synchronous.full) let synchronous: Synchronous

    var isShared: Bool { true }
    var readers: Int { Int(readerCount) }
    var pragmas: [String] { ["journal_mode = WAL", "synchronous = \(synchronous.rawValue)", "foreign_keys = ON"] }
}

/// A database in memory, for tests. It belongs to its only connection, and is deleted when that closes.
@Component(.profile("test"))
final class MemoryDatabase: DatabaseLocation {
    var isShared: Bool { false }
    var path: String { ":memory:" }
    var readers: Int { 0 }
    var pragmas: [String] { ["foreign_keys = ON"] }
}
