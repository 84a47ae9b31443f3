import IOC
import Testing

@Suite("Converters of a context")
struct SettingConverterTests {
    struct Color: Decodable, Sendable, Equatable {
        var name: String
        var madeBy: String
    }
    struct NoColor: Error {}

    final class First: IOCComponent, SettingConverter {
        static var traits: [ComponentTrait] { [.order(1)] }
        func converts(to type: Any.Type) -> Bool { type == Color.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any {
            guard case .string(let name) = value, name != "none" else { throw NoColor() }
            return Color(name: name, madeBy: "first")
        }
    }
    final class Second: IOCComponent, SettingConverter {
        static var traits: [ComponentTrait] { [.order(2)] }
        func converts(to type: Any.Type) -> Bool { true }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { 7 }
    }
    final class Painter: IOCComponent, @unchecked Sendable {
        @Value("paint.color") var color: Color
        @Value("paint.colors") var colors: [Color] = []
    }

    func paint(_ settings: SettingValue, _ types: any IOCComponent.Type...) throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(
                classes: ([Painter.self] + types).map { String(reflecting: $0) }, settings: settings))
    }

    @Test("A converter that is a component attaches itself, before the type's own decoding, inside lists too")
    func converts() throws {
        let context = try paint(["paint": ["color": "red", "colors": ["green", "blue"]]], First.self)
        let painter = try context.component(Painter.self)
        #expect(painter.color == Color(name: "red", madeBy: "first"))
        #expect(painter.colors.map(\.name) == ["green", "blue"])
    }

    @Test("A child context's settings are converted by its own, then by its parent's")
    func inherited() throws {
        let parent = try ApplicationContext(ContextConfiguration(classes: [String(reflecting: First.self)]))
        let child = try ApplicationContext(.reading(settings: ["color": "red"]), parent: parent)
        #expect(try child.setting("color", as: Color.self).madeBy == "first")
        let other = try ApplicationContext(
            ContextConfiguration(
                classes: [String(reflecting: Second.self)], settings: ["number": "red", "color": "x"]),
            parent: parent)
        #expect(try other.setting("number", as: Int.self) == 7)
    }

    @Test("The first by order that takes a type converts")
    func order() throws {
        let context = try ApplicationContext(
            ContextConfiguration(
                classes: [First.self, Second.self].map { String(reflecting: $0) }, settings: ["a": "red", "b": "x"]))
        #expect(try context.setting("a", as: Color.self).madeBy == "first")
        #expect(try context.setting("b", as: Int.self) == 7)
    }

    @Test("What a converter throws is the cause of a fault that names key, value and origin")
    func throwing() throws {
        let error = try #require(throws: IOCError.self) { try paint(["paint": ["color": "none"]], First.self) }
        #expect(error.cause is NoColor)
        #expect(error.description.contains("paint.color"))
        #expect(error.description.contains("First"))
    }

    @Test("Without one, the type's own decoding is asked")
    func without() throws {
        let context = try paint(["paint": ["color": ["name": "red", "madeBy": "decoding"]]])
        #expect(try context.component(Painter.self).color.madeBy == "decoding")
    }
}
