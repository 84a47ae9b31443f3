import IOC
import Testing

@Suite("Discovery that fails")
struct DiscoveryFaultTests {
    @Test("A prefix without a match is a fault that says what came near")
    func prefixWithoutMatch() throws {
        let error = try bootError(ContextConfiguration(prefixes: ["Zzz", "DXPlain"]))
        #expect(error.faults.map(\.code) == [.prefixWithoutMatch, .prefixWithoutMatch])
        #expect(error.description.contains("'Zzz'"))
        #expect(error.description.contains("IOCTests.DXPlain: does not conform to IOCComponent"))
    }

    @Test("A prefix that only classes without an annotation match advises to annotate one")
    func prefixOfPlainClasses() throws {
        let error = try bootError(ContextConfiguration(prefixes: ["DXPlain"]))
        #expect(error.description.contains("put @Component on IOCTests.DXPlain"), "\(error)")
    }

    @Test("A prefix of a module that the program doesn't link advises to link it")
    func prefixOfUnlinkedModule() throws {
        let error = try bootError(ContextConfiguration(prefixes: ["Storehouse."]))
        #expect(error.description.contains("near miss   Storehouse: the program has no such module"), "\(error)")
        #expect(error.description.contains("add 'Storehouse' to the target's dependencies"), "\(error)")
    }

    @Test("An exclusion without a match is noticed")
    func excludeWithoutMatch() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["DXInternal"], exclude: ["Zzz"]))
        #expect(context.report.notices.map(\.code) == [.prefixWithoutMatch])
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
