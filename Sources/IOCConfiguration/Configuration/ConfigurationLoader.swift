import IOCModel

/// Reads a file with all it imports, and lays them over each other.
///
/// 1. What a file imports is read before it, in the order of the list; a file that is imported twice is read once.
/// 2. Lists add up without repetition. Settings merge deeply, and what is read later wins; a list replaces a list.
/// 3. Bindings, the policy for cycles, strictness and time limits that are read later win.
/// 4. A component that is read later must say `override` to replace one of its name.
/// 5. For each active profile, `shop-test.json` beside `shop.json` is read after it, with what it imports.
/// 6. Faults are collected over all files and thrown together.
/// 7. Past two thousand files, or a hundred faults, no more are read.
struct ConfigurationLoader {
    private struct Loaded {
        var file: ConfigurationFiles.File
        var sections: ConfigurationSections
        var identity: String
        /// The number of its imports that have been read.
        var imports = 0
    }

    /// Profiles that are active besides the files' own.
    private let profiles: [String]
    /// Nil stands for the process's own.
    private let environment: [String: String]?
    private var faults: [Fault] = []
    private var done: [Loaded] = []
    private var seen: Set<String> = []
    /// The files that were looked for, each as it was before it was read.
    private(set) var stamps: [String: FileStamp] = [:]
    private var isOverfull = false
    /// From the file that was asked for to the one being read; a list instead of recursion, as chains have no limit.
    private var pending: [Loaded] = []

    private let look: (String) -> FileStamp

    init(
        profiles: [String], environment: [String: String]?, look: @escaping (String) -> FileStamp
    ) {
        self.look = look
        self.profiles = profiles
        self.environment = environment
    }

    /// The configuration that a file and its imports describe.
    mutating func load(_ path: String) throws -> ContextConfiguration {
        let folders = path.hasPrefix("/") ? [] : FilePath.searchFolders
        let candidates = path.hasPrefix("/") ? [path] : folders.map { FilePath.absolute(path, in: $0) }
        for candidate in candidates { note(candidate) }
        guard let found = candidates.first(where: FileBytes.exists) ?? candidates.first else {
            throw IOCError(.fileMissing(path: path, searched: folders))
        }
        let main = FilePath.absolute(found, in: "/")
        read(main, searched: folders, askedBy: nil)
        readPending()
        readProfiles(beside: main)
        var configuration = merge(askedFor: main)
        configuration.profiles += profiles.filter { !configuration.profiles.contains($0) }
        if !faults.isEmpty { throw IOCError(masked(faults, configuration.secretKeys)) }
        return configuration
    }

    /// Reads the files of active profiles, and of those that they activate.
    private mutating func readProfiles(beside path: String) {
        var known: Set<String> = []
        var said = ContextConfiguration()
        said.environment = environment
        while true {
            said.profiles = done.flatMap { $0.sections.lists["profiles"] ?? [] } + profiles
            guard let profile = said.activeProfiles.first(where: { !known.contains($0) }) else { return }
            known.insert(profile)
            let variants = FilePath.variants(of: path, named: profile)
            for variant in variants { note(variant) }
            guard let file = variants.first(where: FileBytes.exists), !seen.contains(FilePath.identity(file)) else {
                continue
            }
            read(file, searched: [], askedBy: nil)
            readPending()
        }
    }

    private mutating func readPending() {
        while let top = pending.indices.last {
            let next = pending[top].imports
            if next < pending[top].sections.imports.count {
                pending[top].imports += 1
                readImport(pending[top].sections.imports[next], of: pending[top].file)
            } else {
                done.append(pending.removeLast())
            }
        }
    }

