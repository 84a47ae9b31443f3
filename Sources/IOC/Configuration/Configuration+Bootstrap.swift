import IOCModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Configuration {
    /// The profiles that are active: the configuration's, and those `IOC_PROFILES` lists between commas.
    var activeProfiles: Set<String> {
        let environment = ProcessInfo.processInfo.environment["IOC_PROFILES"] ?? ""
        let named = environment.split(separator: ",").map { String($0.trimmingPrefix { $0 == " " }) }
        return Set(profiles + named)
    }

    /// Whether it declares nothing at all.
    var isEmpty: Bool {
        prefixes.isEmpty && classes.isEmpty && assemblies.isEmpty && components.isEmpty
    }

    /// The file the shared context boots from.
    /// - Throws: ``IOCError`` where there is none.
    static func sharedPath() throws -> String {
        if let path = ProcessInfo.processInfo.environment["IOC_CONFIG"], !path.isEmpty { return path }
        let usual = ["config/applicationContext.json", "config/applicationContext.plist"]
        let searched = FilePath.searchFolders.flatMap { folder in usual.map { FilePath.absolute($0, in: folder) } }
        guard let found = searched.first(where: FileBytes.exists) else {
            throw IOCError(Fault(.contextFileNotFound(searched: searched)))
        }
        return found
    }
}
