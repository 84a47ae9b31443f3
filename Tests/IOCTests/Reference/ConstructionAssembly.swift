import IOC

/// What the definitions of a random world make.
class ConstructedObject: @unchecked Sendable {
    let index: Int
    let argument: Int?
    var held: [ConstructedObject]
    var isComplete = false

    init(_ index: Int, _ argument: Int?, _ held: [ConstructedObject]) {
        (self.index, self.argument, self.held) = (index, argument, held)
    }

    /// What its property leads to, if it has one.
    func property() throws -> ConstructedObject? { nil }
}

final class WiredObject<Number>: ConstructedObject, @unchecked Sendable {
    @Autowired var next: ConstructedObject

    init(_ index: Int, _ argument: Int?, _ held: [ConstructedObject], leadingTo name: String) {
        _next = Autowired(name)
        super.init(index, argument, held)
    }

    override func property() throws -> ConstructedObject? { try $next.get() }
}

/// One of the assemblies of a random world.
final class ConstructionAssembly<Number>: Assembly, CustomReflectable {
    typealias Plain = Definition<ConstructionAssembly, ConstructedObject>
    typealias Argumented = Definition<ConstructionAssembly, ConstructedObject, Int>

    private let plan: ConstructionPlan
    private let plain: [Int: Plain]
    private let argumented: [Int: Argumented]
    private let first = Collaborator(ConstructionAssembly<Bool>.self)
    private let second = Collaborator(ConstructionAssembly<Int>.self)
    private let third = Collaborator(ConstructionAssembly<String>.self)

    init(_ plan: ConstructionPlan, _ number: Int) {
        self.plan = plan
        var plain: [Int: Plain] = [:]
        var argumented: [Int: Argumented] = [:]
        for (index, node) in plan.world.nodes.enumerated() where node.assembly == number {
            if node.takesArgument {
                argumented[index] = Self.argumented(node, index, plan)
            } else {
                plain[index] = Self.plain(node, index, plan)
            }
        }
        (self.plain, self.argumented) = (plain, argumented)
    }

    convenience init() { self.init(ConstructionPlan(ConstructionWorld(), names: [], order: []), 0) }

    private static func plain(_ node: ConstructionWorld.Node, _ index: Int, _ plan: ConstructionPlan) -> Plain {
        let made = Plain(node.scope) { assembly in
            plan.make(index, nil, try node.whileMade.map { try assembly.ask($0, nil) })
        }
        return node.whenInjected.reduce(made) { definition, edges in
            definition.inject { object, assembly in object.held += try edges.map { try assembly.ask($0, nil) } }
        }
        .didInject { $0.isComplete = true }
    }

    private static func argumented(
        _ node: ConstructionWorld.Node, _ index: Int, _ plan: ConstructionPlan
    ) -> Argumented {
        let made = Argumented(node.scope) { assembly, argument in
            plan.make(index, argument, try node.whileMade.map { try assembly.ask($0, argument) })
        }
        return node.whenInjected.reduce(made) { definition, edges in
            definition.inject { object, assembly, argument in
                object.held += try edges.map { try assembly.ask($0, argument) }
            }
        }
        .didInject { $0.isComplete = true }
    }

    var customMirror: Mirror {
        let collaborators: [Mirror.Child] = [("first", first), ("second", second), ("third", third)]
        let definitions = plan.order.compactMap { index -> Mirror.Child? in
            (plain[index].map { $0 as Any } ?? argumented[index]).map { (plan.names[index], $0) }
        }
        return Mirror(self, children: collaborators + definitions)
    }

    private func ask(_ edge: ConstructionWorld.Edge, _ own: Int?) throws -> ConstructedObject {
        let argument: Int? =
            switch edge.argument {
            case nil: nil
            case .own: own ?? 0
            case .fixed(let value): value
            }
        return try object(edge.target, argument)
    }

    /// An instance of a definition, whichever assembly it stands in.
    func object(_ index: Int, _ argument: Int?) throws -> ConstructedObject {
        switch plan.world.nodes[index].assembly {
        case 0: try first().own(index, argument)
        case 1: try second().own(index, argument)
        default: try third().own(index, argument)
        }
    }

    private func own(_ index: Int, _ argument: Int?) throws -> ConstructedObject {
        if let argument, let definition = argumented[index] { return try definition(argument) }
        guard let definition = plain[index] else { preconditionFailure("d\(index) is called as the world says") }
        return try definition()
    }
}

/// A random world with the names and the order in which its definitions are declared.
struct ConstructionPlan: Sendable {
    let world: ConstructionWorld
    let names: [String]
    let order: [Int]

    init(_ world: ConstructionWorld, names: [String], order: [Int]) {
        (self.world, self.names, self.order) = (world, names, order)
    }

    /// An instance, of a class with a property where it is to have one.
    func make(_ index: Int, _ argument: Int?, _ held: [ConstructedObject]) -> ConstructedObject {
        guard let target = world.nodes[index].property else { return ConstructedObject(index, argument, held) }
        let wired = world.nodes.indices.filter { world.nodes[$0].property != nil }
        func make<Number>(_ number: Number.Type) -> ConstructedObject {
            WiredObject<Number>(index, argument, held, leadingTo: names[target])
        }
        switch wired.firstIndex(of: index) {
        case 0: return make(Int.self)
        case 1: return make(Int8.self)
        case 2: return make(Int16.self)
        case 3: return make(Int32.self)
        case 4: return make(UInt.self)
        case 5: return make(UInt8.self)
        case 6: return make(UInt16.self)
        default: return make(UInt32.self)
        }
    }
}
