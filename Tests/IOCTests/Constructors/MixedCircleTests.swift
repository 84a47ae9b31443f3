import IOC
import Testing

/// Circles of which an initializer is one half and a property the other.
@Suite("Circles of initializers and properties")
struct MixedCircleTests {
    @Component final class Parent {
        let child: Child
        private let mark = AliveMark()
    }
    @Component final class Child {
        @Autowired var parent: Parent
        private let mark = AliveMark()
    }
    @Component final class Hen {
        let egg: Egg
        private let mark = AliveMark()
    }
    @Component final class Egg {
        @Autowired var hen: Hen
        private let mark = AliveMark()
        func didInject() throws { _ = try $hen.get() }
    }
    @Component struct Wrapper {
        let content: Content
        private let mark = AliveMark()
    }
    @Component final class Content {
        @Autowired var wrapper: Wrapper
        private let mark = AliveMark()
    }
    @Component final class Flock {
        let birds: [String: Bird]
        private let mark = AliveMark()
    }
    @Component final class Bird {
        @Autowired var flocks: [Flock]
        private let mark = AliveMark()
        func didInject() throws { _ = try $flocks.get() }
    }
    @Component final class One {
        let two: Two
        private let mark = AliveMark()
    }
    @Component final class Two {
        let three: Three
        private let mark = AliveMark()
    }
    @Component final class Three {
        @Autowired var one: One
        private let mark = AliveMark()
    }
    @Component final class Red {
        @Autowired var green: Green
        private let mark = AliveMark()
    }
    @Component final class Green {
        @Autowired var blue: Blue
        private let mark = AliveMark()
    }
    @Component final class Blue {
        let red: Red
        private let mark = AliveMark()
    }
    @Component final class Sun {
        let moon: Moon
        private let mark = AliveMark()
    }
    @Component final class Moon {
        @Autowired var star: Star
        private let mark = AliveMark()
    }
    @Component final class Star {
        let sun: Sun
        private let mark = AliveMark()
    }

    // The property is read while its owner is made, so some mixtures of scopes need what is not made yet.
    @Component final class Rock {
        let paper: Paper
        private let mark = AliveMark()
    }
    @Component final class Paper {
        @Autowired var scissors: Scissors
        private let mark = AliveMark()
        func didInject() throws { _ = try $scissors.get() }
    }
    @Component final class Scissors {
        let rock: Rock
        private let mark = AliveMark()
    }

    /// A circle, one of its members to begin with, and a walk once round.
    struct Way: Sendable, CustomTestStringConvertible {
        var members: [any ManagedComponent.Type]
        var start: String
        var walk: @Sendable (ApplicationContext) throws -> Void
        var testDescription: String { start }
    }

