import IOC
import IOCBase
import Testing

/// Properties whose names only instances tell: what they lead to may close a circle that nobody knew of before.
@Suite("Cycles that names close")
struct ToldNameTests {
    protocol Sink: AnyObject, Sendable {}
    final class First: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("first"), .lazy] }
    }
    final class Second: IOCComponent, Sink, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("second"), .lazy] }
        @Autowired var picker: Picker
    }
    /// Asks for the name that is set where it is made.
    final class Picker: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @TaskLocal static var name = "first"
        @Autowired var sink: any Sink
        /// Leads elsewhere: the circle is not closed by the last property.
        @Autowired("first") var other: any Sink
        init() { _sink = Autowired(Picker.name) }
    }

    @Test("A cycle that a later instance's name closes is released with its context")
    func laterName() throws {
        for isToldBefore in [true, false] {
            var context: ApplicationContext? = try boot(First.self, Second.self, Picker.self)
            if isToldBefore { #expect(try context?.component(Picker.self).sink is First) }
            weak let second = try context?.component(Second.self)
            try Picker.$name.withValue("second") {
                let sink = try second?.$picker.get().$sink.get()
                #expect(sink === second)
            }
            #expect(second?.picker.sink === second)
            context = nil
            #expect(second == nil)
        }
    }
}
