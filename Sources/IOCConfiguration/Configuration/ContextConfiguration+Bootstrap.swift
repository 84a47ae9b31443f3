import IOCModel

extension ContextConfiguration {
    /// True if it declares nothing at all.
    package var isEmpty: Bool {
        prefixes.isEmpty && classes.isEmpty && assemblies.isEmpty && components.isEmpty
    }

    /// Returns true if a file was read that is there for a profile, such as `shop-test.json`.
    package func hasFile(for profile: String) -> Bool {
        sources.contains { path in
            let file = path.split(separator: "/").last ?? ""
            return file.prefix { $0 != "." }.hasSuffix("-\(profile)")
        }
    }

    /// The file the shared context boots from.
    /// - Throws: ``IOCError`` where there is none.
    package static func sharedPath() throws -> String {
        if let path = ProcessEnvironment.variable("IOC_CONFIG"), !path.isEmpty { return path }
        let usual = ["config/applicationContext.json", "config/applicationContext.plist"]
        let searched = FilePath.searchFolders.flatMap { folder in usual.map { FilePath.absolute($0, in: folder) } }
        guard let found = searched.first(where: FileBytes.exists) else {
            throw IOCError(.contextFileNotFound(searched: searched))
        }
        return found
    }
}
