import FoundationEssentials
package import Testing

/// The text files with expected output. A run with `IOC_UPDATE_GOLDEN=1` writes them anew.
package enum GoldenFiles {
    package static let areUpdated = ProcessInfo.processInfo.environment["IOC_UPDATE_GOLDEN"] != nil
}

extension Trait where Self == ConditionTrait {
    /// For tests that write a golden file anew.
    package static var ifGoldenFilesAreUpdated: Self {
        .enabled(if: GoldenFiles.areUpdated, "IOC_UPDATE_GOLDEN is not set")
    }
}
