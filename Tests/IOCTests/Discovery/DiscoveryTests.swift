public import IOC
import Testing

// Classes of one prefix that nothing else in the suite matches.
final class DXInternal: IOCComponent {}
final class DXIn: IOCComponent {}
/// A public component.
public final class DXPublic: IOCComponent {
    /// Made by the container.
    public init() {}
}
private final class DXPrivate: IOCComponent {}
class DXBase: IOCComponent, @unchecked Sendable { required init() {} }
final class DXDerived: DXBase, @unchecked Sendable {}
actor DXActor: IOCComponent {}
@MainActor final class DXMain: IOCComponent { nonisolated init() {} }
enum DXSpace {
    final class DXNested: IOCComponent {}
}
extension DXSpace {
    final class DXInExtension: IOCComponent {}
}
class DXGeneric<Element>: IOCComponent, @unchecked Sendable { required init() {} }
final class DXOfInt: DXGeneric<Int>, @unchecked Sendable {}
final class DXPlain {}

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

    @Test("A prefix of qualified names finds what stands below it")
    func qualifiedPrefix() throws {
        #expect(
            try names(ContextConfiguration(prefixes: ["IOCTests.DXSpace."])) == [
                "IOCTests.DXSpace.DXInExtension", "IOCTests.DXSpace.DXNested",
            ])
    }

    @Test("What is excluded is left out, and a missing dependency names it as a near miss")
    func exclude() throws {
        let found = try names(ContextConfiguration(prefixes: ["DX"], exclude: ["DXP", "IOCTests.DXSpace"]))
        #expect(!found.contains { $0.contains("DXP") || $0.contains("DXSpace") })
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX"], exclude: ["DXPublic"]))
        let error = try #require(throws: IOCError.self) { try context.component(DXPublic.self) }
        #expect(error.description.contains("near miss"))
        #expect(error.description.contains("excluded by 'DXPublic'"))
    }

    @Test("Generic classes and classes that are no components are noticed, with the reason")
    func notices() throws {
        let notices = try ApplicationContext(ContextConfiguration(prefixes: ["DX"])).report.notices
        #expect(notices.map(\.code) == [.classDoesNotConform, .classIsGeneric])
        #expect(notices[0].description.contains("IOCTests.DXPlain"))
        #expect(notices[1].description.contains("IOCTests.DXGeneric"))
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
        #expect(vain.report.notices.map(\.code) == [.excludeWithoutMatch])
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
        let component = try context.component(ofClass: "DXInternal")
        #expect(component is DXInternal)
        #expect(try context.component(ofClass: "IOCTests.DXInternal") === component)
        let nested = try context.component(ofClass: "IOCTests.DXSpace.DXNested")
        for name in ["DXSpace.DXNested", "DXNested"] { #expect(try context.component(ofClass: name) === nested) }
        let error = try #require(throws: IOCError.self) { try context.component(ofClass: "DXInternl") }
        #expect(error.faults[0].suggestion == "DXInternal")
    }

    @Test("What a private class stands in is never shown")
    func noUnknownContext() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DX"]))
        #expect(!context.graph.tree.contains("unknown context"))
        #expect(!"\(context.report)".contains("unknown context"))
    }
}

@Suite("Discovery that fails")
struct DiscoveryFaultTests {
    @Test("A prefix without a match is a fault that says what came near")
    func prefixWithoutMatch() throws {
        let error = try bootError(ContextConfiguration(prefixes: ["Zzz", "DXPlain"]))
        #expect(error.faults.map(\.code) == [.prefixWithoutMatch, .prefixWithoutMatch])
        #expect(error.description.contains("'Zzz'"))
        #expect(error.description.contains("IOCTests.DXPlain: does not conform to IOCComponent"))
    }

    @Test("An exclusion without a match is noticed")
    func excludeWithoutMatch() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DXInternal"], exclude: ["Zzz"]))
        #expect(context.report.notices.map(\.code) == [.excludeWithoutMatch])
    }

    @Test("An unknown class is a fault with a suggestion")
    func unknownClass() throws {
        let error = try bootError(ContextConfiguration(classes: ["DXIntenal"]))
        #expect(error.code == .classUnknown)
        #expect(error.faults[0].suggestion?.contains("DXInternal") == true)
    }

    @Test("A listed class that is no component or is generic is a fault")
    func notLoadable() throws {
        let error = try bootError(ContextConfiguration(classes: ["DXPlain", "DXGeneric"]))
        #expect(error.faults.map(\.code) == [.classDoesNotConform, .classIsGeneric])
    }

    @Test("A simple name that several classes have is a fault that lists them")
    func ambiguousClass() throws {
        let error = try bootError(ContextConfiguration(classes: ["TwinOfTwo"]))
        #expect(error.code == .classAmbiguous)
        #expect(error.description.contains("IOCTests.DXLeft.TwinOfTwo, IOCTests.DXRight.TwinOfTwo"))
    }

    @Test("A configuration that declares nothing is a fault")
    func nothing() throws {
        #expect(try bootError(ContextConfiguration(prefixes: [])).code == .configurationEmpty)
    }
}

enum DXLeft {
    class TwinOfTwo {}
}
enum DXRight {
    class TwinOfTwo {}
}
