import IOC

// Components of every form, with the definitions that `Resolvers.swift` has of them.

enum Mall {
    protocol Sink: Sendable {}
    static let journal = "journal"

    @Component("audit", .order(2)) struct Audit: Sink { let mapper: Mapper }
    @Component(.primary, .scope(.prototype)) final class Console: Sink {}
    @Component(.named(Mall.journal), .lazy) actor Journal {
        let sink: any Sink
        @Injected("audit") let log: any Sink
        @Injected(setting: "journal.title", default: "Journal") let title: String
        let sinks: [any Sink]
        let console: Provider<Console>
    }
    @Component final class Mapper {}
    @Component enum Mode {
        case fast
        init(mapper: Mapper) { self = .fast }
    }
    @Component("base", .primary) class Base { let mapper: Mapper }
    @Component final class Below: Base {}
    final class Lowest: Base, @unchecked Sendable {}
    @Component(.profile("test")) final class Fake: Sink {}
    @Component @MainActor final class Screen { let mapper: Mapper }
    #if os(Linux)
    @Component struct Penguin { let mapper: Mapper }
    #endif

    final class ByHand: ConstructedComponent {
        let sink: any Sink
        init(sink: any Sink) { self.sink = sink }
        static var constructor: Constructor { Constructor(ByHand.init, Parameter("sink", named: "audit")) }
    }

    // These are left out.
    @Component fileprivate final class Hidden {}
    class Shelf<Item>: IOCComponent, @unchecked Sendable { required init() {} }
    final class Counter: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) {}
    }
}

/// Another one of the same name gets another key.
@Component final class Mapper {}
