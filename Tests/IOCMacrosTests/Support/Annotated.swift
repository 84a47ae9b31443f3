@testable import IOCMacroExpansion

/// An annotated declaration as the compiler hands it over, at byte 100 of its file.
struct Annotated {
    var declaration: String
    var annotation = "@Component"
    /// What the class lacks, as the compiler tells.
    var lacking = "IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable"
    var around: [String] = []

    private func use(_ role: String, named name: String) -> MacroUse {
        let offset = 100 + annotation.utf8.count + 1
        return MacroUse(
            macroRole: role,
            attributeSyntax: .init(source: annotation, location: .init(fileName: "Shop.swift", offset: 100, line: 10)),
            declSyntax: .init(
                source: declaration,
                location: .init(
                    fileName: "Shop.swift", fileID: "Shop/Shop.swift", offset: offset, line: 11)),
            extendedTypeSyntax: .init(source: " \(name) ", location: nil),
            conformanceListSyntax: .init(source: "struct Placeholder: \(lacking) {}", location: nil),
            lexicalContext: around.map { .init(source: $0, location: nil) })
    }

    /// What is added to the class itself.
    var member: ComponentExpansion { ComponentExpansion(use("member", named: "X")) }
    /// What is added beside it.
    var `extension`: ComponentExpansion { ComponentExpansion(use("extension", named: "X")) }

    /// The faults, each with the source it points at.
    var faults: [(at: String, message: String)] {
        member.diagnostics.map { diagnostic in
            (text(diagnostic.highlights[0]), diagnostic.message)
        }
    }

    private var file: [UInt8] {
        [UInt8](repeating: 0x20, count: 100) + Array("\(annotation)\n\(declaration)".utf8)
    }

    private func text(_ range: MacroDiagnostic.Range) -> String {
        String(decoding: file[range.startOffset..<range.endOffset], as: UTF8.self)
    }

    /// The source after the first fix of each fault, the last place first.
    var mended: String {
        var file = file
        let changes = member.diagnostics.compactMap { $0.fixIts.first }.flatMap(\.changes)
        for change in changes.sorted(by: { $0.range.startOffset > $1.range.startOffset }) {
            file.replaceSubrange(change.range.startOffset..<change.range.endOffset, with: Array(change.newText.utf8))
        }
        return String(decoding: file[100...], as: UTF8.self)
    }
}
