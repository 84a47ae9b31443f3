import IOCBase
import Testing

@testable import IOC

/// What a file's entry changes of a class, who processes whom, and what observers hear, at the edges of each.
@Suite("What is said of a component, at its edges")
struct DeclarationEdgeTests {
    private static let prefix = "IOCTests.DeclarationEdgeTests."

    final class Lazy: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    private func isMadeAtBoot(_ entry: String) throws -> Bool {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "c.json", #"{ "components": { "a": { "class": "\#(Self.prefix)Lazy"\#(entry) } } }"#)
        let listener = ObserverTests.Listener()
        var configuration = try ContextConfiguration(contentsOf: file)
        configuration.observers = [listener]
        return try withExtendedLifetime(ApplicationContext(configuration)) { listener.lines.contains("made a") }
    }

    @Test("A file's scope or `lazy` makes a lazy class eager, and nothing else does")
    func lazyClass() throws {
        #expect(try !isMadeAtBoot(""))
        #expect(try !isMadeAtBoot(#", "order": 3"#))
        #expect(try isMadeAtBoot(#", "scope": "singleton""#))
        #expect(try isMadeAtBoot(#", "lazy": false"#))
        #expect(try !isMadeAtBoot(#", "scope": "singleton", "lazy": true"#))
        #expect(try !isMadeAtBoot(#", "scope": "lazySingleton""#))
        #expect(try !isMadeAtBoot(#", "lazy": true"#))
    }

    protocol Cache: AnyObject, Sendable {}
    protocol Store: AnyObject, Sendable {}
    final class Redis: IOCComponent, Cache {}
    final class Disk: IOCComponent, Store {}
    final class Fallback: IOCComponent {
        static var traits: [ComponentTrait] { [.whenMissing((any Cache).self)] }
    }

    private func hasFallback(_ entry: String, _ classes: String) throws -> Bool {
        let folder = try TemporaryFolder()
        let names = classes.split(separator: " ").map { "\"\(Self.prefix)\($0)\"" }.joined(separator: ", ")
        let context = try ApplicationContext(
            contentsOf: folder.write(
                "c.json",
                """
                { "classes": [\(names)], "components": { "f": { "class": "\(Self.prefix)Fallback"\(entry) } } }
                """))
        return try !context.components(Fallback.self).isEmpty
    }

    @Test("A file's `whenMissing` stands in place of the class's own")
    func whenMissing() throws {
        let other = #", "whenMissing": "\#(Self.prefix)Store""#
        #expect(try hasFallback("", "Disk"))
        #expect(try !hasFallback("", "Redis"))
        #expect(try hasFallback(other, "Redis"))
        #expect(try !hasFallback(other, "Disk"))
    }

    final class Renames: IOCComponent, DefinitionPostProcessor {
        private let seen = Guarded<[String]>([])
        var names: [String] { seen.withLock(\.self) }
        func process(_ definition: inout DefinitionDescription) throws {
            let name = definition.name
            seen.withLock { $0.append(name) }
        }
    }

    @Test("The one that a context gives for a definition's processor is the one that has processed, and not itself")
    func processor() throws {
        let context = try boot(Renames.self, Redis.self, Disk.self)
        let renames = try context.component(Renames.self)
        #expect(renames.names.map { $0.split(separator: ".").last } == ["Disk", "Redis"])
    }

    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("Observers hear of every prototype that is made and injected, the first and the later ones")
    func laterPrototypes() throws {
        let listener = ObserverTests.Listener()
        let context = try ApplicationContext(ContextConfiguration(Job.self).with { $0.observers = [listener] })
        for _ in 0..<3 { _ = try context.component(Job.self) }
        #expect(listener.lines == Array(repeating: ["made Job", "injected Job"], count: 3).flatMap { $0 })
    }

    final class Office: Assembly {
        final class Form: Sendable {}
        let form = Definition(.prototype) { (_: Office) in Form() }
    }

    @Test("So they do of a definition's, which needs nothing after it is made")
    func laterForms() throws {
        let listener = ObserverTests.Listener()
        let office = try Office.activated(configuration: ContextConfiguration().with { $0.observers = [listener] })
        for _ in 0..<3 { _ = try office.form() }
        #expect(listener.lines == Array(repeating: ["made form", "injected form"], count: 3).flatMap { $0 })
    }

    final class Counts: InstancePostProcessor {
        private let seen = Guarded<[String]>([])
        var names: [String] { seen.withLock(\.self) }
        func process(_ instance: Any, named name: String) throws -> Any {
            seen.withLock { $0.append(String(name.split(separator: ".").last ?? "")) }
            return instance
        }
    }

    final class Kennel: Assembly {
        final class Dog: @unchecked Sendable { @Value("dog.name") var name = "Rex" }
        let dog = Definition(.lazySingleton) { (_: Kennel) in Dog() }
        let alias = Definition(.lazySingleton) { (kennel: Kennel) in try kennel.dog() }
        let again = Definition(.prototype) { (kennel: Kennel) in try kennel.alias() }
    }

    @Test("What an alias returns was post-processed where it was made, once")
    func alias() throws {
        let counts = Counts()
        let kennel = try Kennel.activated(processors: [counts])
        let first = try kennel.again()
        #expect(try kennel.alias() === first && kennel.dog() === first && kennel.again() === first)
        #expect(counts.names == ["dog"])
    }

    @Test("Of what others must leave missing, conditions are tried by name, and components stand by name after that")
    func order() throws {
        let folder = try TemporaryFolder()
        let context = try ApplicationContext(
            contentsOf: folder.write(
                "c.json",
                """
                { "components": {
                    "b": { "class": "\(Self.prefix)Redis", "whenMissing": "\(Self.prefix)Store" },
                    "c": { "class": "\(Self.prefix)Redis" },
                    "a": { "class": "\(Self.prefix)Redis", "whenMissing": "\(Self.prefix)Store" } } }
                """))
        #expect(context.graph.components.map(\.name) == ["a", "b", "c"])
    }

    final class Shelf: ScopeStore {
        private let active = Guarded<ScopeInstances?>(nil)
        var instances: ScopeInstances? { active.withLock(\.self) }
        func begin() { active.withLock { $0 = ScopeInstances() } }
    }

    final class Shelves: IOCComponent, DefinitionPostProcessor {
        static let shelf = Shelf()
        func process(_ definition: inout DefinitionDescription) throws {
            if definition.name.hasSuffix("Redis") { definition.scope = .custom(named: "shelf", store: Self.shelf) }
        }
    }

    @Test("A scope of one's own that a processor gives comes with its store")
    func processedScope() throws {
        let context = try boot(Shelves.self, Redis.self)
        #expect(throws: IOCError.self) { try context.component(Redis.self) }
        Shelves.shelf.begin()
        let first = try context.component(Redis.self)
        #expect(try context.component(Redis.self) === first)
        Shelves.shelf.begin()
        #expect(try context.component(Redis.self) !== first)
    }
}
