import IOC
import IOCBase
import Testing

/// The combination of all `applicationContext` traits of a test. The traits of outer suites come first.
struct ContextPlan: Sendable {
    /// The source of the configuration.
    enum Source: Sendable {
        case code(Result<ContextConfiguration, any Error>)
        case file(path: String)
    }

    /// The overrides of one trait. Two objects are never equal, because closures can't be compared.
    final class Change: Sendable {
        let apply: @Sendable (inout ContextPatch) throws -> Void
        init(_ apply: @escaping @Sendable (inout ContextPatch) throws -> Void) { self.apply = apply }
    }

    private(set) var source: Source?
    private(set) var changes: [Change] = []
    private(set) var sharing = ContextSharing.perTest
    private(set) var starts = false
    private(set) var leaks = LeakCheck.off

    init(_ traits: [ApplicationContextTrait]) {
        for trait in traits {
            if let given = trait.source {
                // A configuration starts a new plan, because options and overrides for another one may not fit it.
                self = ContextPlan([])
                source = given
            }
            if let change = trait.change { changes.append(change) }
            sharing = trait.sharing ?? sharing
            starts = trait.starts ?? starts
            leaks = trait.leaks ?? leaks
        }
    }

    /// Runs the overrides. Each context needs a new run, so that nothing else retains the instances that they create.
    func patch() throws -> ContextPatch {
        try ContextPatch { patch in for change in changes { try change.apply(&patch) } }
    }

    /// Returns the configuration of the innermost trait that has one.
    /// - Parameter test: A place in the test.
    func configuration(for test: Testing.SourceLocation) throws -> ContextConfiguration {
        switch source {
        case .code(let configuration): return try configuration.get()
        case .file(let path): return try ContextConfiguration(contentsOf: path, forTest: test)
        case nil: throw NoConfiguration()
        }
    }

    /// Returns true if two plans create equivalent contexts.
    func isEquivalent(to other: ContextPlan) -> Bool {
        changes.map(ObjectIdentifier.init) == other.changes.map(ObjectIdentifier.init) && starts == other.starts
            && leaks.isOn == other.leaks.isOn && leaks.exceptions == other.leaks.exceptions
            && Self.areEqual(source, other.source)
    }

    private static func areEqual(_ left: Source?, _ right: Source?) -> Bool {
        switch (left, right) {
        case (.file(let left), .file(let right)): left == right
        case (.code(.success(let left)), .code(.success(let right))): left.hasSameContents(as: right)
        default: false
        }
    }
}

extension ContextConfiguration {
    /// The configuration of a file. A relative path is searched in the test's package first.
    /// - Parameter test: A place in the test.
    init(contentsOf path: String, profiles: [String] = [], forTest test: Testing.SourceLocation) throws {
        #if compiler(>=6.3)
        let file = test.filePath
        #else
        let file = test._filePath
        #endif
        var folders = file.split(separator: "/").dropLast()
        while !folders.isEmpty,
            !FileManager.default.fileExists(atPath: "/\(folders.joined(separator: "/"))/Package.swift")
        {
            folders.removeLast()
        }
        let package = folders.isEmpty ? "" : "/" + folders.joined(separator: "/")
        self = try Self.$packageFolder.withValue(package) { try Self(contentsOf: path, profiles: profiles) }
    }
}

/// The error if no trait of a test has a configuration, but only overrides.
struct NoConfiguration: Error, CustomStringConvertible {
    let description = """
        there is no configuration to refine
           fix         give this trait, or one of a suite around it, a ContextConfiguration or the path of a file
        """
}
