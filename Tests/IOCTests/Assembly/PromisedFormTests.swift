import IOC
import Testing

@Suite("Definitions that promise lists, maps and providers")
struct PromisedFormTests {
    protocol Plugin: AnyObject, Sendable {}
    final class One: Plugin {}
    @Component final class Collecting {
        let plugins: [any Plugin]
        let ones: [String: One]
        let provider: Provider<One>?
    }
    final class Listing: Assembly {
        let asking: Define<Collecting> = Define(.lazySingleton)
        let one: Define<any Plugin> = Define(.singleton) { _ in One() }
        let list: Define<[any Plugin]> = Define(.singleton) { _ in [One()] }
    }
    final class Mapping: Assembly {
        let asking: Define<Collecting> = Define(.lazySingleton)
        let map: Define<[String: One]> = Define(.singleton) { _ in ["one": One()] }
        let maybe: Define<[One]?> = Define(.singleton) { _ in [One()] }
    }
    final class Providing: Assembly {
        let asking: Define<Collecting> = Define(.lazySingleton)
        let one = Define(.singleton) { _ in One() }
        let provider: Define<Provider<One>> = Define(.singleton) { _ in throw CancellationError() }
    }
    final class Values: Assembly {
        let numbers = Define(.singleton) { _ in [1, 2] }
        let rates: Define<[String: Double]> = Define(.singleton) { _ in ["a": 1.5] }
        let plugins: Define<[any Plugin], Int> = Define(.prototype) { _, count in (0..<count).map { _ in One() } }
        let one: Define<One?> = Define(.singleton) { _ in One() }
        let ones = Define(.prototype) { _ in [One(), One()] }
    }

    @Test("A definition of a list that a component asks for is a fault that asks for one definition for each element")
    func list() throws {
        let error = try #require(throws: IOCError.self) { try Listing.activated() }
        #expect(error.faults.map(\.code) == [.shapeMeaningless])
        let text = "\(error)"
        #expect(text.contains("Listing.list promises Swift.Array<IOCTests."))
        #expect(text.contains("PromisedFormTests.swift:"))
        #expect(text.contains("write one definition for each element, which promises any "))
    }

    @Test("A definition of a map or an optional list of components is a fault, too")
    func map() throws {
        let error = try #require(throws: IOCError.self) { try Mapping.activated() }
        #expect(error.faults.map(\.code) == [.shapeMeaningless, .shapeMeaningless])
    }

    @Test("A definition of a provider is a fault that asks for a definition of the component")
    func provider() throws {
        let error = try #require(throws: IOCError.self) { try Providing.activated() }
        #expect(error.faults.map(\.code) == [.shapeMeaningless])
        #expect("\(error)".contains("write a definition that promises IOCTests.PromisedFormTests.One"))
    }

    @Test("Lists of values, lists that are made from arguments, and lists that are only called are no fault")
    func values() throws {
        let values = try Values.activated()
        #expect(try values.numbers() == [1, 2])
        #expect(try values.rates() == ["a": 1.5])
        #expect(try values.plugins(3).count == 3)
        #expect(try values.one() != nil)
        #expect(try values.ones().count == 2)
    }
}
