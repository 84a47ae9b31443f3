import IOCModel
import Testing

// The reader of fields has no public surface: every injected property depends on it.
@testable import IOC

private protocol PropertyWithCell: InjectionField {
    var anyCell: AnyInjectionCell { get }
}
extension Autowired: PropertyWithCell {
    fileprivate var anyCell: AnyInjectionCell { owned }
}
extension Value: PropertyWithCell {
    fileprivate var anyCell: AnyInjectionCell { owned }
}

@Suite("The reader of injected fields")
struct FieldReaderTests {
    final class Leaf: IOCComponent {}
    protocol Part: AnyObject, Sendable {}

    class Base {
        let before = "text"
        @Autowired private var leaf: Leaf
        @Autowired("x") var list: [Leaf]
    }
    class Middle: Base {
        let nothingWrapped = 1
    }
    final class Derived: Middle {
        @Autowired private var leaf: Leaf?
        var between: (Int, Int8) = (1, 2)
        @Autowired var part: any Part
        @Autowired var table: [String: any Part]
        @Autowired var provider: Provider<Leaf>
        @Autowired var listProvider: Provider<[any Part]>
        @Autowired var maybeProvider: Provider<Leaf>?
        @Autowired var providers: [Provider<Leaf>]
        @Autowired var context: ApplicationContext
        @Value("size") var size: Int
        @Value("name") var name = "none"
        @Value("rates") var rates: [Double]?
        @Value("live") var live: Int
        weak var after: Leaf?
    }
    final class Heir<Element>: GenericBase<Element> {
        @Autowired var leaf: Leaf
    }
    class GenericBase<Element> {
        var elements: [Element] = []
        @Autowired var parts: [any Part]
    }
    actor Worker {
        let number = 1
        @Autowired var leaf: Leaf
    }

    @Test("Field metadata gives the same properties, owners, types and cells as Mirror")
    func agreement() {
        let instances: [(AnyObject, count: Int)] = [
            (Base(), 2), (Middle(), 2), (Derived(), 14), (Heir<Int>(), 2), (Heir<(String, Int8)>(), 2), (Worker(), 1),
        ]
        for (instance, count) in instances {
            let plan = InjectionPlanReader.plan(of: instance)
            let mirrored = mirrored(instance)
            let fields = plan.fields.map { "\($0.facts.owner)._\($0.facts.property): \($0.wrapper)" }
            #expect(fields == mirrored.map(\.summary))
            #expect(mirrored.count == count)
            let cells = mirrored.map { ObjectIdentifier($0.wrapper.anyCell) }
            #expect(plan.cells(of: instance).map(ObjectIdentifier.init) == cells)
        }
    }

    /// The wrapped properties of an instance as a mirror shows them, superclasses' first.
    private func mirrored(_ instance: AnyObject) -> [(summary: String, wrapper: any PropertyWithCell)] {
        let mirrors = Array(sequence(first: Mirror(reflecting: instance), next: \.superclassMirror))
        return mirrors.reversed().flatMap { mirror in
            mirror.children.compactMap { child in
                guard let wrapper = child.value as? any PropertyWithCell else { return nil }
                let owner = TypeName.simple(mirror.subjectType)
                return ("\(owner).\(child.label ?? "?"): \(type(of: wrapper))", wrapper)
            }
        }
    }
}
