import IOCBase
import IOCModel

/// A reader of a configuration file with its imports. It merges the files by these rules:
///
/// 1. The imports of a file are read before it, in the order of the list. A file that is imported twice is read once.
/// 2. Lists are joined without repetition. Settings are merged by path: a later value replaces an earlier one and
///    everything below it.
/// 3. A component's entry replaces an earlier entry with its name only if it has `override`. Otherwise the second entry
///    is a fault.
/// 4. For each binding, and for every other key, the last value counts.
/// 5. For each active profile, such as `test`, the file `shop-test.json` beside `shop.json` is read after it, with its
///    imports.
/// 6. The faults of all files are thrown together.
/// 7. After two thousand files, or a hundred faults, no more files are read.
package struct ConfigurationLoader {
    /// A file whose imports have not all been read.
    private struct Pending {
        var reader: ConfigurationReader
        var imports: ArraySlice<ConfigurationReader.Import>
        var identity: String

        var path: String { reader.document.path }
    }

    /// Profiles that are active besides those that the files and `IOC_PROFILES` name.
    private let profiles: [String]
    /// The environment variables; nil for those of the process.
    private let environment: [String: String]?
    private let look: (String) -> FileStamp
    /// The merged contents of the files in `done`.
    private var configuration = ContextConfiguration()
    private var done: [Document] = []
    private var faults: [Fault] = []
    private var seen: Set<String> = []
    /// The files that were searched, each with its state before it was read.
    private(set) var stamps: [String: FileStamp] = [:]
    /// The chain of imports from a first file to the one that is being read. It is a list, because a recursive reader
    /// could exhaust the stack on a long chain.
    private var pending: [Pending] = []

    /// Returns the configuration that a file and its imports describe.
    mutating func load(_ path: String) throws -> ContextConfiguration {
        let folders = path.hasPrefix("/") ? [] : FilePath.searchFolders
        let candidates = path.hasPrefix("/") ? [path] : folders.map { FilePath.absolute(path, in: $0) }
        for candidate in candidates { note(candidate) }
        let found = candidates.first(where: FileBytes.exists)
        guard let found else {
            let creation =
                folders.isEmpty ? "create the file" : "create it in one of: \(folders.joined(separator: ", "))"
            throw FileBytes.missing(candidates.map { FilePath.absolute($0, in: "/") }, do: creation)
        }
        let main = FilePath.absolute(found, in: "/")
        read(main, askedBy: nil)
        readProfiles(beside: main)
        configuration.files = ConfigurationFiles(files: done, original: configuration, main: main)
        configuration.profiles += profiles.filter { !configuration.profiles.contains($0) }
        if !faults.isEmpty { throw IOCError(faults) }
        return configuration
    }

    /// Reads the files of active profiles, and of the profiles that these files activate.
    private mutating func readProfiles(beside path: String) {
        var known: Set<String> = []
        while true {
            var active = configuration
            active.environment = environment
            active.profiles += profiles
            guard let profile = active.activeProfiles.first(where: { !known.contains($0) }) else { return }
            known.insert(profile)
            let variants = FilePath.variants(of: path, named: profile)
            for variant in variants { note(variant) }
            if let file = variants.first(where: FileBytes.exists), !seen.contains(FilePath.identity(file)) {
                read(file, askedBy: nil)
            }
        }
    }

    /// Reads a file with all its imports.
    private mutating func read(_ path: String, askedBy origin: Origin?) {
        open(path, askedBy: origin)
        while let top = pending.indices.last {
            if let wanted = pending[top].imports.popFirst() {
                let path = FilePath.absolute(wanted.path, in: FilePath.folder(of: pending[top].path))
                note(path)
                if wanted.isOptional, !FileBytes.exists(path) { continue }
                let identity = FilePath.identity(path)
                if let start = pending.firstIndex(where: { $0.identity == identity }) {
                    faults.append(Fault(.importCycle(paths: pending[start...].map(\.path)), at: wanted.origin))
                } else if !seen.contains(identity) {
                    open(path, askedBy: wanted.origin)
                }
            } else {
                var reader = pending.removeLast().reader
                reader.read(into: &configuration, over: done)
                faults += reader.document.faults
                done.append(reader.document)
                done[done.count - 1].value = .null
            }
        }
    }

    private mutating func open(_ path: String, askedBy origin: Origin?) {
        if faults.count >= Fault.limit { return }
        // The first file beyond the limit is reported. Further files are skipped.
        guard seen.count <= DocumentLimits.files else { return }
        let identity = FilePath.identity(path)
        seen.insert(identity)
        guard seen.count <= DocumentLimits.files else {
            return faults.append(Fault(.filesTooMany(limit: DocumentLimits.files), at: origin))
        }
        note(path)
        do throws(IOCError) {
            var reader = ConfigurationReader(document: try Document.read(path))
            let imports = reader.imports()
            pending.append(Pending(reader: reader, imports: imports[...], identity: identity))
        } catch {
            // If a file can't be opened, the fault's place is the import. Otherwise it is in the file.
            for var fault in error.faults {
                fault.place = fault.place ?? origin
                faults.append(fault)
            }
        }
    }

    private mutating func note(_ path: String) { stamps[path] = stamps[path] ?? look(path) }
}

extension ConfigurationLoader {
    /// The result of reading a configuration's files: the configuration, or all faults of the files. Also the files
    /// that were searched, existing or not, each with its state before it was read.
    package typealias Reading = (result: Result<ContextConfiguration, any Error>, stamps: [String: FileStamp])

    /// The maximum number of attempts to read files that change meanwhile.
    private static let readingLimit = 100

    /// Reads a configuration's files, all of them in the state of one moment.
    ///
    /// If a file changes meanwhile, for example because a mounted folder is swapped, all files are read again. After a
    /// hundred attempts, the result is an error.
    /// - Parameters:
    ///   - profiles: Profiles to activate besides the files' own.
    ///   - environment: The environment variables; nil for those of the process.
    ///   - look: Returns the state of a file.
    package static func read(
        _ path: String, profiles: [String], environment: [String: String]?,
        look: @escaping (String) -> FileStamp = { FileStamp($0) }
    ) -> Reading {
        var stamps: [String: FileStamp] = [:]
        for _ in 0..<readingLimit {
            var loader = ConfigurationLoader(profiles: profiles, environment: environment, look: look)
            let result = Result { try loader.load(path) }
            stamps = loader.stamps
            if stamps.allSatisfy({ look($0.key) == $0.value }) { return (result, stamps) }
        }
        let reason = "the files go on changing while they are read"
        let remedy = "write each file under another name, and rename it when it is complete"
        return (.failure(IOCError(.fileUnreadable(path: path, reason: reason, do: remedy))), stamps)
    }
}
