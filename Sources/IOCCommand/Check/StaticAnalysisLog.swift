import IOCModel
import IOCSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Diagnostics in the Static Analysis Results Interchange Format, version 2.1.0, which editors and code hosts read.
struct StaticAnalysisLog: Encodable {
    var version = "2.1.0"
    var schema = "https://json.schemastore.org/sarif-2.1.0.json"
    var runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case version
        case schema = "$schema"
        case runs
    }

    init(_ diagnostics: [SourceDiagnostic]) {
        let rules = Set(diagnostics.compactMap(\.code)).sorted().map(Rule.init)
        runs = [Run(tool: Analyzer(driver: Driver(rules: rules)), results: diagnostics.map(Finding.init))]
    }

    struct Run: Encodable {
        var tool: Analyzer
        var results: [Finding]
    }

    struct Analyzer: Encodable {
        var driver: Driver
    }

    struct Driver: Encodable {
        var name = "ioc"
        var version = Tool.ioc.version
        var rules: [Rule]
    }

    struct Rule: Encodable {
        var id: String
    }

    struct Message: Encodable {
        var text: String
    }

    struct Finding: Encodable {
        var level: String
        var ruleId: String?
        var message: Message
        var locations: [Place]
        var relatedLocations: [Place]?

        init(_ diagnostic: SourceDiagnostic) {
            level = diagnostic.severity.word
            ruleId = diagnostic.code
            message = Message(text: diagnostic.text)
            locations = [Place(diagnostic.location, nil)].compactMap(\.self)
            let related = diagnostic.notes.compactMap { Place($0.location ?? diagnostic.location, $0.message) }
            relatedLocations = related.isEmpty ? nil : related
        }
    }

    struct Place: Encodable {
        var physicalLocation: PhysicalLocation
        var message: Message?

        init?(_ location: SourceLocation?, _ text: String?) {
            guard let location else { return nil }
            let file = URL(filePath: location.file, directoryHint: .notDirectory)
            physicalLocation = PhysicalLocation(
                artifactLocation: Artifact(uri: file.relativeString),
                region: Region(startLine: max(1, location.line), startColumn: location.column.map { max(1, $0) }))
            message = text.map(Message.init)
        }
    }

    struct PhysicalLocation: Encodable {
        var artifactLocation: Artifact
        var region: Region
    }

    struct Artifact: Encodable {
        var uri: String
    }

    struct Region: Encodable {
        var startLine: Int
        var startColumn: Int?
    }
}
