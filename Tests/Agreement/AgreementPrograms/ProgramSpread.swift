import SeededRandom

/// A program spread over two packages: a library, and what uses it.
///
/// The types of the library are public where the program, or something public, names them. What they mention is in the
/// library as well; a conformance that an extension adds may stand on either side.
struct ProgramSpread {
    /// The module that all libraries are compiled into.
    static let module = "AgreementLibrary"

    /// The library; nil where all is in one package.
    private(set) var library: String?
    private(set) var program: String
    private(set) var configuration: ProgramConfiguration

    /// - Parameter share: How many of a hundred types the library has, before those that they mention.
    init(_ source: ProgramSource, _ configuration: ProgramConfiguration, share: Int, _ random: inout SplitMix) {
        self.configuration = configuration
        program = source.text
        guard share > 0 else { return }
        var parts = Parts(source)
        parts.choose(share: share, &random)
        // The program's own prefix needs a class that it matches.
        let rest = source.classes.filter { $0.isFound && !parts.moved.contains($0.place) }
        let home = "\(AgreementProgram.module).\(source.name)."
        guard !parts.moved.isEmpty, rest.contains(where: { !configuration.exclude.contains(home + $0.path) }) else {
            return
        }
        let spelling = Spelling(program: source.name, moved: parts.movedTypes)
        library = parts.library(spelling, &random)
        program = parts.program(spelling)
        self.configuration.rename { spelling.path($0) }
        addLibrary(parts, spelling, &random)
    }

    /// Has the library's components belong to the context: by their prefix, or one by one.
    private mutating func addLibrary(_ parts: Parts, _ spelling: Spelling, _ random: inout SplitMix) {
        let components = parts.source.classes.filter { parts.moved.contains($0.place) && $0.isFound }
        let isDeclared = parts.declarations.contains { item in
            parts.isMoved(item.names) && item.text.contains("IOCComponent")
        }
        let names = components.map { spelling.path("\(AgreementProgram.module).\(parts.source.name).\($0.path)") }
        let isListed =
            !isDeclared && random.chance(40)
            && components.allSatisfy { $0.namespace == nil }
            && Set(names).isDisjoint(with: configuration.exclude)
        if isListed {
            configuration.classes += names
        } else if isDeclared || names.contains(where: { !configuration.exclude.contains($0) }) {
            configuration.prefixes.append("\(Self.module).\(spelling.library).")
        }
    }
}

/// The parts of a program, with what they are called and what they mention.
private struct Parts {
    struct Part {
        /// What it declares.
        var names: [String]
        var text: String
    }

    let source: ProgramSource
    let declarations: [Part]
    let extensions: [Part]
    /// The names of what is in the library.
    private(set) var moved: Set<String> = []
    private var mentions: [String: Set<String>] = [:]

    init(_ source: ProgramSource) {
        self.source = source
        declarations = source.declarations.map { Part(names: Self.declared($0), text: $0) }
        extensions = source.extensions.map { Part(names: Self.declared($0), text: $0) }
        var parts = source.protocols.map { Part(names: [$0.name], text: $0.refines.joined(separator: " ")) }
        parts += source.classes.map { Part(names: [$0.place], text: $0.lines(as: .program).joined(separator: "\n")) }
        parts += declarations + extensions.filter { !$0.names.isEmpty }
        let known = Set(parts.flatMap(\.names))
        for part in parts {
            let words = Set(Spelling.words(of: part.text)).intersection(known).union(part.names)
            for name in part.names { mentions[name, default: []].formUnion(words) }
        }
    }

