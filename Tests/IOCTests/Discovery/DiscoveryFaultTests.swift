import Foundation
import IOC
import Testing

// Prefixes must match these and nothing else.
protocol NearMiss: Sendable {}
final class NearMissZebra: IOCComponent, NearMiss {}
final class NearMissApple: IOCComponent, NearMiss {}
final class NearMissMango: IOCComponent, NearMiss {}
final class NearMUser: IOCComponent, @unchecked Sendable { @Autowired var near: any NearMiss }

class NearRankMiddle: @unchecked Sendable { required init() {} }
final class NearRankAlpha: NearRankMiddle, @unchecked Sendable {}
final class NearRankZeta: NearRankMiddle, @unchecked Sendable {}
final class NearRankOutBeta: NearRankMiddle, IOCComponent, @unchecked Sendable {}
final class NearRankOutTau: NearRankMiddle, IOCComponent, @unchecked Sendable {}
final class NearRankOutOther: IOCComponent {}
final class NearRankShelf: Assembly {
    let two = Definition(.singleton) { (_: NearRankShelf) in NearRankZeta() }
    let one = Definition(.singleton) { (_: NearRankShelf) in NearRankAlpha() }
}
final class NearRankUser: IOCComponent, @unchecked Sendable { @Autowired var near: NearRankMiddle }

/// A protocol of the program with the name of one of the container's.
private protocol ConstructedComponent {}
struct FCNamesake: ConstructedComponent {}
struct FCValue {}
final class FCPart: @unchecked Sendable {}
final class FCShelf: Assembly {
    let part = Define(.singleton) { _ in FCPart() }.traits(.profile("never"))
}
final class FCOther: IOCComponent {}

@Suite("Discovery that fails")
struct DiscoveryFaultTests {
    static let faults: [(configuration: ContextConfiguration, codes: [IOCError.Code])] = [
        (.init(prefixes: []), [.configurationEmpty]),
        (.init(prefixes: ["Zzz", "DXPlain"]), [.prefixWithoutMatch, .prefixWithoutMatch]),
        (.init(classes: ["DXPlain", "DXGeneric"]), [.classDoesNotConform, .classIsGeneric]),
        (.init(classes: ["TwinOfTwo"]), [.classAmbiguous]),
        // Structures that aren't components.
        (.init(classes: ["FCNamesake"]), [.classUnknown]), (.init(classes: ["IOCTests.FCValue"]), [.classUnknown]),
    ]

    @Test("Prefixes without a match and names that mean no single component are faults", arguments: faults)
    func codes(configuration: ContextConfiguration, codes: [IOCError.Code]) throws {
        #expect(try bootError(configuration).faults.map(\.code) == codes)
    }

    @Test("An exclusion without a match is noticed at its place")
    func excludeWithoutMatch() throws {
        let inCode = try ApplicationContext(ContextConfiguration(prefixes: ["DXInternal"], exclude: ["Zzz"]))
        #expect(inCode.report.notices.map(\.code) == [.prefixWithoutMatch])
        let ofType = try ApplicationContext(
            ContextConfiguration(components: [DXInternal.self], prefixes: ["DXI"], exclude: [DXMain.self]))
        #expect(ofType.report.notices.map(\.location) == ["ContextConfiguration(exclude:) in code"])
    }

    @Test(
        "Only classes of the program are suggested for an unknown name",
        arguments: [
            ("FCOthr", "FCOther"), ("IOCTests.FCOthr", "FCOther"), ("DXIntenal", "DXInternal"),
        ])
    func suggestions(name: String, suggestion: String) throws {
        func suggested(_ name: String) throws -> String? {
            try bootError(ContextConfiguration(classes: [name])).faults[0].suggestion
        }
        #expect(try suggested(name)?.hasSuffix(suggestion) == true)
        #expect(try suggested("RequestScop") != "RequestScope" && suggested("JSONEncodr") != "JSONEncoder")
    }

    // MARK: Near misses

    private func misses(_ error: IOCError) -> [String] {
        let fault = error.faults.first { !$0.nearMisses.isEmpty }
        return fault?.nearMisses.map { $0.name.replacing("IOCTests.", with: "") } ?? []
    }

    private func misses<Wanted>(_ type: Wanted.Type, in context: ApplicationContext) throws -> [String] {
        misses(try #require(throws: IOCError.self) { try context.component(type) })
    }

    @Test(
        "A prefix without a match says what came near and what to do",
        arguments: [
            ("DXPlain", "put @Component on IOCTests.DXPlain"),
            ("Storehouse.", "add 'Storehouse' to the target's dependencies"),
        ])
    func prefixRemedies(prefix: String, remedy: String) throws {
        let error = try bootError(ContextConfiguration(prefixes: [prefix]))
        #expect(error.faults[0].nearMisses.count == 1 && error.description.contains(remedy), "\(error)")
    }

    @Test("Near misses of a prefix, a property and a lookup are sorted by name, and have the reason of an exclusion")
    func excluded() throws {
        let exclude = ["NearMissZ", "NearMissA", "NearMissM"]
        let names = ["NearMissApple", "NearMissMango", "NearMissZebra"]
        let ofPrefix = try bootError(ContextConfiguration(prefixes: ["NearMiss"], exclude: exclude))
        #expect(ofPrefix.faults.map(\.code) == [.prefixWithoutMatch])
        #expect(misses(ofPrefix) == names)
        #expect(ofPrefix.faults[0].nearMisses.map(\.reason) == ["A", "M", "Z"].map { "excluded by 'NearMiss\($0)'" })
        let ofProperty = try bootError(ContextConfiguration(prefixes: ["NearM"], exclude: exclude))
        #expect(misses(ofProperty) == names)
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["NearMiss"], exclude: ["NearMissZ"]))
        #expect(try misses(NearMissZebra.self, in: context) == ["NearMissZebra"])
    }

    @Test("Unlisted definitions come first, then the class itself, what was left out, and the rest, each by name")
    func ranks() throws {
        let error = try bootError(
            ContextConfiguration(
                prefixes: ["NearRankUser", "NearRankOut"], exclude: ["NearRankOutBeta", "NearRankOutTau"]))
        #expect(
            misses(error) == [
                "NearRankShelf.one", "NearRankShelf.two", "NearRankMiddle", "NearRankOutBeta", "NearRankOutTau",
                "NearRankAlpha", "NearRankZeta",
            ])
    }

    @Test("Classes of the toolchain and the container are no near misses, classes of the program are")
    func foreign() throws {
        let context = try boot(FCOther.self)
        #expect(try misses(JSONEncoder.self, in: context) == [])
        #expect(try misses(RequestScope.self, in: context) == [])
        #expect(try misses(FCPart.self, in: context) == ["FCShelf.part", "FCPart"])
    }

    @Test("A definition that a profile leaves out is reported with that reason, and not as one of an unlisted assembly")
    func listed() throws {
        let context = try ApplicationContext(
            ContextConfiguration(FCOther.self).with { $0.assemblies = [String(reflecting: FCShelf.self)] })
        let error = try #require(throws: IOCError.self) { try context.component(FCPart.self) }
        #expect(misses(error) == ["FCShelf.part", "FCPart"])
        #expect(error.faults[0].nearMisses[0].reason.contains("never"))
    }
}
