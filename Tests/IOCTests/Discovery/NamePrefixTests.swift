import Testing

@testable import IOC

#if !canImport(ObjectiveC)
@Suite("Names that nobody puts together")
struct NamePrefixTests {
    @Test("The bytes of a class's names rule no prefix out that one of them begins with, and nearly all others")
    func agreement() {
        let classes = ProgramRecords.current().classes
        var misses = 0
        var kept = 0
        for (known, other) in zip(classes, classes.dropFirst() + classes.prefix(1)) {
            let names = [known.qualifiedName, known.simpleName]
            for text in names + [other.qualifiedName, other.simpleName] {
                for length in Set([0, 1, 2, text.count / 2, text.count - 1, text.count]) {
                    for prefix in [String(text.prefix(length)), String(text.prefix(length)) + "~"] {
                        let mayMatch = known.mayMatch(prefix)
                        if names.contains(where: { $0.hasPrefix(prefix) }) {
                            #expect(mayMatch, "one of \(names) begins with \(prefix)")
                        } else {
                            misses += 1
                            kept += mayMatch ? 1 : 0
                        }
                    }
                }
            }
        }
        #expect(misses > 1_000)
        #expect(kept * 10 < misses)
    }

    @Test("Raw identifiers, letters beyond ASCII and nested classes are found by their prefixes", arguments: NPCase.all)
    func special(_ test: NPCase) throws {
        let matching = ProgramRecords.current().classes.filter { known in
            known.mayMatch(test.prefix)
                && [known.qualifiedName, known.simpleName].contains { $0.hasPrefix(test.prefix) }
        }
        #expect(matching.map(\.qualifiedName).contains(test.name))
    }

    #if !IOC_MIRROR_ONLY
    @Test("A class's description tells the properties that the runtime tells: names, places and types")
    func fields() {
        var count = 0
        for known in ProgramRecords.current().classes {
            guard let type = known.load(), let described = ClassFields.described(of: type) else { continue }
            var told: [(name: String, offset: Int, type: Any.Type)] = []
            ClassFields.forEach(of: type) { name, offset, type, _ in
                told.append((String(cString: name), offset, type))
            }
            #expect(described.map { String(cString: $0.name) } == told.map(\.name), "\(known.qualifiedName)")
            #expect(described.map(\.offset) == told.map(\.offset), "\(known.qualifiedName)")
            for (field, told) in zip(described, told) {
                // Where the runtime can't tell a type by itself, all are asked for together.
                guard let type = field.type else { continue }
                #expect(ObjectIdentifier(type) == ObjectIdentifier(told.type), "\(known.qualifiedName).\(told.name)")
                count += 1
            }
        }
        #expect(count > 100)
        #expect(ClassFields.described(of: NPBelow.self) == nil, "a superclass's properties come first")
    }
    #endif

    @Test("Definitions are found whatever stands beside them, and optional ones as such")
    func members() throws {
        let assembly = NPAssembly()
        #expect(AssemblyMembers(of: assembly).definitions.map(\.key) == ["first", "maybe", "second"])
        #expect(AssemblyMembers(of: assembly).collaborators.count == 1)
        #expect(try NPAssembly.activated().second().text == "7")
    }
}

struct NPCase: Sendable, CustomTestStringConvertible {
    let prefix: String
    let name: String
    var testDescription: String { prefix }

    static let all = [
        NPCase(prefix: "Inn", name: "IOCTests.NPOuter.Inner"),
        NPCase(prefix: "IOCTests.NPOuter.I", name: "IOCTests.NPOuter.Inner"),
        NPCase(prefix: "NPÄ", name: "IOCTests.NPÄther"), NPCase(prefix: "NPA\u{308}", name: "IOCTests.NPÄther"),
        NPCase(prefix: "NP raw", name: "IOCTests.NP raw name"),
    ]
}

enum NPOuter {
    final class Inner {}
}

final class NPÄther {}
final class `NP raw name` {}
class NPAbove { var above = 1 }
final class NPBelow: NPAbove { var below = 2 }

final class NPValue: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
}

final class NPOther: Assembly {
    let value = Define(.singleton) { _ in NPValue("other") }
}

final class NPAssembly: Assembly {
    let number = 7
    let second = Define(.singleton) { own in NPValue("\(own.number)") }
    let other = Collaborator(NPOther.self)
    let maybe: Define<NPValue>? = Define { _ in NPValue("maybe") }
    let first = Define(.singleton) { _ in NPValue("first") }
}
#endif
