import IOC

// Small programs with one kind of fault each; the checker reads this very file.

enum Sound {
    protocol Sink: Sendable {}
    protocol LoudSink: Sink {}
    protocol Plugin: IOCComponent {}
    typealias Output = any Sink
    final class Console: IOCComponent, LoudSink {}
    final class File: IOCComponent {
        static let traits: [ComponentTrait] = [.named("sound-file"), .primary, .order(-3)]
    }
    final class Quiet: Plugin {
        static var traits: [ComponentTrait] { return [.fallback, .scope(.prototype)] }
    }
    class Base<Value: Sendable>: IOCComponent, @unchecked Sendable {
        @Autowired var value: Value
        required init() {}
    }
    final class Derived: Base<any Plugin>, @unchecked Sendable {
        @Autowired var one: Output
        @Autowired("sound-file") var named: any Sink
        @Autowired("Console") var simple: any Sink
        @Autowired var maybe: (any Sendable & LoudSink)?
        @Autowired var every: [any Sink]
        @Autowired var byName: [String: any Sink]
        @Autowired var later: Provider<Quiet>
        @Autowired var perhaps: Provider<Gone?>
        @Autowired var arrays: Array<any Sink>
        @Autowired var file: File
        @Autowired var specialised: Base<any Plugin>?
    }
    final class Gone {}
    final class OnlyWhereMissing: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.whenMissing((any Sink).self)] }
    }
}

extension Sound.File: Sound.Sink {}

enum Missing {
    protocol Sink: Sendable {}
    final class Plain: Sink {}
    final class Unlisted: IOCComponent {}
    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
        @Autowired var sinks: [any Sink]
        @Autowired var maybe: Unlisted?
        @Autowired var unlisted: Unlisted
    }
}

enum Ambiguous {
    protocol Sink: Sendable {}
    final class First: IOCComponent, Sink {}
    final class Second: IOCComponent, Sink {}
    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
        @Autowired var maybe: (any Sink)?
        @Autowired var later: Provider<any Sink>
    }
}

enum Primaries {
    protocol Sink: Sendable {}
    final class First: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.primary] }
    }
    final class Second: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.primary] }
    }
    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
    }
}

enum Named {
    protocol Sink: Sendable {}
    final class Console: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("console")] }
    }
    final class Leaf: IOCComponent {}
    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired("consloe") var typo: any Sink
        @Autowired("console") var wrong: Leaf
        @Autowired("console") var fine: any Sink
    }
}

enum Duplicate {
    final class First: IOCComponent {
        static var traits: [ComponentTrait] { [.named("twin")] }
    }
    final class Second: IOCComponent {
        static var traits: [ComponentTrait] { [.named("twin")] }
    }
}

enum Circle {
    final class First: IOCComponent, @unchecked Sendable {
        @Autowired var second: Second
    }
    final class Second: IOCComponent, @unchecked Sendable {
        @Autowired var first: First
    }
}

enum Captive {
    final class Request: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var request: Request
        @Autowired var later: Provider<Request>
    }
}

enum Starting {
    final class First: IOCComponent {
        static var traits: [ComponentTrait] { [.dependsOn("Starting-second")] }
    }
    final class Second: IOCComponent {
        static var traits: [ComponentTrait] { [.named("starting-second")] }
    }
}

enum Waiting {
    final class First: IOCComponent {
        static var traits: [ComponentTrait] { [.named("waiting-first"), .dependsOn("waiting-second")] }
    }
    final class Second: IOCComponent {
        static var traits: [ComponentTrait] { [.named("waiting-second"), .dependsOn("waiting-first")] }
    }
}

enum Listing {
    protocol Sink: Sendable {}
    final class Plain {}
    class Box<Value: Sendable>: IOCComponent, @unchecked Sendable {
        required init() {}
    }
    final class Good: IOCComponent {}
    final class Console: IOCComponent, Sink {}
}

