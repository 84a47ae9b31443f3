import Foundation
import IOC
import Testing

@Suite("Injected properties inside values")
struct UnboundWrapperTests {
    @Component
    final class Leaf {}

    @propertyWrapper
    struct Noted<Value: Sendable>: Sendable {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
    struct Part: @unchecked Sendable {
        // Sound: nothing is assigned.
        var number = 1
        @Autowired var leaf: Leaf
    }

    class Base: IOCComponent, @unchecked Sendable {
        let part = Part()
        required init() {}
    }
    final class Holder: Base, @unchecked Sendable {
        @Autowired var leaf: Leaf
        let pair = (1, Autowired<Leaf>())
        let list: [Part] = []
        let maybe: Part? = nil
        @Noted var noted = Autowired<Leaf>()
        let plain: (Int, [String: Date], URL?) = (1, [:], nil)
        let shared: Sharing? = nil
    }
    final class Sharing: @unchecked Sendable {
        @Autowired var leaf: Leaf
    }
    final class Plain: IOCComponent, @unchecked Sendable {
        @Autowired var leaf: Leaf?
        let text: [String] = []
    }

    @Test("Wrappers inside a structure, a tuple, a list or another wrapper are notices that name the property")
    func notices() throws {
        let context = try boot(Holder.self, Leaf.self, Plain.self)
        let notices = context.report.notices.filter { $0.code == .wrapperNotBound }.map { "\($0)" }
        for name in ["part", "pair", "list", "maybe", "_noted"] {
            #expect(notices.count { $0.contains("Holder.\(name) has injected properties") } == 1, "\(name)")
        }
        #expect(notices.count == 5)
    }

    @Component
    final class Imported: NSObject {
        let leaf: Leaf
    }

    @Test("An annotated subclass of NSObject with constants is a component")
    func imported() throws {
        let context = try boot(Imported.self, Leaf.self)
        let imported: Imported = try context.component()
        let leaf: Leaf = try context.component()
        #expect(imported.leaf === leaf)
    }
}
