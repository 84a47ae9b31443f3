import IOC
import Synchronization

// The classes that random worlds are made of: every form of property, inheritance, and cycles.

protocol ModelPA: AnyObject, Sendable {}
protocol ModelPB: Sendable {}
protocol ModelPC: AnyObject, Sendable {}
protocol ModelPD: Sendable {}

/// A component that knows under which name it was made.
protocol ModelProbe: IOCComponent {
    var label: ModelLabel { get }
}

final class ModelLabel: Sendable {
    private let name = Mutex("?")
    var text: String {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }
}

/// Reports each component its world and its name.
final class ModelLabeller: IOCComponent, InstancePostProcessor, @unchecked Sendable {
    @Value("world") var world = ""
    func process(_ instance: Any, named name: String) throws -> Any {
        (instance as? any ModelProbe)?.label.text = world + name
        return instance
    }
}

class ModelLeafA: ModelProbe, ModelPA, @unchecked Sendable {
    let label = ModelLabel()
    required init() {}
}
final class ModelFakeLeafA: ModelLeafA, @unchecked Sendable {}
final class ModelLeafB: ModelProbe, ModelPA, ModelPB { let label = ModelLabel() }
final class ModelLeafC: ModelProbe, ModelPB, ModelPC { let label = ModelLabel() }
final class ModelLeafD: ModelProbe, ModelPD { let label = ModelLabel() }

class ModelBase: ModelProbe, ModelPC, @unchecked Sendable {
    let label = ModelLabel()
    required init() {}
}
class ModelSub: ModelBase, @unchecked Sendable {}
final class ModelSubSub: ModelSub, ModelPD, @unchecked Sendable {}

class ModelByType: ModelProbe, @unchecked Sendable {
    let label = ModelLabel()
    @Autowired var a: any ModelPA
    @Autowired var base: ModelBase
    required init() {}
}
final class ModelInheriting: ModelByType, ModelPD, @unchecked Sendable {
    @Autowired var extra: any ModelPB
}
final class ModelByName: ModelProbe, ModelPB, @unchecked Sendable {
    let label = ModelLabel()
    @Autowired("n1") var a: any ModelPA
    @Autowired("n2") var maybe: (any ModelPB)?
    @Autowired var leaf: ModelLeafD?
}
final class ModelCollecting: ModelProbe, ModelPA, @unchecked Sendable {
    let label = ModelLabel()
    @Autowired var all: [any ModelPB]
    @Autowired var byName: [String: any ModelPC]
    @Autowired("n3") var named: [any ModelPA]
}
final class ModelAsking: ModelProbe, @unchecked Sendable {
    let label = ModelLabel()
    @Autowired var later: Provider<ModelLeafA>
    @Autowired var perhaps: Provider<ModelLeafD>?
    @Autowired("n4") var named: Provider<any ModelPC>
    @Autowired var sub: ModelSub
}
final class ModelLeft: ModelProbe, ModelPC, @unchecked Sendable {
    let label = ModelLabel()
    @Autowired var right: ModelRight
}
final class ModelRight: ModelProbe, ModelPA, @unchecked Sendable {
    let label = ModelLabel()
    @Autowired var left: ModelLeft
    @Autowired var others: [any ModelPD]
}

/// One wrapped property of a class of the pool, as its source says.
struct ModelPoint {
    enum Shape { case one, optional, all, allByName, provider, optionalProvider }
    var owner: String
    var property: String
    var wanted: ModelType
    var shape: Shape
    var qualifier: String?

    init(_ owner: String, _ property: String, _ wanted: ModelType, _ shape: Shape, _ qualifier: String? = nil) {
        (self.owner, self.property, self.wanted, self.shape, self.qualifier) =
            (owner, property, wanted, shape, qualifier)
    }
}

/// The types of the pool, with all that the sources above say of them.
enum ModelType: String, CaseIterable {
    case leafA, leafB, leafC, leafD, base, sub, subSub, byType, inheriting, byName, collecting, asking, left, right
    case pa, pb, pc, pd

    static let classes = allCases.filter { !$0.servesAs.isEmpty }

    var name: String {
        let isProtocol = rawValue.count == 2
        return "Model" + (isProtocol ? rawValue.uppercased() : rawValue.prefix(1).uppercased() + rawValue.dropFirst())
    }

    /// Everything that an instance of the class can serve as.
    var servesAs: [ModelType] { Self.facts[self]?.servesAs ?? [] }

    /// What a running context gives for the type.
    var queries: ModelQueries? { Self.facts[self]?.queries }

