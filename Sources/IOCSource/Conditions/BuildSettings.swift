/// The known platform and flags of a build, as conditions of `#if` ask for them.
///
/// 1. The platform is the one that this runs on, unless a triple names another; `canImport(Glibc)` and `canImport(Musl)`
///    are open without one, as a build may link either.
/// 2. The compiler is the one that this was built with: a plugin's tool is built by the compiler of the package.
/// 3. Flags are known where they are named. All others are open, and so is every module that isn't the platform's own.
package struct BuildSettings: Sendable {
    /// Flags that are set, as `-D` sets them.
    package var defined: Set<String>
    /// Flags that are not set.
    package var undefined: Set<String>
    /// `Linux`, `macOS` and the like.
    package var system: String?
    /// `x86_64`, `arm64` and the like.
    package var architecture: String?
    /// `gnu`, `musl` and the like, where the triple names it.
    private var library: String?

    /// A build on and for this machine.
    package init(defined: Set<String> = [], undefined: Set<String> = []) {
        self.defined = defined
        self.undefined = undefined.subtracting(defined)
        system = Self.hostSystem
        architecture = Self.hostArchitecture
    }

    /// Takes the platform from a triple such as `aarch64-unknown-linux-gnu`; what it names and nobody knows is open.
    package mutating func target(_ triple: String) {
        let parts = triple.split(separator: "-").map(String.init)
        architecture = parts.first.map { ["aarch64": "arm64", "amd64": "x86_64"][$0] ?? $0 }
        let names = parts.dropFirst(2).joined(separator: "-")
        let systems: [(prefix: String, name: String?)] = [
            ("linux-android", "Android"), ("linux", "Linux"), ("macosx", "macOS"), ("darwin", "macOS"),
            ("ios", "iOS"), ("tvos", "tvOS"), ("watchos", "watchOS"), ("xros", "visionOS"), ("windows", "Windows"),
            ("wasi", "WASI"), ("freebsd", "FreeBSD"), ("openbsd", "OpenBSD"),
        ]
        system = systems.first { names.hasPrefix($0.prefix) }?.name
        library = parts.dropFirst(3).first
    }

    // MARK: What is known

    /// Returns true if the build is for a platform; nil where that isn't known.
    func isSystem(_ name: String) -> Bool? {
        guard let system else { return nil }
        return name == system || name == "OSX" && system == "macOS"
    }

    /// Returns true if a module can be imported; nil where only the build knows.
    func canImport(_ module: String) -> Bool? {
        if Self.everywhere.contains(module) { return true }
        guard let owners = Self.owners[module], let system else { return nil }
        guard owners.contains(system) else { return false }
        switch module {
        case "Glibc" where system == "Linux": return library.map { $0.hasPrefix("gnu") }
        case "Musl": return library.map { $0.hasPrefix("musl") }
        default: return true
        }
    }

    /// Returns true if the compiler is at least of a version; nil where that isn't known.
    func hasCompiler(atLeast version: [Int]) -> Bool? {
        if !Self.isBefore(Self.compiler, version) { return true }
        return Self.compiler == Self.newest ? nil : false
    }

    /// Returns true if the language mode is at least of a version, for 5 and 6 as targets choose it.
    func hasLanguage(atLeast version: [Int]) -> Bool? {
        let answers = Set([!Self.isBefore([5, 10], version), hasCompiler(atLeast: version)])
        return answers.count == 1 ? answers.first ?? nil : nil
    }

    static func isBefore(_ left: [Int], _ right: [Int]) -> Bool {
        let count = max(left.count, right.count)
        func padded(_ version: [Int]) -> [Int] { version + Array(repeating: 0, count: count - version.count) }
        return padded(left).lexicographicallyPrecedes(padded(right))
    }

    private static let everywhere: Set<String> = ["Swift", "_Concurrency", "Synchronization", "IOC"]

    private static let apple: Set<String> = ["macOS", "iOS", "tvOS", "watchOS", "visionOS"]

    /// The platforms that have a module.
    private static let owners: [String: Set<String>] = [
        "Foundation": apple.union(["Linux", "Windows", "Android", "WASI", "FreeBSD"]),
        "FoundationEssentials": ["Linux", "Windows", "Android", "WASI", "FreeBSD"],
        "FoundationNetworking": ["Linux", "Windows", "Android", "FreeBSD"],
        "FoundationXML": ["Linux", "Windows", "Android", "FreeBSD"],
        "Dispatch": apple.union(["Linux", "Windows", "Android", "FreeBSD"]),
        "Glibc": ["Linux", "FreeBSD"], "Musl": ["Linux"], "Bionic": ["Android"], "Android": ["Android"],
        "WASILibc": ["WASI"], "WinSDK": ["Windows"], "ucrt": ["Windows"],
        "Darwin": apple, "ObjectiveC": apple, "os": apple, "Combine": apple, "SwiftUI": apple, "CoreData": apple,
        "UIKit": ["iOS", "tvOS", "visionOS", "watchOS"], "AppKit": ["macOS"], "Cocoa": ["macOS"],
        "Security": apple, "CryptoKit": apple, "Network": apple, "XPC": ["macOS"],
    ]

    #if os(Linux)
    private static let hostSystem: String? = "Linux"
    #elseif os(macOS)
    private static let hostSystem: String? = "macOS"
    #elseif os(Windows)
    private static let hostSystem: String? = "Windows"
    #elseif os(FreeBSD)
    private static let hostSystem: String? = "FreeBSD"
    #else
    private static let hostSystem: String? = nil
    #endif

    #if arch(x86_64)
    private static let hostArchitecture: String? = "x86_64"
    #elseif arch(arm64)
    private static let hostArchitecture: String? = "arm64"
    #else
    private static let hostArchitecture: String? = nil
    #endif

    /// A compiler of the last version that can be told apart is one of that version or a later one.
    private static let newest = [7, 0]

    #if compiler(>=7.0)
    private static let compiler = newest
    #elseif compiler(>=6.9)
    private static let compiler = [6, 9]
    #elseif compiler(>=6.8)
    private static let compiler = [6, 8]
    #elseif compiler(>=6.7)
    private static let compiler = [6, 7]
    #elseif compiler(>=6.6)
    private static let compiler = [6, 6]
    #elseif compiler(>=6.5)
    private static let compiler = [6, 5]
    #elseif compiler(>=6.4)
    private static let compiler = [6, 4]
    #elseif compiler(>=6.3)
    private static let compiler = [6, 3]
    #else
    private static let compiler = [6, 2]
    #endif
}
