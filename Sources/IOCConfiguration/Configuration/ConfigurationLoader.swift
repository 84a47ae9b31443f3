import IOCBase
import IOCModel

/// Reads a file with all it imports, and lays them over each other.
///
/// 1. What a file imports is read before it, in the order of the list; a file that is imported twice is read once.
/// 2. Lists add up without repetition. Settings merge by path, and what is read later wins, with all that is below it.
/// 3. Bindings, the policy for cycles, strictness and time limits that are read later win.
/// 4. A component that is read later must say `override` to replace one of its name.
/// 5. For each active profile, `shop-test.json` beside `shop.json` is read after it, with what it imports.
/// 6. Faults are collected over all files and thrown together.
/// 7. Past two thousand files, or a hundred faults, no more are read.
package struct ConfigurationLoader {
    /// A file of which not all imports have been read.
    private struct Pending {
        var reader: ConfigurationReader
        var imports: ArraySlice<ConfigurationReader.Import>
        var identity: String

        var path: String { reader.document.path }
    }

    /// Profiles that are active besides the files' own.
    private let profiles: [String]
    /// Nil stands for the process's own.
    private let environment: [String: String]?
    private let look: (String) -> FileStamp
    /// What the files say that are done.
    private var configuration = ContextConfiguration()
    private var done: [Document] = []
    private var faults: [Fault] = []
    private var seen: Set<String> = []
    /// The files that were looked for, each as it was before it was read.
    private(set) var stamps: [String: FileStamp] = [:]
    /// From the file that was asked for to the one being read; a list instead of recursion, as chains have no limit.
    private var pending: [Pending] = []

    /// The configuration that a file and its imports describe.
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

    /// Reads the files of active profiles, and of those that they activate.
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

    /// Reads a file with all that it imports.
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
        // The first file past the limit is reported, and no more are opened.
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
            // A file that can't be opened is the importer's fault; one that can is at fault itself.
            for var fault in error.faults {
                fault.place = fault.place ?? origin
                faults.append(fault)
            }
        }
    }

    private mutating func note(_ path: String) { stamps[path] = stamps[path] ?? look(path) }
}

extension ConfigurationLoader {
    /// A reading of a configuration's files: the configuration, or everything that is wrong with the files, and the files that
    /// were looked for, whether they exist or not, each as it was before it was read.
    package typealias Reading = (result: Result<ContextConfiguration, any Error>, stamps: [String: FileStamp])

    /// The number of times that files which go on changing are read.
    private static let readingLimit = 100

    /// Reads a configuration's files, all of them in the state of one moment.
    ///
    /// If a file changes while the others are read, as when a mounted folder is swapped, all are read again.
    /// - Parameters:
    ///   - profiles: Profiles to activate besides the files' own.
    ///   - environment: The environment variables; nil for the process's own.
    ///   - look: Looks at a file.
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
