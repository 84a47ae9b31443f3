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
enum ModelType: CaseIterable {
    case leafA, leafB, leafC, leafD, base, sub, subSub, byType, inheriting, byName, collecting, asking, left, right
    case pa, pb, pc, pd

    static let classes = allCases.filter { !$0.isProtocol }

    var isProtocol: Bool { [.pa, .pb, .pc, .pd].contains(self) }

    var name: String {
        switch self {
        case .leafA: "ModelLeafA"
        case .leafB: "ModelLeafB"
        case .leafC: "ModelLeafC"
        case .leafD: "ModelLeafD"
        case .base: "ModelBase"
        case .sub: "ModelSub"
        case .subSub: "ModelSubSub"
        case .byType: "ModelByType"
        case .inheriting: "ModelInheriting"
        case .byName: "ModelByName"
        case .collecting: "ModelCollecting"
        case .asking: "ModelAsking"
        case .left: "ModelLeft"
        case .right: "ModelRight"
        case .pa: "ModelPA"
        case .pb: "ModelPB"
        case .pc: "ModelPC"
        case .pd: "ModelPD"
        }
    }

    /// Everything an instance of the class can serve as.
    var servesAs: [ModelType] {
        switch self {
        case .leafA: [.leafA, .pa]
        case .leafB: [.leafB, .pa, .pb]
        case .leafC: [.leafC, .pb, .pc]
        case .leafD: [.leafD, .pd]
        case .base: [.base, .pc]
        case .sub: [.sub, .base, .pc]
        case .subSub: [.subSub, .sub, .base, .pc, .pd]
        case .byType: [.byType]
        case .inheriting: [.inheriting, .byType, .pd]
        case .byName: [.byName, .pb]
        case .collecting: [.collecting, .pa]
        case .asking: [.asking]
        case .left: [.left, .pc]
        case .right: [.right, .pa]
        case .pa, .pb, .pc, .pd: []
        }
    }

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

    /// What a running context gives for the type.
    var queries: ModelQueries {
        switch self {
        case .leafA: ModelQueries(ModelLeafA.self)
        case .leafB: ModelQueries(ModelLeafB.self)
        case .leafC: ModelQueries(ModelLeafC.self)
        case .leafD: ModelQueries(ModelLeafD.self)
        case .base: ModelQueries(ModelBase.self)
        case .sub: ModelQueries(ModelSub.self)
        case .subSub: ModelQueries(ModelSubSub.self)
        case .byType: ModelQueries(ModelByType.self)
        case .inheriting: ModelQueries(ModelInheriting.self)
        case .byName: ModelQueries(ModelByName.self)
        case .collecting: ModelQueries(ModelCollecting.self)
        case .asking: ModelQueries(ModelAsking.self)
        case .left: ModelQueries(ModelLeft.self)
        case .right: ModelQueries(ModelRight.self)
        case .pa: ModelQueries((any ModelPA).self)
        case .pb: ModelQueries((any ModelPB).self)
        case .pc: ModelQueries((any ModelPC).self)
        case .pd: ModelQueries((any ModelPD).self)
        }
    }
}

/// Every way to ask a context for a type; the answers are names of components.
struct ModelQueries {
    let one: (ApplicationContext) throws -> [String]
    let optional: (ApplicationContext) throws -> [String]
    let provider: (ApplicationContext) throws -> [String]
    let all: (ApplicationContext) throws -> [String]
    let byName: (ApplicationContext) throws -> [String]

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
