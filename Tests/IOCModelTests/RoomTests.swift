import Foundation
import Testing

@Suite("The rooms")
struct RoomTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    private static let page = sources.appending(path: "IOC/IOC.docc/Contributing.md")
    /// The modules that have rooms, each with the page that lists them.
    private static let pages = [
        "IOC": page, "IOCRouting": sources.appending(path: "IOCRouting/IOCRouting.docc/TheHouse.md"),
    ]

    @Test("No room of the container or of routing names a type of one above it", arguments: pages)
    func arrows(module: String, page: URL) throws {
        let house = try House(of: Self.sources.appending(path: module), rooms: Self.rooms(on: page))
        #expect(house.files.count > 100)
        #expect(house.upward == [])
    }

    @Test("Nor does one of the modules that a sentence gives their rooms", arguments: try Self.listed())
    func otherArrows(module: String, rooms: [String]) throws {
        #expect(Set(rooms) == (try Self.folders(of: module)))
        let house = try House(of: Self.sources.appending(path: module), rooms: rooms)
        #expect(house.files.count > 5)
        #expect(house.upward == [])
    }

    /// The mentions of higher rooms inside `Container` that are left; one that is gone has to leave the list too.
    private static let knots: Set = [
        "Lookup/InjectionBinding+Ownership.swift names ContextCore of .",
        "Lookup/InjectionForms.swift names ApplicationContext of .",
        "Lookup/Lookup.swift names ContextCore of .",
        "Construction/Maker.swift names ApplicationContext of .",
        "Construction/Maker.swift names ContextCore of .",
        "Running/ContextRun.swift names ApplicationContext of .",
        "Running/ReloadChain.swift names ApplicationContext of .",
        "Binding/AnyInjectionCell.swift names InjectionForms of Lookup",
        "Binding/InjectionBinding.swift names ContextCore of .",
        "Binding/InjectionBinding.swift names RegisteredDefinition of Registry",
        "Binding/OwnBinding.swift names ContextCore of .",
        "Binding/OwnBinding.swift names RegisteredDefinition of Registry",
        "Binding/WrappedFields.swift names InjectionForms of Lookup",
        "Scopes/KeptInstances.swift names ContextCore of .",
        "Scopes/KeptInstances.swift names RegisteredDefinition of Registry",
        "Scopes/ScopeActivation.swift names ConstructionFrame of Construction",
        "Scopes/ScopeActivation.swift names ContextCore of .",
        "Scopes/ScopeActivation.swift names RegisteredDefinition of Registry",
    ]

    @Test("Nor does a room inside the container, but for what is left of the old knot")
    func containerArrows() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.firstRange(of: "stand in this order: ")).upperBound
        let sentence = text[start...].prefix { $0 != "." }
        let rooms = sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        #expect(Set(rooms) == (try Self.folders(of: "IOC/Container")))
        let house = try House(of: Self.sources.appending(path: "IOC/Container"), rooms: rooms)
        #expect(house.files.count > 60)
        #expect(Set(house.upward) == Self.knots)
    }

    @Test("Every row of what can be added names files that are there, each with the place for it")
    func additions() throws {
        let rows = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
            .drop { !$0.hasPrefix("| To add |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.count >= 7)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let files = cells[1].split(separator: "`").filter { $0.hasSuffix(".swift") }
            #expect((1...3).contains(files.count), "\(cells[0])")
            for file in files {
                let text = try String(contentsOf: Self.sources.appending(path: String(file)), encoding: .utf8)
                #expect(text.contains("// To add \(cells[0]): "), "\(file) does not tell where to add \(cells[0])")
            }
        }
    }

    /// Private words that have given way to terms of the glossary.
    private static let formerWords: Set = [
        "Told", "firstTold", "isTold", "isLearned", "takeRoom", "roomUse", "ValueRoom", "lineage", "isHolders",
        "barren",
        "meetings", "Standing", "RememberedClass", "PassedOver", "passedOver", "Successor", "Weaver", "EdgeTable",
        "unretainedGroup", "LastDefinitions",
    ]

    @Test("The glossary has at most 40 terms, and no source uses a word that one of them has replaced")
    func words() throws {
        let terms = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
            .drop { !$0.hasPrefix("| Term |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect((30...40).contains(terms.count))
        var found: [String] = []
        for file in try Self.swiftFiles() {
            let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
            let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            found += words.intersection(Self.formerWords).sorted().map { "\(file) says \($0)" }
        }
        #expect(found == [])
    }

    @Test("No comment begins with a pronoun or a riddle")
    func firstWords() throws {
        let riddles: Set<Substring> = [
            "What", "Whether", "Who", "Whoever", "Whose", "Whom", "Those", "How", "Why", "Which",
        ]
        let item = #/- (?:Returns|Throws|Parameter \w+|\w+): /#
        var found: [String] = []
        for file in try Self.swiftFiles() {
            let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
            var isInside = false
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let line = line.drop(while: \.isWhitespace)
                guard line.hasPrefix("//") else {
                    isInside = false
                    continue
                }
                let comment = line.drop { $0 == "/" }.drop(while: \.isWhitespace)
                let entry = comment.prefixMatch(of: item)?.range.upperBound
                let first = comment[(entry ?? comment.startIndex)...].prefix { $0.isLetter }
                if !isInside || entry != nil, riddles.contains(first) {
                    found.append("\(file):\(number + 1) begins with \(first)")
                }
                isInside = !comment.isEmpty
            }
        }
        #expect(found == [])
    }

    @Test("Every lock of the libraries is one whose order the thread sanitizer sees, as users run it too")
    func locks() throws {
        let plain = try Self.swiftFiles().filter { file in
            if ["Examples/", "Benchmarks/"].contains(where: file.hasPrefix) { return false }
            return try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8).contains(#/Mutex[<(]/#)
        }
        #expect(plain == ["IOCBase/Guarded.swift"])
    }

    private static func swiftFiles() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
    }

    @Test("Every room has its sentence, and every sentence its room", arguments: pages)
    func sentences(module: String, page: URL) throws {
        #expect(try Self.folders(of: module) == Set(try Self.rooms(on: page)))
    }

    @Test("A room that names what is above it is found")
    func upward() {
        let files: [House.File] = [
            .init(room: "Above", name: "Roof.swift", text: "public final class Roof {}\nstruct Loft<Cellar> {}"),
            .init(
                room: "Below", name: "Cellar.swift",
                text: """
                    /// Not a mention: Roof.
                    struct Cellar {
                        let text = "Roof", door: Door<Loft>
                        func open<Roof>(_ roof: Roof) {}
                    }
                    public macro Built<Roof>(by roof: Roof) = #externalMacro(module: "Masons", type: "Built")
                    """),
            .init(room: "Below", name: "Door.swift", text: "struct Door { var above: Roof? }"),
        ]
        #expect(
            House(files: files, rooms: ["Above", "Below"]).upward == [
                "Below/Cellar.swift names Loft of Above", "Below/Door.swift names Roof of Above",
            ])
    }

    @Test("The walks name files that are there, and none leads back up")
    func walks() throws {
        let walks = try Self.walks()
        #expect(walks.map(\.count).count == 3)
        let order = try Self.rooms().map { "IOC/\($0)" } + ["IOCPlan", "IOCConfiguration", "IOCModel"]
        for walk in walks {
            for file in walk {
                #expect(FileManager.default.fileExists(atPath: Self.sources.appending(path: file).path), "\(file)")
            }
            let floors = try walk.map { file in
                try #require(order.firstIndex { file.hasPrefix("\($0)/") }, "\(file) is in no room")
            }
            #expect(floors == floors.sorted())
        }
        #expect(zip(walks.map(\.count), [20, 8, 6]).allSatisfy { $0 <= $1 })
    }

    /// The folders of a module in which Swift stands.
    private static func folders(of module: String) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.appending(path: module).path)
        let files = paths.filter { $0.hasSuffix(".swift") && $0.contains("/") }
        return Set(files.compactMap { $0.split(separator: "/").first.map(String.init) })
    }

    /// The rooms from the top down, as a page lists them.
    private static func rooms(on page: URL = page) throws -> [String] {
        try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("- **"), let end = line.range(of: "**: ") else { return nil }
            return String(line[line.index(line.startIndex, offsetBy: 4)..<end.lowerBound])
        }
    }

    /// The modules of which the page has the rooms from the top down in a sentence.
    private static func listed() throws -> [(module: String, rooms: [String])] {
        let text = try String(contentsOf: page, encoding: .utf8).replacing("\n", with: " ")
        let start = try #require(text.firstRange(of: "from the top down: ")).upperBound
        let end = try #require(text[start...].firstRange(of: ". ")).lowerBound
        return text[start..<end].split(separator: ";").map { part in
            let names = part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
            return (names[0], Array(names.dropFirst()))
        }
    }

    /// The files of each walk: the numbered lines below a heading that says so.
    private static func walks() throws -> [[String]] {
        var walks: [[String]] = []
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("### Walk: ") { walks.append([]) }
            guard !walks.isEmpty, line.first?.isNumber == true else { continue }
            walks[walks.count - 1] += line.split(separator: "`").filter { $0.hasSuffix(".swift") }.map(String.init)
        }
        return walks
    }
}

