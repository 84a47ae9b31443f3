/// The models of files that were parsed before, by content.
///
/// One file holds them all. A cache that is missing, damaged or of another version counts as empty: it can cost time,
/// never a wrong answer.
struct ModelCache: Sendable {
    /// Raised whenever the model or its encoding changes.
    private static let version = 3

    private let bytes: [UInt8]
    private let entries: [Fingerprint: Range<Int>]

    static let empty = ModelCache(bytes: [], entries: [:])

    private init(bytes: [UInt8], entries: [Fingerprint: Range<Int>]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// Reads a cache that was written with the same toolchain.
    init(contentsOf path: String, toolchain: String) {
        guard let bytes = try? FileContent.read(path, limit: .max) else {
            self = .empty
            return
        }
        let entries = bytes.withUnsafeBufferPointer { try? Self.index($0, toolchain: toolchain) }
        self.init(bytes: entries == nil ? [] : bytes, entries: entries ?? [:])
    }

    private static func index(
        _ bytes: UnsafeBufferPointer<UInt8>, toolchain: String
    ) throws -> [Fingerprint: Range<Int>] {
        var reader = BinaryReader(bytes)
        guard try reader.readString() == header(toolchain) else { throw BinaryReader.Damaged() }
        var entries: [Fingerprint: Range<Int>] = [:]
        for _ in 0..<(try reader.readInt()) {
            let high = UInt64(UInt(bitPattern: try reader.readInt()))
            let low = UInt64(UInt(bitPattern: try reader.readInt()))
            let count = try reader.readInt()
            let start = reader.index
            try reader.skip(count)
            entries[Fingerprint(high: high, low: low)] = start..<start + count
        }
        return entries
    }

    private static func header(_ toolchain: String) -> String {
        "ioc source model \(version) \(toolchain) \(FileContent.programStamp)"
    }

    /// The model of a content, under the path that has it now.
    func file(_ key: Fingerprint, path: String) -> SourceFile? {
        guard let range = entries[key] else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var reader = BinaryReader(bytes, at: range.lowerBound)
            return try? SourceFile(path: path, from: &reader)
        }
    }

    /// Returns true if these contents, and no others, are kept.
    func holdsExactly(_ keys: Set<Fingerprint>) -> Bool {
        keys.count == entries.count && keys.allSatisfy { entries[$0] != nil }
    }

    /// Writes a cache of some files and nothing else.
    func write(_ files: [(key: Fingerprint, file: SourceFile)], to path: String, toolchain: String) throws(FileError) {
        var writer = BinaryWriter()
        writer.write(Self.header(toolchain))
        var written: Set<Fingerprint> = []
        let unique = files.filter { written.insert($0.key).inserted }
        writer.write(unique.count)
        for (key, file) in unique {
            let (high, low) = key.words
            writer.write(Int(bitPattern: UInt(high)))
            writer.write(Int(bitPattern: UInt(low)))
            if let range = entries[key] {
                // Files read before are copied as they are.
                writer.write(range.count)
                writer.bytes.append(contentsOf: bytes[range])
            } else {
                var entry = BinaryWriter()
                file.write(to: &entry)
                writer.write(entry.bytes.count)
                writer.bytes.append(contentsOf: entry.bytes)
            }
        }
        try FileContent.replace(path, with: writer.bytes)
    }
}
