import IOC
import Testing

/// Classes whose property asks for a type that no component provides, with the line that messages have to name.
enum PropertyLineWorlds {
    protocol Absent: Sendable {}

    enum Plain {
        static let line = #line + 1
        @Component final class Desk { @Autowired var absent: any Absent }
    }
    enum Apart {
        @Component final class Desk {
            static let line = #line + 2

            @Autowired
            private(set) var absent: any Absent
        }
    }
    enum Named {
        static let line = #line + 1
        @Component final class Desk { @Autowired("absent") var absent: any Absent }
    }
    enum Raw {
        static let line = #line + 1
        @Component final class Desk { @Autowired var `class`: any Absent }
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
        final class Known: Sendable {}
        @Component class Base { required init() {} }
        @Component class Middle: Base { @Autowired var context: ApplicationContext }
        @Component final class Desk: Middle {
            static let line = #line + 1
            @Autowired var absent: any Absent
        }
    }
    enum Several {
        static let line = #line + 1
        @Component final class First { @Autowired var absent: any Absent }
        @Component final class Second { @Autowired var absent: any Absent }
        @Component final class Third { @Autowired var absent: any Absent }
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

    private struct World: CustomStringConvertible {
        let name: String
        let line: Int
        var description: String { name }
    }

    private static let worlds = [
        World(name: "Plain.Desk", line: Worlds.Plain.line), World(name: "Apart.Desk", line: Worlds.Apart.Desk.line),
        World(name: "Named.Desk", line: Worlds.Named.line), World(name: "Raw.Desk", line: Worlds.Raw.line),
        World(name: "Inherited.Desk", line: Worlds.Inherited.Desk.line),
        World(name: "Own.Desk", line: Worlds.Own.Desk.line),
        World(name: "Extended.Mall.Desk", line: Worlds.Extended.Mall.Desk.line),
    ]

    /// A property that asks by name lacks the name.
    private static let codes = [IOCError.Code.dependencyMissing, .qualifierUnknown]

    private static func configuration(_ world: World, _ scope: Scope?, isLazy: Bool = false) -> ContextConfiguration {
        let type = "IOCTests.PropertyLineWorlds.\(world.name)"
        return ContextConfiguration(
            components: ["desk": ContextConfiguration.ComponentEntry(className: type, scope: scope, isLazy: isLazy)])
    }

    @Test(
        "Every scope has its faults reported at the line of the property",
        arguments: worlds, [.singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request] as [Scope])
    private func everyScope(_ world: World, scope: Scope) throws {
        let configuration = Self.configuration(world, scope)
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration) }
        let fault = try #require(error.faults.first { Self.codes.contains($0.code) })
        #expect(fault.location == "IOCTests/PropertyLineTests.swift:\(world.line)", "\(fault)")
    }

    @Test("A lazy singleton's fault is reported at the line of the property", arguments: worlds)
    private func lazy(_ world: World) throws {
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext(Self.configuration(world, nil, isLazy: true))
        }
        let fault = try #require(error.faults.first { Self.codes.contains($0.code) })
        #expect(fault.location == "IOCTests/PropertyLineTests.swift:\(world.line)", "\(fault)")
    }

    @Test("A boot with faults of names reports the line, too", arguments: worlds)
    private func nothingMade(_ world: World) throws {
        var configuration = Self.configuration(world, nil)
        configuration.classes = ["IOCTests.PropertyLineWorlds.NoSuchClass"]
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error.faults.contains { $0.code == .classUnknown })
        let fault = try #require(error.faults.first { Self.codes.contains($0.code) })
        #expect(fault.location == "IOCTests/PropertyLineTests.swift:\(world.line)", "\(fault)")
    }

    @Test("The lines of several classes are all reported")
    func several() throws {
        let types = ["Second", "First", "Third"].map { "IOCTests.PropertyLineWorlds.Several.\($0)" }
        var configuration = ContextConfiguration(classes: types)
        configuration.classes.append("IOCTests.PropertyLineWorlds.NoSuchClass")
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration) }
        let faults = error.faults.filter { $0.code == .dependencyMissing }
        let lines = (0..<3).map { "IOCTests/PropertyLineTests.swift:\(Worlds.Several.line + $0)" }
        #expect(faults.compactMap(\.location).sorted() == lines)
    }
}