    static let ways: [Way] = [
        Way(members: [Parent.self, Child.self], start: "parent") {
            let parent = try $0.component(Parent.self)
            #expect(try parent.child.$parent.get().child === parent.child || !isShared($0, Child.self))
        },
        Way(members: [Parent.self, Child.self], start: "child") {
            let child = try $0.component(Child.self)
            let parent = try child.$parent.get()
            #expect(try child.$parent.get() === parent)
            #expect(parent.child === child || !isShared($0, Child.self))
        },
        Way(members: [Hen.self, Egg.self], start: "hen") {
            let hen = try $0.component(Hen.self)
            #expect(try hen.egg.$hen.get() === hen || !isShared($0, Hen.self))
        },
        Way(members: [Hen.self, Egg.self], start: "egg") {
            let egg = try $0.component(Egg.self)
            #expect(try egg.$hen.get().egg === egg || !isShared($0, Egg.self))
        },
        Way(members: [Wrapper.self, Content.self], start: "structure") {
            let wrapper = try $0.component(Wrapper.self)
            #expect(try wrapper.content.$wrapper.get().content === wrapper.content || !isShared($0, Content.self))
        },
        Way(members: [Wrapper.self, Content.self], start: "content") {
            let content = try $0.component(Content.self)
            #expect(try content.$wrapper.get().content === content || !isShared($0, Content.self))
        },
        Way(members: [Flock.self, Bird.self], start: "flock") {
            let flock = try $0.component(Flock.self)
            for bird in flock.birds.values { #expect(try bird.$flocks.get().count == 1) }
        },
        Way(members: [Flock.self, Bird.self], start: "bird") {
            for flock in try $0.component(Bird.self).$flocks.get() { #expect(flock.birds.count == 1) }
        },
        Way(members: [One.self, Two.self, Three.self], start: "one") {
            let one = try $0.component(One.self)
            #expect(try one.two.three.$one.get() === one || !isShared($0, One.self))
        },
        Way(members: [One.self, Two.self, Three.self], start: "two") {
            let two = try $0.component(Two.self)
            #expect(try two.three.$one.get().two === two || !isShared($0, Two.self))
        },
        Way(members: [One.self, Two.self, Three.self], start: "three") {
            let three = try $0.component(Three.self)
            #expect(try three.$one.get().two.three === three || !isShared($0, Three.self))
        },
        Way(members: [Red.self, Green.self, Blue.self], start: "red") {
            let red = try $0.component(Red.self)
            #expect(try red.$green.get().$blue.get().red === red || !isShared($0, Red.self))
        },
        Way(members: [Red.self, Green.self, Blue.self], start: "green") {
            let green = try $0.component(Green.self)
            #expect(try green.$blue.get().red.$green.get() === green || !isShared($0, Green.self))
        },
        Way(members: [Red.self, Green.self, Blue.self], start: "blue") {
            let blue = try $0.component(Blue.self)
            #expect(try blue.red.$green.get().$blue.get() === blue || !isShared($0, Blue.self))
        },
        Way(members: [Sun.self, Moon.self, Star.self], start: "sun") {
            let sun = try $0.component(Sun.self)
            let star = try sun.moon.$star.get()
            #expect(try star === sun.moon.$star.get())
            #expect(star.sun === sun || !isShared($0, Sun.self))
        },
        Way(members: [Sun.self, Moon.self, Star.self], start: "moon") {
            let moon = try $0.component(Moon.self)
            #expect(try moon.$star.get().sun.moon === moon || !isShared($0, Moon.self))
        },
        Way(members: [Sun.self, Moon.self, Star.self], start: "star") {
            let star = try $0.component(Star.self)
            #expect(try star.sun.moon.$star.get() === star || !isShared($0, Star.self))
        },
        Way(members: [Rock.self, Paper.self, Scissors.self], start: "rock") {
            let scissors = try $0.component(Rock.self).paper.$scissors.get()
            #expect(try scissors.rock.paper.$scissors.get() === scissors || !isShared($0, Scissors.self))
        },
        Way(members: [Rock.self, Paper.self, Scissors.self], start: "paper") {
            let paper = try $0.component(Paper.self)
            #expect(try paper.$scissors.get().rock.paper === paper || !isShared($0, Paper.self))
        },
        Way(members: [Rock.self, Paper.self, Scissors.self], start: "scissors") {
            let scissors = try $0.component(Scissors.self)
            #expect(try scissors.rock.paper.$scissors.get() === scissors || !isShared($0, Scissors.self))
        },
    ]

    /// True if a scope keeps the only instance.
    private static func isShared(_ context: ApplicationContext, _ type: any ManagedComponent.Type) -> Bool {
        func scope<Component: ManagedComponent>(_ type: Component.Type) -> Bool {
            guard Component.self is AnyClass else { return false }
            guard let one = try? context.component(Component.self), let two = try? context.component(Component.self)
            else { return false }
            return one as AnyObject === two as AnyObject
        }
        return scope(type)
    }

    static let scopes: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .prototype, .objectGraph, .request]

    @Test(
        "Mixed cycles work from each end or are faults at boot, and everything is released",
        arguments: ways)
    func everyScope(_ way: Way) throws {
        let scopes = Self.scopes
        var codes: Set<IOCError.Code> = [.dependencyCaptive, .cycleUnkept, .scopeNeedsClass]
        if way.members.contains(where: { $0 == Rock.self }) { codes.insert(.constructionCycle) }
        var count = scopes.count
        for _ in 1..<way.members.count { count *= scopes.count }
        for number in 0..<count {
            var rest = number
            var configuration = ContextConfiguration(classes: way.members.map { String(reflecting: $0) })
            let chosen = way.members.map { member in
                let scope = scopes[rest % scopes.count]
                rest /= scopes.count
                configuration.components[String(reflecting: member)] = .init(scope: scope)
                return scope
            }
            let living = AliveCount()
            try AliveCount.$current.withValue(living) {
                do {
                    let context = try ApplicationContext(configuration)
                    try withRequestScope { try way.walk(context) }
                    #expect(
                        chosen.contains { $0 != .weakSingleton && $0 != .objectGraph && $0 != .prototype }
                            || !chosen.contains(.weakSingleton), "\(chosen)")
                } catch let error as IOCError {
                    #expect(codes.isSuperset(of: error.faults.map(\.code)), "\(way.start) \(chosen): \(error)")
                }
            }
            #expect(living.alive == 0, "\(way.start) \(chosen)")
        }
    }

    @Test("A cycle of object-graph definitions alone is a fault at boot")
    func objectGraph() throws {
        var configuration = ContextConfiguration(Parent.self, Child.self)
        for type in [Parent.self, Child.self] as [any ManagedComponent.Type] {
            configuration.components[String(reflecting: type)] = .init(scope: .objectGraph)
        }
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [.cycleUnkept])
        for part in ["Child.parent", "Parent.child", "lazySingleton", "Provider"] {
            #expect(error.description.contains(part), "\(part) is not in \(error)")
        }
    }

    @Test(
        "A property that would retain a prototype which is passed the property's owner is a fault at boot",
        arguments: [Scope.prototype, .singleton, .lazySingleton])
    func storedOwner(_ scope: Scope) throws {
        var configuration = ContextConfiguration(Hen.self, Egg.self)
        configuration.components[String(reflecting: Hen.self)] = .init(scope: .prototype)
        configuration.components[String(reflecting: Egg.self)] = .init(scope: scope)
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [.cycleUnkept])
        for part in ["Egg.hen", "Hen.egg", "Provider"] { #expect(error.description.contains(part), "\(error)") }
    }

    @Component final class Hatchery {
        @Autowired var chick: Chick
        private let mark = AliveMark()
    }
    @Component(.scope(.prototype)) final class Chick {
        let hatchery: Provider<Hatchery>
        private let mark = AliveMark()
    }

    @Test("A Provider as the parameter makes of such a circle one that works and is freed")
    func provider() throws {
        let living = AliveCount()
        try AliveCount.$current.withValue(living) {
            let context = try boot(Hatchery.self, Chick.self)
            let hatchery = try context.component(Hatchery.self)
            #expect(hatchery.chick === hatchery.chick)
            #expect(try hatchery.chick.hatchery() === hatchery)
        }
        #expect(living.alive == 0)
    }
}
