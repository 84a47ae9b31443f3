import IOC
import Testing

@Suite("Discovery of classes")
struct DiscoveryTests {
    func names(_ configuration: ContextConfiguration) throws -> [String] {
        try ApplicationContext(configuration).graph.components.map(\.name)
    }

    @Test(
        "A prefix of simple names finds public, internal, private, nested and derived classes, actors and main-actor classes"
    )
    func simplePrefix() throws {
        #expect(
            try names(ContextConfiguration(prefixes: ["DX"])) == [
                "IOCTests.DXActor", "IOCTests.DXBase", "IOCTests.DXDerived", "IOCTests.DXIn", "IOCTests.DXInternal",
                "IOCTests.DXMain",
                "IOCTests.DXOfInt", "IOCTests.DXPrivate", "IOCTests.DXPublic", "IOCTests.DXSpace.DXInExtension",
                "IOCTests.DXSpace.DXNested",
            ])
    }

    @Test("A prefix of qualified names finds the classes with that prefix")
    func qualifiedPrefix() throws {
        #expect(
            try names(ContextConfiguration(prefixes: ["IOCTests.DXSpace."])) == [
                "IOCTests.DXSpace.DXInExtension", "IOCTests.DXSpace.DXNested",
            ])
    }

    @Test("An excluded class is left out, and is a near miss of a missing dependency")
    func exclude() throws {
        let found = try names(ContextConfiguration(prefixes: ["DX"], exclude: ["DXP", "IOCTests.DXSpace"]))
        #expect(!found.contains { $0.contains("DXP") || $0.contains("DXSpace") })
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX"], exclude: ["DXPublic"]))
        let error = try #require(throws: IOCError.self) { try context.component(DXPublic.self) }
        #expect(error.description.contains("near miss"))
        #expect(error.description.contains("excluded by 'DXPublic'"))
    }

    @Test("Generic classes are noticed, and classes that nothing asks for are not")
    func notices() throws {
        let notices = try ApplicationContext(ContextConfiguration(prefixes: ["DX"])).report.notices
        #expect(notices.map(\.code) == [.classIsGeneric])
        #expect(notices.first?.description.contains("IOCTests.DXGeneric") == true)
    }

    @Test("A class with a raw identifier is found and reported by its name without backticks")
    func rawIdentifiers() throws {
        let all = ["IOCTests.raw room.RAW Inner", "IOCTests.RAW shop"]
        for prefixes in [["RAW"], ["IOCTests.raw room.", "RAW sh"]] {
            #expect(try names(ContextConfiguration(prefixes: prefixes)) == all.sorted())
        }
        #expect(try names(ContextConfiguration(classes: ["RAW shop", "IOCTests.raw room.RAW Inner"])) == all.sorted())
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["RAW"]))
        #expect(try context.component(named: "RAW shop", as: `RAW shop`.self) === context.component(`RAW shop`.self))
        let error = try #require(throws: IOCError.self) { try context.component((any `raw need`).self) }
        #expect(error.description.contains("any IOCTests.raw need"))
    }

    @Test("A list names classes by qualified or by simple name")
    func classList() throws {
        #expect(
            try names(ContextConfiguration(classes: ["DXInternal", "IOCTests.DXSpace.DXNested"])) == [
                "IOCTests.DXInternal", "IOCTests.DXSpace.DXNested",
            ])
    }

    @Test("A type that is excluded is out, and nothing else that begins with its name")
    func excludedTypes() throws {
        let all = try names(ContextConfiguration(prefixes: ["DX"]))
        #expect(
            try names(ContextConfiguration(prefixes: ["DX"], exclude: [DXMain.self]))
                == all.filter { $0 != "IOCTests.DXMain" })
        #expect(
            try names(ContextConfiguration(prefixes: ["DXIn"], exclude: [DXIn.self]))
                == all.filter { $0.contains("DXIn") && $0 != "IOCTests.DXIn" })
        let vain = try ApplicationContext(
            ContextConfiguration(components: [DXInternal.self], prefixes: ["DXI"], exclude: [DXMain.self]))
        #expect(vain.report.notices.map(\.code) == [.prefixWithoutMatch])
        #expect(vain.report.notices.first?.location == "ContextConfiguration(exclude:) in code")
    }

    @Test("A class in a linked library that no source mentions is found")
    func linkedLibrary() throws {
        #expect(
            try names(ContextConfiguration(prefixes: ["LinkedOnly"])) == ["LinkedComponents.LinkedOnlyClock"])
    }

    @Test("A class that a prefix and the list both name is there once")
    func once() throws {
        #expect(try names(ContextConfiguration(prefixes: ["DXInternal"], classes: ["DXInternal"])).count == 1)
    }

    @Test("A component is found by its class's name at run time")
    func byClassName() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX"]))
        let component = try context.component(ofClass: "DXInternal") as AnyObject
        #expect(component is DXInternal)
        #expect(try context.component(ofClass: "IOCTests.DXInternal") as AnyObject === component)
        let nested = try context.component(ofClass: "IOCTests.DXSpace.DXNested") as AnyObject
        for name in ["DXSpace.DXNested", "DXNested"] {
            #expect(try context.component(ofClass: name) as AnyObject === nested)
        }
        let error = try #require(throws: IOCError.self) { try context.component(ofClass: "DXInternl") }
        #expect(error.faults[0].suggestion == "DXInternal")
    }

    @Test("The context of a private class is never shown")
    func noUnknownContext() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX"]))
        #expect(!context.graph.tree.contains("unknown context"))
        #expect(!"\(context.report)".contains("unknown context"))
    }

    @Test("A class may be listed by its mangled name")
    func mangled() throws {
        let name = try #require(_mangledTypeName(DXIn.self))
        let context = try ApplicationContext(ContextConfiguration(classes: [name]))
        _ = try context.component(DXIn.self)
        #expect(context.graph.components.count == 1)
    }

    @Test("Prefixes match nested classes, names beyond ASCII and raw identifiers", arguments: PrefixCase.all)
    func specialNames(_ test: PrefixCase) throws {
        #expect(try names(ContextConfiguration(prefixes: [test.prefix])).contains(test.name))
    }

    @Test("A class that inherits from a generic component is created by its own initializer")
    func genericSuperclass() throws {
        let component = try boot(NPBoxOfInt.self).component(NPBoxOfInt.self)
        #expect(component.label == "made of Int")
    }
}

final class `RAW shop`: IOCComponent {}
enum `raw room` { final class `RAW Inner`: IOCComponent {} }
protocol `raw need` {}

/// A prefix and the name of a class that it matches.
struct PrefixCase: Sendable, CustomTestStringConvertible {
    let prefix: String
    let name: String
    var testDescription: String { prefix }

    static let all = [
        PrefixCase(prefix: "NPInn", name: "IOCTests.NPOuter.NPInner"),
        PrefixCase(prefix: "IOCTests.NPOuter.N", name: "IOCTests.NPOuter.NPInner"),
        PrefixCase(prefix: "NPÄ", name: "IOCTests.NPÄther"),
        PrefixCase(prefix: "NPA\u{308}", name: "IOCTests.NPÄther"),
        PrefixCase(prefix: "NP raw", name: "IOCTests.NP raw name"),
    ]
}

enum NPOuter {
    final class NPInner: IOCComponent {}
}
final class NPÄther: IOCComponent {}
final class `NP raw name`: IOCComponent {}

class NPBox<Element>: IOCComponent, @unchecked Sendable {
    let label: String
    required init() { label = "made of \(Element.self)" }
}
final class NPBoxOfInt: NPBox<Int>, @unchecked Sendable {}
