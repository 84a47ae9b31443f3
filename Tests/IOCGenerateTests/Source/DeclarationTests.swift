import Foundation
import IOCGenerate
import IOCModel
import TestSupport
import Testing

/// A source with the declarations that are read from it, from `Text/declarations.txt`.
///
/// In the file `##` precedes a title, and `=>` a declaration as it was read. `IOC_UPDATE_GOLDEN=1` writes these anew.
struct DeclarationCase: CustomTestStringConvertible, Sendable {
    static let file = TextCase.folder.appending(path: "declarations.txt")
    static let all: [DeclarationCase] = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "## ").dropFirst().map(DeclarationCase.init)
    }()

    let testDescription: String
    let source: [String]
    let answer: [String]

    init(_ text: String) {
        let lines = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
        testDescription = lines[0]
        source = lines.dropFirst().filter { !$0.hasPrefix("=>") }
        answer = lines.filter { $0.hasPrefix("=>") }
    }

    func read() throws -> [String] {
        let file = try model(source.joined(separator: "\n"))
        var lines = file.imports.map { item in
            text("import \(item.target)", item.writtenAccess, item.attributes, [], item.condition)
                + (item.target.contains(item.module) ? "" : ", not of \(item.module)")
        }
        for type in file.types { add(type, to: &lines, "") }
        return (lines + file.diagnostics.map { "\($0.severity) \($0.message)" }).map { "=> \($0)" }
    }

    private func add(_ type: TypeDeclaration, to lines: inout [String], _ indent: String) {
        let place = "\(type.kind) \(type.name) at \(type.location.line):\(type.location.column ?? 0)"
        var line = indent + text(place, type.writtenAccess, type.attributes.map(name), type.modifiers, type.condition)
        line += generics(type.genericParameters, type.genericWhereClause)
        if !type.inheritedTypes.isEmpty { line += ", inherits \(type.inheritedTypes.joined(separator: " / "))" }
        lines.append(line)
        for inner in type.types { add(inner, to: &lines, indent + "  ") }
        for alias in type.aliases { lines.append("\(indent)  alias \(alias.name) = \(alias.target ?? "nothing")") }
        for property in type.properties { lines.append("\(indent)  \(text(property))") }
        for function in type.functions {
            lines.append("\(indent)  \(text(function))")
            lines += function.parameters.map { "\(indent)    \(text($0))" }
        }
    }

    private func name(_ attribute: AttributeUse) -> String {
        "@\(attribute.name)" + (attribute.arguments.map { "(\($0.joined(separator: " / ")))" } ?? "")
    }

    private func text(
        _ start: String, _ access: AccessLevel?, _ attributes: [String], _ modifiers: [String], _ condition: String?
    ) -> String {
        ([start] + (access.map { ["\($0)"] } ?? []) + attributes + modifiers + (condition.map { ["if \($0)"] } ?? []))
            .joined(separator: ", ")
    }

    private func generics(_ parameters: [GenericParameter], _ clause: String?) -> String {
        (parameters.isEmpty ? "" : ", generic in \(parameters.map(\.text).joined(separator: " / "))")
            + (clause.map { ", where \($0)" } ?? "")
    }

    private func text(_ property: PropertyDeclaration) -> String {
        let type = property.type.map { "\($0.text) at \($0.location.line):\($0.location.column ?? 0)" } ?? "no type"
        let facts = [
            (property.isStatic, "static"), (property.isInitialized, "initialized"), (property.isComputed, "computed"),
            (property.isSettable, "settable"),
        ]
        return
            ([
                text(
                    "\(property.isLet ? "let" : "var") \(property.name): \(type)", property.writtenAccess, [],
                    property.modifiers, property.condition)
            ] + facts.filter(\.0).map(\.1)).joined(separator: ", ")
    }

    private func text(_ function: FunctionDeclaration) -> String {
        let facts = [
            (function.isStatic, "static"), (function.isInitializer, "initializer"), (function.isFailable, "failable"),
            (function.isAsync, "async"), (function.throwing != .nothing, "throws \(function.throwing)"),
        ]
        let start = text(
            "func \(function.fullName) -> \(function.returnType?.text ?? "nothing")", function.writtenAccess,
            function.attributes.map(name), function.modifiers, function.condition)
        return ([start] + facts.filter(\.0).map(\.1)).joined(separator: ", ")
            + generics(function.genericParameters, function.genericWhereClause)
    }

    private func text(_ parameter: ParameterDeclaration) -> String {
        "\(parameter.label ?? "_") \(parameter.name): \(parameter.type.text)\(parameter.isVariadic ? "..." : "")"
            + "\(parameter.isDefaulted ? " = default" : "")"
            + " at \(parameter.location.line):\(parameter.location.column ?? 0)"
    }
}

@Suite("Declarations")
struct DeclarationTests {
    @Test("A declaration is read as recorded", arguments: DeclarationCase.all)
    func declarations(test: DeclarationCase) throws {
        #expect(try test.read() == test.answer)
    }

    @Test(
        "The declarations are written anew",
        .ifGoldenFilesAreUpdated)
    func update() throws {
        let cases = try DeclarationCase.all.map { test in
            (["## \(test.testDescription)"] + test.source + (try test.read())).joined(separator: "\n")
        }
        try (cases.joined(separator: "\n\n") + "\n").write(
            to: DeclarationCase.file, atomically: true, encoding: .utf8)
    }

    @Test("Syntax errors are reported with their place, and the rest of the file is read")
    func syntaxErrors() throws {
        let file = try model("struct A { let x: Int }\nfunc f(\nstruct B {}\n")
        let first = try #require(file.diagnostics.first)
        #expect(first.severity == .error)
        #expect(first.location?.line == 3 || first.location?.line == 2)
        #expect(file.types.contains { $0.name == "A" })
    }

    @Test("A line that ends with a carriage return counts once") func lineEnds() throws {
        let types = try model("// é\r\nstruct A {}\r\nstruct B { let b: Int }\r\n").types
        #expect(types.map(\.location.line) == [2, 3])
    }

    @Test("A base name has neither a module nor generic arguments") func baseNames() throws {
        let types = try model("@IOC.Value<Int>(\"a\") struct A {}\n@Injected struct B {}").types
        #expect(types.flatMap { $0.attributes.map(\.baseName) } == ["Value", "Injected"])
    }

    @Test("An import after a damaged declaration has no access level", arguments: ["@A } import B", "final import B"])
    func damagedImports(text: String) throws {
        let item = try #require(try model(text).imports.first)
        #expect(item.writtenAccess == nil && item.attributes == [])
    }
}
