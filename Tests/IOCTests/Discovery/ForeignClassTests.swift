import Foundation
import IOCConfiguration
import IOCModel
import Testing

@testable import IOC

/// A protocol of one's own that is called as one of the container's.
private protocol ConstructedComponent {}
struct FCNamesake: ConstructedComponent {}
final class FCPart: @unchecked Sendable {}
final class FCShelf: Assembly {
    let part = Define(.singleton) { _ in FCPart() }.traits(.profile("never"))
}
final class FCOther: IOCComponent {}

/// Classes that nobody can have meant, and those that one has.
@Suite("Classes that are not the program's own")
struct ForeignClassTests {
    private func misses<Wanted>(_ type: Wanted.Type, in context: ApplicationContext) throws -> [String] {
        try #require(throws: IOCError.self) { try context.component(type) }.faults[0].nearMisses.map(\.name)
    }

    @Test("The container's and the toolchain's classes are no near misses, one's own are")
    func nearMisses() throws {
        let context = try boot(FCOther.self)
        #expect(try misses(ContextCore.self, in: context) == [])
        #expect(try misses(PropertyStore.self, in: context) == [])
        #expect(try misses(JSONEncoder.self, in: context) == [])
        #expect(try misses((any TypeFacts).self, in: context) == [])
        #if IOC_MIRROR_ONLY
        #expect(try misses(FCPart.self, in: context) == ["IOCTests.FCPart"])
        #else
        #expect(try misses(FCPart.self, in: context) == ["IOCTests.FCShelf.part", "IOCTests.FCPart"])
        #endif
    }

    @Test("A definition that a profile leaves out is none of an assembly that is not listed")
    func listed() throws {
        let context = try ApplicationContext(
            ContextConfiguration(FCOther.self).with { $0.assemblies = [String(reflecting: FCShelf.self)] })
        #expect(try misses(FCPart.self, in: context) == ["IOCTests.FCPart"])
    }

    @Test("Names of the program's own classes are suggested, qualified and simple")
    func names() {
        let names = Set(ProgramCatalogue().classNames)
        #expect(names.isSuperset(of: ["FCOther", "IOCTests.FCOther", "FCPart"]))
        #expect(
            names.isDisjoint(with: [
                "ContextCore", "IOC.ContextCore", "PropertyStore", "IOCConfiguration.PropertyStore", "JSONEncoder",
            ]))
        let components = Set(ProgramCatalogue().componentNames)
        #expect(components.contains("IOCTests.FCOther") && !components.contains("IOCTests.FCPart"))
    }

    @Test("A structure whose protocol is only called as the container's is no component")
    func namesake() throws {
        let error = try bootError(ContextConfiguration(classes: ["FCNamesake"]))
        #expect(error.faults.map(\.code) == [.classUnknown])
    }

    @Test("A structure that is no component is no class")
    func structure() throws {
        let error = try bootError(ContextConfiguration(classes: ["IOCTests.TFValue"]))
        #expect(error.faults.map(\.code) == [.classUnknown])
    }
}
