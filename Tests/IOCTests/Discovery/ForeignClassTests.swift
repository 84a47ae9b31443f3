import Foundation
import IOC
import Testing

/// A protocol of the program with the name of one of the container's.
private protocol ConstructedComponent {}
struct FCNamesake: ConstructedComponent {}
struct FCValue {}
final class FCPart: @unchecked Sendable {}
final class FCShelf: Assembly {
    let part = Define(.singleton) { _ in FCPart() }.traits(.profile("never"))
}
final class FCOther: IOCComponent {}

@Suite("Classes of the toolchain, the container and the program in messages")
struct ForeignClassTests {
    private func misses<Wanted>(_ type: Wanted.Type, in context: ApplicationContext) throws -> [String] {
        try #require(throws: IOCError.self) { try context.component(type) }.faults[0].nearMisses.map(\.name)
    }

    @Test("Classes of the toolchain and the container are no near misses, classes of the program are")
    func nearMisses() throws {
        let context = try boot(FCOther.self)
        #expect(try misses(JSONEncoder.self, in: context) == [])
        #expect(try misses(RequestScope.self, in: context) == [])
        #expect(try misses(FCPart.self, in: context) == ["IOCTests.FCShelf.part", "IOCTests.FCPart"])
    }

    @Test("A definition that a profile leaves out is reported with that reason, and not as one of an unlisted assembly")
    func listed() throws {
        let context = try ApplicationContext(
            ContextConfiguration(FCOther.self).with { $0.assemblies = [String(reflecting: FCShelf.self)] })
        let error = try #require(throws: IOCError.self) { try context.component(FCPart.self) }
        #expect(error.faults[0].nearMisses.map(\.name) == ["IOCTests.FCShelf.part", "IOCTests.FCPart"])
        #expect("\(error)".contains("never") && !"\(error)".contains("which is not listed"), "\(error)")
    }

    @Test("Only classes of the program are suggested for an unknown name")
    func names() throws {
        func suggestion(_ name: String) throws -> String? {
            try bootError(ContextConfiguration(classes: [name])).faults[0].suggestion
        }
        #expect(try suggestion("FCOthr")?.contains("FCOther") == true)
        #expect(try suggestion("IOCTests.FCOthr")?.contains("FCOther") == true)
        #expect(try suggestion("RequestScop") != "RequestScope")
        #expect(try suggestion("JSONEncodr") != "JSONEncoder")
    }

    @Test("A structure that is no component is an unknown class", arguments: ["FCNamesake", "IOCTests.FCValue"])
    func structures(name: String) throws {
        let error = try bootError(ContextConfiguration(classes: [name]))
        #expect(error.faults.map(\.code) == [.classUnknown])
    }
}
