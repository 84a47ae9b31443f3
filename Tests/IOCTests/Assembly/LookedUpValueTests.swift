import IOC
import Testing

@Suite("Values of every size")
struct PublishedValueTests {
    protocol Named: Sendable { var name: String { get } }
    protocol Counted: AnyObject, Sendable { var count: Int { get } }
    final class Witness: Sendable {}
    final class Counter: Counted {
        let count = 3
    }
    struct Tag: Named { let name = "a name that is too long to stand in a string itself" }
    struct Wide: Equatable {
        var one = 1
        var two = 2
        var three = 3
        var four = 4
    }
    enum Nothing: Equatable { case nothing }

    /// A definition of each size and alignment that a value can have.
    final class Values: Assembly {
        let witness = Define(.singleton) { _ in Witness() }
        let counted = Define<any Counted>(.singleton) { _ in Counter() }
        let named = Define<any Named>(.singleton) { _ in Tag() }
        let nothing = Define(.singleton) { _ in Nothing.nothing }
        let byte = Define(.singleton) { _ in UInt8(7) }
        let number = Define(.singleton) { _ in 42 }
        let text = Define(.singleton) { _ in "a text that is too long to stand in a string itself" }
        let wide = Define(.singleton) { _ in Wide() }
        let pair = Define(.singleton) { _ in SIMD2<Double>(1, 2) }
        let quad = Define(.singleton) { _ in SIMD4<Double>(1, 2, 3, 4) }
        let list = Define(.singleton) { _ in ContiguousArray([1, 2, 3]) }
    }

    @Test("A value of any size and alignment is the same at each lookup, and goes with its context")
    func values() throws {
        weak var witness: Witness?
        weak var counter: (any Counted)?
        do {
            let assembly = try Values.activated()
            let context = try assembly.context
            for _ in 1...3 {
                let (oneWitness, oneCounter) = try (
                    context.component(Witness.self), context.component((any Counted).self)
                )
                #expect(witness == nil || witness === oneWitness)
                #expect(counter == nil || counter === oneCounter)
                (witness, counter) = (oneWitness, oneCounter)
                #expect(oneCounter.count == 3)
                #expect(try context.component((any Named).self).name == Tag().name)
                #expect(try context.component(Nothing.self) == .nothing)
                #expect(try context.component(UInt8.self) == 7)
                #expect(try context.component(Int.self) == 42)
                #expect(try context.component(String.self).hasPrefix("a text"))
                #expect(try context.component(Wide.self) == Wide())
                #expect(try context.component(SIMD2<Double>.self) == [1, 2])
                #expect(try context.component(SIMD4<Double>.self) == [1, 2, 3, 4])
                #expect(try context.component(ContiguousArray<Int>.self) == [1, 2, 3])
            }
            #expect(witness != nil && counter != nil)
            withExtendedLifetime((assembly, context)) {}
        }
        #expect(witness == nil && counter == nil)
    }
}