    private mutating func readImport(_ wanted: ConfigurationSections.Import, of file: ConfigurationFiles.File) {
        let path = FilePath.absolute(wanted.path, in: FilePath.folder(of: file.path))
        note(path)
        if wanted.isOptional, !FileBytes.exists(path) { return }
        let origin = file.origin(of: "imports[\(wanted.index)]")
        let identity = FilePath.identity(path)
        if let start = pending.firstIndex(where: { $0.identity == identity }) {
            faults.append(Fault(.importCycle(paths: pending[start...].map(\.file.path)), at: origin))
        } else if !seen.contains(identity) {
            read(path, searched: [], askedBy: origin)
        }
    }

    private mutating func read(_ path: String, searched: [String], askedBy origin: Origin?) {
        if faults.count >= Fault.limit { return }
        guard seen.count < DocumentLimits.files else {
            if !isOverfull { faults.append(Fault(.filesTooMany(limit: DocumentLimits.files), at: origin)) }
            isOverfull = true
            return
        }
        note(path)
        let identity = FilePath.identity(path)
        seen.insert(identity)
        do throws(DocumentFault) {
            let bytes = try FileBytes.contents(of: path)
            guard let format = ConfigurationFormat(path: path) else {
                throw DocumentFault(kind: .fileFormatUnknown(path: path))
            }
            let document = try format.read(bytes, path: path)
            var file = ConfigurationFiles.File(path: path, positions: document.positions)
            var reader = ConfigurationReader(file: file)
            let sections = reader.sections(of: document.value)
            file.lists = sections.lists.mapValues { elements in
                Dictionary(elements.enumerated().map { ($1, $0) }) { first, _ in first }
            }
            faults += document.faults(in: path) + reader.faults
            pending.append(Loaded(file: file, sections: sections, identity: identity))
        } catch {
            faults.append(fault(error, path, searched, origin))
        }
    }

    private mutating func note(_ path: String) { stamps[path] = stamps[path] ?? look(path) }

    /// A file that can't be opened is the importer's fault; one that can is at fault itself.
    private func fault(_ error: DocumentFault, _ path: String, _ searched: [String], _ importer: Origin?) -> Fault {
        switch error.kind.code {
        case .fileMissing: Fault(.fileMissing(path: path, searched: searched), at: importer)
        case .fileIsDirectory, .fileUnreadable, .fileTooLarge, .fileFormatUnknown, .fileEmpty:
            Fault(error.kind, at: importer)
        default: error.located(in: path)
        }
    }

    /// Faults without numbers whose key says that they are secret, by the usual words and those of all files.
    private func masked(_ faults: [Fault], _ words: [String]) -> [Fault] {
        let secrets = SecretWords.usual.union(SecretWords(words))
        return faults.map { fault in
            guard fault.code == .numberOutOfRange, case .file(let place)? = fault.place,
                secrets.matches(SettingKey(place.keyPath))
            else { return fault }
            return Fault(.numberOutOfRange(key: place.keyPath, text: ShownText.mask), at: fault.place)
        }
    }

    private mutating func merge(askedFor path: String) -> ContextConfiguration {
        var result = ContextConfiguration()
        var owners: [String: Int] = [:]
        for (number, loaded) in done.enumerated() {
            for (name, entry) in loaded.sections.components {
                if let owner = owners[name], !entry.overrides {
                    faults.append(duplicate(name, in: number, entry, after: owner, result.components[name]))
                }
                owners[name] = number
            }
            loaded.sections.merge(into: &result)
        }
        result.files = ConfigurationFiles(files: done.map(\.file), original: result, main: path)
        return result
    }

    private func duplicate(
        _ name: String, in number: Int, _ entry: ContextConfiguration.ComponentEntry, after owner: Int,
        _ earlier: ContextConfiguration.ComponentEntry?
    ) -> Fault {
        let place = done[number].file.origin(of: "components.\(name)")
        var fault = Fault(.nameRepeated(name: name), at: place)
        fault.namedCandidates = [
            .init(
                name: name, typeName: earlier?.className ?? name,
                origin: done[owner].file.origin(of: "components.\(name)")),
            .init(name: name, typeName: entry.className ?? name, origin: place),
        ]
        return fault
    }
}
