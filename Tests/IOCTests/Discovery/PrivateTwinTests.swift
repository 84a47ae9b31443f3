import IOC
import LinkedComponents
import Testing

@Component
final class PTLeaf {}

@Suite("Classes of one name, and classes in extensions")
struct PrivateTwinTests {
    @Test("A class that is private to a file can be listed by its type, whatever other class has its name")
    func byType() throws {
        for type in [Self.left, Self.right] {
            let context = try ApplicationContext(ContextConfiguration(components: [type, PTLeaf.self]))
            #expect(context.graph.components.map(\.name).sorted() == ["IOCTests.PTLeaf", "IOCTests.PTTwin"])
        }
    }

    @Test("Two classes of one name that have names of their own can both be listed, and found by a prefix")
    func named() throws {
        let types = [Self.leftNamed, Self.rightNamed, PTLeaf.self]
        let listed = try ApplicationContext(ContextConfiguration(components: types))
        #expect(listed.graph.components.map(\.name).sorted() == ["IOCTests.PTLeaf", "left", "right"])
        let found = try ApplicationContext(ContextConfiguration(prefixes: ["PTNamed", "PTLeaf"]))
        #expect(found.graph.components.map(\.name).sorted() == ["IOCTests.PTLeaf", "left", "right"])
    }

    @Test("Excluding the type of a class leaves another one of its name in")
    func excluded() throws {
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["PTNamed", "PTLeaf"], exclude: [Self.leftNamed]))
        #expect(context.graph.components.map(\.name).sorted() == ["IOCTests.PTLeaf", "right"])
    }

    @Test("Two classes of one name are a fault that names their files, and says that a name helps")
    func repeated() throws {
        let configurations = [
            ContextConfiguration(prefixes: ["PTTwin", "PTLeaf"]),
            ContextConfiguration(components: [Self.left, Self.right, PTLeaf.self]),
        ]
        for configuration in configurations {
            let error = try bootError(configuration)
            #expect(error.faults.map(\.code) == [.nameRepeated])
            let text = "\(error)"
            #expect(text.contains("PrivateTwinLeft.swift") && text.contains("PrivateTwinRight.swift"))
            #expect(text.contains("@Component(\"name\")"))
        }
        let ambiguous = try bootError(ContextConfiguration(classes: ["IOCTests.PTTwin", "PTLeaf"]))
        #expect(ambiguous.code == .classAmbiguous && "\(ambiguous)".contains("@Component(\"name\")"))
    }

    @Test(
        "A class in an extension of another module's type is found by the prefix of its own module, and of the type's",
        arguments: [
            "IOCTests.LinkedClock.PT", "LinkedComponents.LinkedClock.PT", "PTExtended",
        ])
    func inExtension(prefix: String) throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: [prefix]))
        #expect(context.graph.components.map(\.name) == ["LinkedComponents.LinkedClock.PTExtended"])
    }
}

extension LinkedClock {
    final class PTExtended: IOCComponent {}
}
