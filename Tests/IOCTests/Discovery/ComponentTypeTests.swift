import Testing

@testable import IOC

@Suite("Which types are components")
struct ComponentTypeTests {
    @Test("The records say of each class of the program what a cast says, and how it conforms")
    func agreement() throws {
        var components = 0
        var values = 0
        for known in ProgramRecords.current().classes {
            guard let type = known.loadType() else { continue }
            let plain = type as? any IOCComponent.Type
            let constructed = type as? any ConstructedComponent.Type
            let found = ComponentType.of(type)
            let cast: (any ManagedComponent.Type)? = constructed ?? plain
            #expect(
                cast.map(ObjectIdentifier.init) == (found?.type).map(ObjectIdentifier.init), "\(known.qualifiedName)")
            guard let cast, let found else { continue }
            components += 1
            values += type is AnyClass ? 0 : 1
            #expect(cast.traits == found.type.traits, "\(known.qualifiedName)")
            if case .constructed(let found) = found {
                #expect(constructed?.constructor.product == found.constructor.product)
            }
        }
        #expect(components > 100)
        #expect(values > 3)
    }

    @Test("A class that inherits from a generic component is made by its own initializer")
    func genericSuperclass() {
        guard case .plain(let found) = ComponentType.of(CCOfInt.self) else {
            Issue.record("CCOfInt is no component with an init()")
            return
        }
        #expect((found.init() as? CCOfInt)?.label == "made of Int")
        #expect(ComponentType.of(CCPlain.self) == nil)
        #expect(ComponentType.of(CCPlainBelow.self) == nil)
    }

    @Test("A class that a definition makes gets its hooks as a component, and a plain one none", arguments: [1, 3])
    func definitions(times: Int) throws {
        let assembly = try CCAssembly.activated()
        for _ in 0..<times {
            #expect(try assembly.hooked().calls == ["willInject", "inject", "didInject"])
            #expect(try assembly.plain().isInjected)
        }
    }
}

class CCBox<Element>: IOCComponent, @unchecked Sendable {
    let label: String
    required init() { label = "made of \(Element.self)" }
}

final class CCOfInt: CCBox<Int>, @unchecked Sendable {}

class CCPlain: @unchecked Sendable { var isInjected = false }
final class CCPlainBelow: CCPlain, @unchecked Sendable {}

final class CCHooked: IOCComponent, @unchecked Sendable {
    var calls: [String] = []
    func willInject() { calls.append("willInject") }
    func didInject() { calls.append("didInject") }
}

final class CCAssembly: Assembly {
    let hooked = Define(.prototype) { _ in CCHooked() }.inject { hooked, _ in hooked.calls.append("inject") }
    let plain = Define(.prototype) { _ in CCPlain() }.inject { plain, _ in plain.isInjected = true }
}
