import IOC
import Testing

/// Classes whose property asks for a type that no component provides, with the line that messages have to name.
enum PropertyLineWorlds {
    protocol Absent: Sendable {}

    enum Plain {
        @Component final class Desk { @Autowired var absent: any Absent }
        static let line = #line - 1
    }
    enum Apart {
        @Component final class Desk {
            static let line = #line + 2

            @Autowired
            private(set) var absent: any Absent
        }
    }
    enum Named {
        @Component final class Desk { @Autowired("absent") var absent: any Absent }
        static let line = #line - 1
    }
    enum Raw {
        @Component final class Desk { @Autowired var `class`: any Absent }
        static let line = #line - 1
    }
    enum Inherited {
        @Component class Base {
            static let line = #line + 1
            @Autowired var absent: any Absent
            required init() {}
        }
        @Component final class Desk: Base {}
    }
    enum Own {
        @Component class Base { required init() {} }
        @Component class Middle: Base { @Autowired var context: ApplicationContext }
        @Component final class Desk: Middle {
            static let line = #line + 1
            @Autowired var absent: any Absent
        }
    }
    enum Extended {
        struct Mall {}
    }
}

extension PropertyLineWorlds.Extended.Mall {
    @Component final class Desk {
        static let line = #line + 1
        @Autowired var absent: any PropertyLineWorlds.Absent
    }
}

@Suite("The line of a property that asks in vain")
struct PropertyLineTests {
    private typealias Worlds = PropertyLineWorlds

    private static let lines = [
        "Plain.Desk": Worlds.Plain.line, "Apart.Desk": Worlds.Apart.Desk.line, "Named.Desk": Worlds.Named.line,
        "Raw.Desk": Worlds.Raw.line, "Inherited.Desk": Worlds.Inherited.Desk.line, "Own.Desk": Worlds.Own.Desk.line,
        "Extended.Mall.Desk": Worlds.Extended.Mall.Desk.line,
    ]

    /// The places of the faults of properties; one that asks by name lacks the name.
    private func places(_ configuration: ContextConfiguration) throws -> [String] {
        try bootError(configuration).faults.filter { [.dependencyMissing, .qualifierUnknown].contains($0.code) }
            .compactMap(\.location)
    }

    @Test(
        "A fault of any scope is reported at the line of the property", arguments: lines.keys.sorted(),
        [.singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request] as [Scope])
    func scopes(_ world: String, scope: Scope) throws {
        let entry = ContextConfiguration.ComponentEntry(
            className: "IOCTests.PropertyLineWorlds.\(world)", scope: scope)
        let places = try places(ContextConfiguration(components: ["desk": entry]))
        #expect(places == ["IOCTests/PropertyLineTests.swift:\(Self.lines[world] ?? 0)"])
    }

    @Test("The lines of several classes are reported beside a fault of a name")
    func several() throws {
        let worlds = ["Plain.Desk", "Raw.Desk", "Named.Desk"]
        let classes = worlds.map { "IOCTests.PropertyLineWorlds.\($0)" } + ["IOCTests.PropertyLineWorlds.NoSuchClass"]
        let places = try places(ContextConfiguration(classes: classes))
        #expect(places.sorted() == worlds.map { "IOCTests/PropertyLineTests.swift:\(Self.lines[$0] ?? 0)" }.sorted())
    }
}
