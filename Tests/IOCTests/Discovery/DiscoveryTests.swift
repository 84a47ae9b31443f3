import IOC
import Testing

final class `RAW shop`: IOCComponent {}
enum `raw room` { final class `RAW Inner`: IOCComponent {} }
protocol `raw need` {}
enum NPOuter { final class NPInner: IOCComponent {} }
final class NPÄther: IOCComponent {}
final class `NP raw name`: IOCComponent {}
class NPBox<Element>: IOCComponent, @unchecked Sendable {
    let label: String
    required init() { label = "made of \(Element.self)" }
}
final class NPBoxOfInt: NPBox<Int>, @unchecked Sendable {}

@Suite("Discovery of classes")
struct DiscoveryTests {
    private func names(_ configuration: ContextConfiguration) throws -> [String] {
        try ApplicationContext(configuration).graph.components.map(\.name)
    }

    private static let all = [
        "DXActor", "DXBase", "DXDerived", "DXIn", "DXInternal", "DXMain", "DXOfInt", "DXPrivate", "DXPublic",
        "DXSpace.DXInExtension", "DXSpace.DXNested",
    ]
    private static let raw = ["RAW shop", "raw room.RAW Inner"]

    /// Configurations with the classes of this module that they find.
    static let found: [(configuration: ContextConfiguration, names: [String])] = [
        (.init(prefixes: ["DX"]), all),
        (.init(prefixes: ["DXInternal"], classes: ["DXInternal"]), ["DXInternal"]),
        (.init(prefixes: ["IOCTests.DXSpace."]), ["DXSpace.DXInExtension", "DXSpace.DXNested"]),
        (
            .init(prefixes: ["DX"], exclude: ["DXP", "IOCTests.DXSpace"]),
            all.filter { !$0.hasPrefix("DXP") && !$0.hasPrefix("DXSpace") }
        ),
        (.init(prefixes: ["DX"], exclude: [DXMain.self]), all.filter { $0 != "DXMain" }),
        (.init(prefixes: ["DXIn"], exclude: [DXIn.self]), ["DXInternal", "DXSpace.DXInExtension"]),
        (.init(classes: ["DXInternal", "IOCTests.DXSpace.DXNested"]), ["DXInternal", "DXSpace.DXNested"]),
        (.init(classes: [_mangledTypeName(DXIn.self) ?? ""]), ["DXIn"]),
        // Nested classes, names beyond ASCII and raw identifiers.
        (.init(prefixes: ["NPInn"]), ["NPOuter.NPInner"]),
        (.init(prefixes: ["IOCTests.NPOuter.N"]), ["NPOuter.NPInner"]),
        (.init(prefixes: ["NPÄ"]), ["NPÄther"]), (.init(prefixes: ["NPA\u{308}"]), ["NPÄther"]),
        (.init(prefixes: ["NP raw"]), ["NP raw name"]), (.init(prefixes: ["RAW"]), raw),
        (.init(prefixes: ["IOCTests.raw room.", "RAW sh"]), raw),
        (.init(classes: ["RAW shop", "IOCTests.raw room.RAW Inner"]), raw),
    ]

    @Test("Prefixes and lists find public, internal, private, nested and derived classes and actors", arguments: found)
    func classes(configuration: ContextConfiguration, expected: [String]) throws {
        #expect(try names(configuration).sorted() == expected.map { "IOCTests.\($0)" }.sorted())
    }

    @Test("A class in a linked library that no source mentions is found")
    func linkedLibrary() throws {
        #expect(try names(ContextConfiguration(prefixes: ["LinkedOnly"])) == ["LinkedComponents.LinkedOnlyClock"])
    }

    @Test("A prefix finds the same classes whatever was asked for before, and how often")
    func manyPrefixes() throws {
        let names = ["NearMissApple", "NearMissMango", "NearMissZebra"]
        var random = SplitMix(seed: 20)
        for round in 0..<30 {
            // The shorter ones match all three.
            let prefixes = (0...random.number(0...2)).map { _ in
                String(random.pick(names).prefix(random.number(8...13)))
            }
            let found = try self.names(ContextConfiguration(prefixes: Set(prefixes).sorted()))
            let expected = names.filter { name in prefixes.contains(where: name.hasPrefix) }
            #expect(found == expected.map { "IOCTests.\($0)" }, "round \(round), \(prefixes)")
        }
    }

    @Test("An entry that names a class which nothing else asks for includes it, with what the entry says")
    func entryAlone() throws {
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["NearMissApple"]).with {
                $0.components = ["NearMissMango": .init(scope: .prototype)]
            })
        #expect(try context.component(NearMissMango.self) !== context.component(NearMissMango.self))
        #expect(context.graph.components.count == 2)
    }

    @Test("A component is found by its class's name at run time, and a raw identifier has no backticks")
    func byClassName() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX", "RAW"]))
        for name in ["DXInternal", "IOCTests.DXInternal"] {
            #expect(try context.component(ofClass: name) as AnyObject === context.component(DXInternal.self))
        }
        for name in ["IOCTests.DXSpace.DXNested", "DXSpace.DXNested", "DXNested"] {
            #expect(try context.component(ofClass: name) as AnyObject === context.component(DXSpace.DXNested.self))
        }
        let error = try #require(throws: IOCError.self) { try context.component(ofClass: "DXInternl") }
        #expect(error.faults[0].suggestion == "DXInternal")
        #expect(try context.component(named: "RAW shop", as: `RAW shop`.self) === context.component(`RAW shop`.self))
        let raw = try #require(throws: IOCError.self) { try context.component((any `raw need`).self) }
        #expect(raw.faults[0].wanted == "any IOCTests.raw need")
    }

    @Test("Generic classes are noticed, and the context of a private class is never shown")
    func notices() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX"]))
        #expect(context.report.notices.map(\.code) == [.classIsGeneric])
        #expect(context.report.notices.first?.headline.contains("IOCTests.DXGeneric") == true)
        #expect(!"\(context.graph.tree)\(context.report)".contains("unknown context"))
    }

    @Test("A class that inherits from a generic component is created by its own initializer")
    func genericSuperclass() throws {
        #expect(try boot(NPBoxOfInt.self).component(NPBoxOfInt.self).label == "made of Int")
    }
}
