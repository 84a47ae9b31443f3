import IOC
import LinkedComponents
import Testing

extension LinkedClock {
    final class PTExtended: IOCComponent {}
}

@Suite("Classes of one name, and classes in extensions")
struct PrivateTwinTests {
    static let twins: [any ManagedComponent.Type] = [left, right]
    static let named: [any ManagedComponent.Type] = [leftNamed, rightNamed]

    /// Configurations with the names of their components.
    static let sound: [(configuration: ContextConfiguration, names: [String])] = [
        // A class that is private to a file, whatever other class has its name.
        (.init(components: [left]), ["IOCTests.PTTwin"]), (.init(components: [right]), ["IOCTests.PTTwin"]),
        // Two classes of one name that have component names of their own.
        (.init(components: named), ["left", "right"]), (.init(prefixes: ["PTNamed"]), ["left", "right"]),
        (.init(prefixes: ["PTNamed"], exclude: [leftNamed]), ["right"]),
        // A class in an extension of another module's type.
        (.init(prefixes: ["IOCTests.LinkedClock.PT"]), ["LinkedComponents.LinkedClock.PTExtended"]),
        (.init(prefixes: ["LinkedComponents.LinkedClock.PT"]), ["LinkedComponents.LinkedClock.PTExtended"]),
        (.init(prefixes: ["PTExtended"]), ["LinkedComponents.LinkedClock.PTExtended"]),
    ]

    @Test(
        "A class of a repeated name is listed by its type, and a class in an extension by either module",
        arguments: sound)
    func found(configuration: ContextConfiguration, names: [String]) throws {
        #expect(try ApplicationContext(configuration).graph.components.map(\.name).sorted() == names)
    }

    @Test("Two classes of one name are a fault that names their files, and says that a name helps")
    func repeated() throws {
        for configuration in [.init(prefixes: ["PTTwin"]), ContextConfiguration(components: Self.twins)] {
            let error = try bootError(configuration)
            #expect(error.faults.map(\.code) == [.nameRepeated])
            for part in ["PrivateTwinLeft.swift", "PrivateTwinRight.swift", "@Component(\"name\")"] {
                #expect("\(error)".contains(part))
            }
        }
        let ambiguous = try bootError(ContextConfiguration(classes: ["IOCTests.PTTwin"]))
        #expect(ambiguous.code == .classAmbiguous && "\(ambiguous)".contains("@Component(\"name\")"))
    }
}