enum Restated {
    class Lamp: IOCComponent, @unchecked Sendable {
        class var traits: [ComponentTrait] { [.named("restated-lamp"), .primary] }
        required init() {}
    }
    final class Quiet: Lamp, @unchecked Sendable {}
    final class Again: Lamp, @unchecked Sendable {
        override class var traits: [ComponentTrait] { [.named("restated-lamp"), .primary] }
    }
}

enum Inheritance {
    class Base: IOCComponent, @unchecked Sendable {
        class var traits: [ComponentTrait] { [.named("inheritance-base"), .primary, .lazy] }
        required init() {}
    }
    final class Child: Base, @unchecked Sendable {}
    final class Other: Base, @unchecked Sendable {
        override class var traits: [ComponentTrait] { [.order(5)] }
    }
    class Silent: IOCComponent, @unchecked Sendable {
        required init() {}
    }
    final class Loud: Silent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("inheritance-loud")] }
    }
    protocol Defaulted: IOCComponent {}
    final class ViaProtocol: Defaulted {}
    actor Worker: IOCComponent {
        init() {}
    }
    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var exact: Base
        @Autowired("inheritance-base") var named: Base
        @Autowired var every: [Base]
        @Autowired var silent: [Silent]
        @Autowired var byProtocol: any Defaulted
        @Autowired var module: IOCCheckTests.Inheritance.Worker
    }
}

enum Annotations {
    protocol Sink: Sendable {}
    protocol Step: IOCComponent {}
    @Component final class Plain {}
    @Component("annotations-loud", .primary, .order(2)) final class Loud: Sink {
        @Autowired var plain: Plain
    }
    @IOC.Component(.scope(.prototype), "annotations-quiet") final class Quiet: Sink {}
    @Component(.lazy) final class ViaProtocol: Step {}
    @Component class Base { required init() {} }
    @Component final class Silent: Base {}
    @Component(.order(-1)) class Middle: Base {
        @Autowired var sink: any Sink
        @Autowired("annotations-quiet") var quiet: any Sink
    }
    @Component final class Last: Middle {}
    @Component(.lazy) actor Worker { init() {} }
    final class ByHand: Base, @unchecked Sendable {
        override class var traits: [ComponentTrait] { [.named("annotations-by-hand")] }
    }
    @Component final class Service {
        @Autowired var every: [Base]
        @Autowired var step: any Step
        @Autowired var worker: Worker
        @Autowired var context: ApplicationContext
    }
}

extension Inheritance.Defaulted {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

enum Conditional {
    protocol Sized: Sendable {}
    protocol Tagged: Sendable {}
    class Box<Element>: IOCComponent, @unchecked Sendable { required init() {} }
    final class Numbers: Box<Int>, @unchecked Sendable {}
    final class Texts: Box<String>, @unchecked Sendable {}
    @Component final class Reader {
        @Autowired var sized: any Sized
        @Autowired var every: [any Sized]
        @Autowired var tagged: [any Tagged]
        @Autowired var both: [any Sized & Tagged]
    }
}

extension Conditional.Box: Conditional.Sized where Element == Int {}
extension Conditional.Box: Conditional.Tagged where Element: Hashable {}

enum Local {
    protocol Sink: Sendable {}
    @Component final class Service {
        @Autowired var sink: any Sink
        let sinks = Autowired<[any Sink]>()
        let named: Autowired<any Sink> = Autowired("local-console")
        let later: Autowired<Provider<any Sink>> = .init()
        let port = Value<Int>("local.port", default: 80)
    }
    static func make() -> any Sink {
        final class Console: IOCComponent, Sink {
            static var traits: [ComponentTrait] { [.named("local-console")] }
        }
        return Console()
    }
}

enum Aliased {
    protocol Sink: Sendable {}
    protocol Tools: Sendable {
        typealias Output = any Sink
    }
    class Base: IOCComponent, @unchecked Sendable {
        @Autowired var service: Service
        required init() {}
    }
    typealias Foundation = Base & Sink
    final class Console: Foundation, @unchecked Sendable {}
    @Component final class Service: Tools {
        @Autowired var output: Output
    }
}
