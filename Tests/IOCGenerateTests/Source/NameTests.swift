import Foundation
import IOCGenerate
import TestSupport
import Testing

/// Sources of some modules with questions about their names, from `Text/names.txt`.
///
/// In the file `##` precedes a title, `// file` the name of a module with one more file, and `?` a question. A question has a
/// kind, and may have the number of a file (`@1`; the last one if there is none), a type to look from (`in A.B`), generic
/// parameters (`with T,U`) and a module (`from M`). `IOC_UPDATE_GOLDEN=1` writes the answers after `=>` anew.
struct NameCase: CustomTestStringConvertible, Sendable {
    static let file = TextCase.folder.appending(path: "names.txt")
    static let all: [NameCase] = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "## ").dropFirst().map(NameCase.init)
    }()

    let testDescription: String
    let lines: [String]

    init(_ text: String) {
        let lines = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
        testDescription = lines[0]
        self.lines = Array(lines.dropFirst())
    }

    /// The lines with the answers.
    func answered() throws -> [String] {
        let scratch = try Scratch()
        var files: [(module: String, lines: [String])] = []
        for line in lines where !line.hasPrefix("? ") {
            if line.hasPrefix("// file ") {
                files.append((String(line.dropFirst(8)), []))
            } else {
                files[files.count - 1].lines.append(line)
            }
        }
        var modules: [ProjectIndex.Module] = []
        for (number, file) in files.enumerated() {
            let path = try scratch.write("\(file.module)/F\(number).swift", file.lines.joined(separator: "\n"))
            let loaded = try SourceLoader().load([path]).files
            if modules.last?.name == file.module {
                let known = modules.removeLast().files
                modules.append(.init(name: file.module, files: known + loaded))
            } else {
                modules.append(.init(name: file.module, files: loaded))
            }
        }
        let index = ProjectIndex(modules)
        return try lines.map { line in
            guard line.hasPrefix("? ") else { return line }
            let question = line.components(separatedBy: " => ")[0]
            let answer = try Question(question, last: files.count - 1).answer(in: index)
            return "\(question) => \(answer.isEmpty ? "nothing" : answer)"
        }
    }

    private struct Question {
        var kind = ""
        var text = ""
        var file: Int
        var path: [String] = []
        var generics: Set<String> = []
        var module: String?

        init(_ line: String, last: Int) throws {
            let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
            text = try #require(parts.last)
            file = last
            var words = parts[0].split(separator: " ").map(String.init)
            kind = words.removeFirst()
            while let word = words.first {
                words.removeFirst()
                switch word {
                case "in": path = words.removeFirst().split(separator: ".").map(String.init)
                case "with": generics = Set(words.removeFirst().split(separator: ",").map(String.init))
                case "from": module = words.removeFirst()
                default: file = try #require(Int(word.dropFirst()))
                }
            }
        }

        func answer(in index: ProjectIndex) throws -> String {
            let scope = Scope(path: path, file: file, generics: generics)
            let found = index.type(of: text.split(separator: ".").map(String.init), from: scope)
            switch kind {
            case "spelling": return index.canonical(TypeSyntax(text), in: scope).description
            case "access": return "\(index.access(of: TypeSyntax(text), file: file))"
            case "types":
                return index.types.map { "\($0.name)\($0.condition.map { " if \($0)" } ?? "")" }.joined(separator: ", ")
            case "type": return found.map { "\($0.access) \($0.name) of \($0.module ?? "")" } ?? ""
            default: break
            }
            let type = try #require(found ?? index.types.first { $0.name == text }, "\(text)")
            switch kind {
            case "supertypes":
                let names = module.map { index.supertypes(of: type, declaredIn: $0) } ?? index.supertypes(of: type)
                return names.sorted().joined(separator: " ")
            case "inherited":
                return index.inherited(type, declaredIn: module ?? "").sorted().joined(separator: " ")
            case "superclass": return index.superclass(of: type)?.name ?? ""
            case "chain":
                let chain = index.inheritanceChain(of: type).map(\.name)
                return chain.count > 10 ? "\(chain.count) names" : chain.joined(separator: " ")
            case "isolation": return index.isolation(of: type) ?? ""
            case "extensions": return "\(type.extensions.count)"
            case "functions":
                return type.parts.flatMap { part in
                    part.declaration.functions.map { index.isolation(of: $0, in: part, of: type) ?? "none" }
                }.joined(separator: " ")
            default:
                Issue.record("no question '\(kind)'")
                return ""
            }
        }
    }
}

@Suite("Names across files and modules")
struct NameTests {
    @Test("A name has the recorded meaning", arguments: NameCase.all)
    func names(test: NameCase) throws {
        #expect(try test.answered() == test.lines)
    }

    @Test(
        "The answers are written anew",
        .ifGoldenFilesAreUpdated)
    func update() throws {
        let cases = try NameCase.all.map { "## \($0.testDescription)\n" + (try $0.answered()).joined(separator: "\n") }
        try (cases.joined(separator: "\n\n") + "\n").write(to: NameCase.file, atomically: true, encoding: .utf8)
    }

    @Test("Two parts are the same if their file and their place are")
    func parts() throws {
        let files = try ["struct A {}\nextension A {}\nextension A {}", "struct B {}\nextension A {}"].map(model)
        let index = ProjectIndex([.init(name: "App", files: files)])
        func type(_ name: String) throws -> DeclaredType { try #require(index.types.first { $0.name == name }) }
        let (a, b) = (try type("A"), try type("B"))
        let same = a.parts.enumerated().map { one in
            a.parts.enumerated().map { $0.element.isSame(as: one.element) == ($0.offset == one.offset) }
        }
        #expect(same.flatMap { $0 }.allSatisfy { $0 } && a.parts.count == 4)
        #expect(!a.main.isSame(as: b.main))
    }

    @Test("An access level has its word, and an open type's is public")
    func words() {
        let words = [AccessLevel.private, .fileprivate, .internal, .package, .public, .open].map(\.modifier)
        #expect(words == ["private ", "fileprivate ", "", "package ", "public ", "public "])
    }

    @Test("Aliases that lead to each other end") func aliases() throws {
        let index = ProjectIndex([
            .init(name: "App", files: [try model("typealias Here = There\ntypealias There = Here")])
        ])
        let spelled = index.canonical(TypeSyntax("Here"), in: Scope(file: 0)).description
        #expect(["Here", "There"].contains(spelled))
    }

    @Test("The requirements of Self in a protocol's where clause are supertypes")
    func requirements() throws {
        let clause = "Self: A, T: B, Self :C, Self.D == E, Self: F<G, H>"
        let types = try model("protocol P where \(clause) {}\nextension Q where \(clause) {}").types
        #expect(types.map { $0.supertypes.map { TypeSyntax($0).description } } == [["A", "C", "F<G, H>"], []])
    }
}