    // Sound: the closures have nothing but types.
    nonisolated(unsafe) private static let facts: [ModelType: (servesAs: [ModelType], queries: ModelQueries)] = [
        .leafA: ([.leafA, .pa], ModelQueries(ModelLeafA.self)),
        .leafB: ([.leafB, .pa, .pb], ModelQueries(ModelLeafB.self)),
        .leafC: ([.leafC, .pb, .pc], ModelQueries(ModelLeafC.self)),
        .leafD: ([.leafD, .pd], ModelQueries(ModelLeafD.self)),
        .base: ([.base, .pc], ModelQueries(ModelBase.self)),
        .sub: ([.sub, .base, .pc], ModelQueries(ModelSub.self)),
        .subSub: ([.subSub, .sub, .base, .pc, .pd], ModelQueries(ModelSubSub.self)),
        .byType: ([.byType], ModelQueries(ModelByType.self)),
        .inheriting: ([.inheriting, .byType, .pd], ModelQueries(ModelInheriting.self)),
        .byName: ([.byName, .pb], ModelQueries(ModelByName.self)),
        .collecting: ([.collecting, .pa], ModelQueries(ModelCollecting.self)),
        .asking: ([.asking], ModelQueries(ModelAsking.self)),
        .left: ([.left, .pc], ModelQueries(ModelLeft.self)),
        .right: ([.right, .pa], ModelQueries(ModelRight.self)),
        .pa: ([], ModelQueries((any ModelPA).self)),
        .pb: ([], ModelQueries((any ModelPB).self)),
        .pc: ([], ModelQueries((any ModelPC).self)),
        .pd: ([], ModelQueries((any ModelPD).self)),
    ]

    var points: [ModelPoint] {
        switch self {
        case .byType:
            [ModelPoint(name, "a", .pa, .one), ModelPoint(name, "base", .base, .one)]
        case .inheriting: ModelType.byType.points + [ModelPoint(name, "extra", .pb, .one)]
        case .byName:
            [
                ModelPoint(name, "a", .pa, .one, "n1"), ModelPoint(name, "maybe", .pb, .optional, "n2"),
                ModelPoint(name, "leaf", .leafD, .optional),
            ]
        case .collecting:
            [
                ModelPoint(name, "all", .pb, .all), ModelPoint(name, "byName", .pc, .allByName),
                ModelPoint(name, "named", .pa, .all, "n3"),
            ]
        case .asking:
            [
                ModelPoint(name, "later", .leafA, .provider),
                ModelPoint(name, "perhaps", .leafD, .optionalProvider),
                ModelPoint(name, "named", .pc, .provider, "n4"), ModelPoint(name, "sub", .sub, .one),
            ]
        case .left: [ModelPoint(name, "right", .right, .one)]
        case .right: [ModelPoint(name, "left", .left, .one), ModelPoint(name, "others", .pd, .all)]
        default: []
        }
    }
}

/// Every way to ask a context for a type; the answers are names of components.
struct ModelQueries {
    typealias Query = (ApplicationContext) throws -> [String]
    let one, optional, provider, all, byName: Query

    init<Wanted>(_ type: Wanted.Type) {
        one = { try Self.labels(of: $0.component(type)) }
        optional = { try Self.labels(of: $0.component(Wanted?.self) as Any) }
        provider = { try Self.labels(of: $0.component(Provider<Wanted>.self)()) }
        all = { try Self.labels(of: $0.components(type)) }
        byName = { try Self.labels(of: $0.component([String: Wanted].self)) }
    }

    /// The names of the components in a value of any form.
    static func labels(of value: Any) -> [String] {
        if let probe = value as? any ModelProbe { return [probe.label.text] }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .dictionary:
            return mirror.children.flatMap { pair in
                let parts = Mirror(reflecting: pair.value).children.map(\.value)
                return ["\(parts[0])=\(labels(of: parts[1]).joined())"]
            }.sorted()
        default: return mirror.children.flatMap { labels(of: $0.value) }
        }
    }
}

/// A wrapped property whose value can be read as names.
private protocol ModelReadable {
    func read() throws -> [String]
}

extension Autowired: ModelReadable {
    fileprivate func read() throws -> [String] {
        let value = try projectedValue.get()
        return try (value as? any ModelCallable)?.call() ?? ModelQueries.labels(of: value)
    }
}

private protocol ModelCallable {
    func call() throws -> [String]
}

extension Provider: ModelCallable {
    fileprivate func call() throws -> [String] { ModelQueries.labels(of: try self()) }
}

extension Optional: ModelCallable where Wrapped: ModelCallable {
    fileprivate func call() throws -> [String] { try self?.call() ?? [] }
}

extension ModelProbe {
    /// What each wrapped property leads to, superclasses' first.
    func readings() throws -> [(property: String, names: [String])] {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: self)
        while let mirror = next {
            mirrors.insert(mirror, at: 0)
            next = mirror.superclassMirror
        }
        return try mirrors.flatMap(\.children).compactMap { child in
            guard let property = child.value as? any ModelReadable else { return nil }
            return (String(child.label?.dropFirst() ?? "?"), try property.read())
        }
    }
}