    private static func declared(_ text: String) -> [String] {
        guard !text.hasPrefix("static func") else { return [] }
        // Traits that come with a protocol stand beside it.
        if text.contains("static var traits"), let match = text.firstMatch(of: #/^extension \w+\.(\w+)/#) {
            return [String(match.1)]
        }
        return text.split(separator: "\n").flatMap { line in
            line.matches(of: #/\b(?:class|typealias) (\w+)/#).map { String($0.1) }
        }
    }

    mutating func choose(share: Int, _ random: inout SplitMix) {
        let chosen = mentions.keys.sorted().filter { _ in random.chance(share) }
        moved = closure(Set(chosen))
    }

    /// All that some types mention, and what that mentions, and so on.
    private func closure(_ names: Set<String>) -> Set<String> {
        var (all, rest) = (names, Array(names))
        while let name = rest.popLast() {
            for next in mentions[name] ?? [] where all.insert(next).inserted { rest.append(next) }
        }
        return all
    }

    /// The types in the library, without what a protocol calls something.
    var movedTypes: Set<String> {
        let types = source.protocols.map(\.name) + source.classes.map(\.place) + declarations.flatMap(\.names)
        return moved.intersection(types)
    }

    func isMoved(_ names: [String]) -> Bool { names.contains { moved.contains($0) } }

    /// Whether an extension that declares nothing can stand in the library.
    private func fits(_ part: Part) -> Bool {
        let names = Spelling.words(of: part.text).filter { mentions[$0] != nil }
        return names.allSatisfy { moved.contains($0) }
    }

    // MARK: The text of both sides

    func program(_ spelling: Spelling) -> String {
        var rest = source
        rest.protocols.removeAll { moved.contains($0.name) }
        rest.classes.removeAll { moved.contains($0.place) }
        rest.declarations = declarations.filter { !isMoved($0.names) }.map(\.text)
        rest.extensions = extensions.filter { $0.names.isEmpty ? !fits($0) : !isMoved($0.names) }.map(\.text)
        // What the library does not know can only be added here.
        for item in source.classes where moved.contains(item.place) {
            let added = item.added.filter { !moved.contains($0) }
            guard !added.isEmpty else { continue }
            let names = added.map { "\(source.name).\($0)" }.joined(separator: ", ")
            rest.extensions.append("extension \(source.name).\(item.path): \(names) {}")
        }
        return spelling.inProgram(rest.text)
    }

    func library(_ spelling: Spelling, _ random: inout SplitMix) -> String {
        var part = source
        part.protocols.removeAll { !moved.contains($0.name) }
        part.classes.removeAll { !moved.contains($0.place) }
        for index in part.classes.indices { part.classes[index].added.removeAll { !moved.contains($0) } }
        part.declarations = declarations.filter { isMoved($0.names) }.map(\.text)
        part.extensions = extensions.filter { $0.names.isEmpty ? fits($0) : isMoved($0.names) }.map(\.text)
        // Whole declarations are all public, and so is what they mention.
        var named = Set(Spelling.words(of: program(spelling)))
        named.formUnion(declarations.flatMap(\.names) + extensions.flatMap { Spelling.words(of: $0.text) })
        named.formUnion(moved.sorted().filter { _ in random.chance(40) })
        let open = closure(moved.intersection(named))
        return spelling.inLibrary(part.text(as: .library(open: open)))
    }
}

/// How the types of a library are written.
struct Spelling {
    let program: String
    let moved: Set<String>

    /// The enum that the library's types stand in.
    var library: String { "L\(program.dropFirst())" }

    /// A configuration's name for a type.
    func path(_ name: String) -> String {
        let home = "\(AgreementProgram.module).\(program)."
        guard name.hasPrefix(home) else { return name }
        let rest = name.dropFirst(home.count)
        guard let first = rest.split(separator: ".").first, moved.contains(String(first)) else { return name }
        return "\(ProgramSpread.module).\(library).\(rest)"
    }

    func inProgram(_ text: String) -> String { respelt(text, bare: "\(library).") }

    func inLibrary(_ text: String) -> String {
        respelt(text, bare: "").replacing("enum \(program) {", with: "enum \(library) {")
    }

    /// The words of Swift that stand outside of literals.
    static func words(of text: String) -> [String] {
        pieces(of: text).filter { !$0.isLiteral }.flatMap { piece in
            piece.text.split { !$0.isWordPart }.map(String.init)
        }
    }

    private func respelt(_ text: String, bare: String) -> String {
        Self.pieces(of: text).map { piece in
            // A literal names a type in full, or none.
            if piece.isLiteral { return "\"\(path(String(piece.text.dropFirst().dropLast())))\"" }
            return piece.text.replacing(#/(\.?)(\w+)(?:\.(\w+))?/#) { match in
                let (dot, first, second) = (match.1, String(match.2), match.3.map(String.init))
                let rest = second.map { ".\($0)" } ?? ""
                if first == program, let second, moved.contains(second) { return "\(library)\(rest)" }
                return dot.isEmpty && moved.contains(first) ? "\(bare)\(first)\(rest)" : String(match.0)
            }
        }.joined()
    }

    private static func pieces(of text: String) -> [(text: String, isLiteral: Bool)] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map { offset, piece in
            offset.isMultiple(of: 2) ? (String(piece), false) : ("\"\(piece)\"", true)
        }
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