/// The files of a module, by room, with the types that they declare and name.
private struct House {
    struct File {
        let room: String
        let name: String
        /// The types that it declares for others.
        let declared: Set<String>
        /// The words that may name types, without the names of its own type parameters.
        let named: Set<String>

        /// - Parameter text: Swift; what stands in comments and literals is left out.
        init(room: String, name: String, text: String) {
            self.room = room
            self.name = name
            let lines = Self.code(of: text)
            declared = Set(
                lines.filter { $0.first?.isWhitespace == false && !$0.contains("import ") }
                    .compactMap { $0.firstMatch(of: #/^[^{(:]*?\b(?:class|struct|enum|protocol|actor)\s+(\w+)/#) }
                    .map { String($0.1) })
            let words = lines.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }
            let parameters = lines.filter { $0.contains("<") }.flatMap { line in
                line.matches(of: #/(?:\b(?:struct|class|enum|func|macro)\s+\w+|\binit)<([^>]*)>/#).flatMap { match in
                    match.1.split(separator: ",").compactMap { parameter in
                        parameter.split { !($0.isLetter || $0.isNumber) }.first { $0 != "each" }
                    }
                }
            }
            named = Set(words.filter { $0.first?.isUppercase == true }.map(String.init))
                .subtracting(parameters.map(String.init))
        }

        private static func code(of text: String) -> [Substring] {
            var isInLiteral = false
            return text.split(separator: "\n").compactMap { line in
                if line.contains("\"\"\"") { isInLiteral.toggle() }
                if isInLiteral { return nil }
                let code = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
                return code[..<(code.range(of: "//")?.lowerBound ?? code.endIndex)]
            }
        }
    }

    let files: [File]
    /// From the top down.
    let rooms: [String]

    init(files: [File], rooms: [String]) {
        self.files = files
        self.rooms = rooms
    }

    init(of module: URL, rooms: [String]) throws {
        // What stands in no room is above them all.
        self.rooms = ["."] + rooms
        files = try self.rooms.flatMap { room in
            let folder = module.appending(path: room)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            return try paths.filter { $0.hasSuffix(".swift") && (room != "." || !$0.contains("/")) }.map { path in
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                return File(room: room, name: path, text: text)
            }
        }
    }

    /// The mentions of types that a room above declares.
    var upward: [String] {
        let floors = Dictionary(uniqueKeysWithValues: zip(rooms, rooms.indices))
        let homes = Dictionary(
            files.flatMap { file in file.declared.map { ($0, file.room) } }, uniquingKeysWith: { first, _ in first })
        return files.flatMap { file in
            file.named.sorted().compactMap { name in
                guard let home = homes[name], let above = floors[home], let floor = floors[file.room], above < floor
                else { return nil }
                return "\(file.room)/\(file.name) names \(name) of \(home)"
            }
        }
    }
}
