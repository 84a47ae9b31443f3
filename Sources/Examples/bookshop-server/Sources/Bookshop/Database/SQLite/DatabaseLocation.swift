import IOC

/// Says where the database is, and how it may be used.
protocol DatabaseLocation: Sendable {
    /// The database that SQLite opens.
    var path: String { get }
    /// The number of connections that read beside the one that writes; none where all share that one.
    var readers: Int { get }
    /// Settings of each connection.
    var pragmas: [String] { get }
    /// True if everything that opens the same path gets the same database.
    var isShared: Bool { get }
}

/// A database in a file, written ahead to a log: readers don't wait for the writer.
@Component(.profile("!test"))
final class FileDatabase: DatabaseLocation {
    /// When a commit counts as done.
    enum Synchronous: String, Decodable, Sendable {
        /// When it is on the disk: an acknowledged write survives a power cut.
        case full
        /// When the system has it: an acknowledged write survives the end of the process.
        case normal
    }

    @Injected(setting: "database.path") let path: String
    @Injected(setting: "database.readers", default: 4) let readerCount: UInt8
    @Injected(setting: "database.synchronous", default: Synchronous.full) let synchronous: Synchronous

    var isShared: Bool { true }
    var readers: Int { Int(readerCount) }
    var pragmas: [String] { ["journal_mode = WAL", "synchronous = \(synchronous.rawValue)", "foreign_keys = ON"] }
}

/// A database in memory, for tests: it is its one connection's, and goes with it.
@Component(.profile("test"))
final class MemoryDatabase: DatabaseLocation {
    var isShared: Bool { false }
    var path: String { ":memory:" }
    var readers: Int { 0 }
    var pragmas: [String] { ["foreign_keys = ON"] }
}
