import IOC

/// The rules of the container, written down slowly and plainly, for one world and the one it is a child of.
final class ResolverModel {
    typealias Node = ModelWorld.Node

    enum Answer: Equatable {
        /// The name of a component, with its world in front.
        case found(String)
        case fault(IOCError.Code)
    }

    let world: ModelWorld
    let parent: ResolverModel?
    /// The properties that are true, a parent's included.
    private let flags: Set<String>
    /// The components whose conditions hold, by name.
    let nodes: [Node]
    /// A code for each circle of conditions.
    private let circles: [String]

    init(_ world: ModelWorld, parent: ResolverModel? = nil) {
        self.world = world
        self.parent = parent
        let flags = world.flags.union(parent?.flags ?? [])
        self.flags = flags
        let sorted = world.nodes.sorted { $0.name < $1.name }
        let met = sorted.filter { node in
            let profile = node.profiles.isEmpty || node.profiles.contains(world.isProfileActive ? "p" : "!p")
            return profile && (node.flag.map(flags.contains) ?? true)
        }
        var kept = met.filter { $0.whenMissing == nil }
        let (ordered, circles) = Self.ordered(met.filter { $0.whenMissing != nil })
        self.circles = circles
        for node in ordered {
            guard let missing = node.whenMissing else { continue }
            let above = node.countsAncestors ? Self.ancestors(parent) : []
            if !(kept + above).contains(where: { $0.type.servesAs.contains(missing) }) { kept.append(node) }
        }
        nodes = kept.sorted { $0.name < $1.name }
    }

    /// Components in the order in which their conditions on missing ones are decided: each after those that would provide what
    /// it asks for, and the others by name.
    private static func ordered(_ nodes: [Node]) -> (nodes: [Node], circles: [String]) {
        func provides(_ node: Node, _ other: Node) -> Bool { node.type.servesAs.contains(other.whenMissing!) }
        /// The places of those that a component waits for, directly or through others.
        func reached(_ start: Int) -> Set<Int> {
            var all: Set<Int> = []
            var rest = [start]
            while let next = rest.popLast() {
                let waited = nodes.indices.filter { $0 != next && provides(nodes[$0], nodes[next]) }
                rest += waited.filter { all.insert($0).inserted }
            }
            return all
        }
        let reach = nodes.indices.map(reached)
        let groups = nodes.indices.map { one in
            nodes.indices.filter { reach[one].contains($0) && reach[$0].contains(one) }
        }
        // Who provides the type that it asks for only competes with the others.
        let bad = Set(groups).filter { group in
            group.count > 1
                && group.contains { one in
                    !provides(nodes[one], nodes[one])
                        && group.contains { $0 != one && provides(nodes[$0], nodes[one]) }
                }
        }
        var order: [Int] = []
        while order.count < nodes.count {
            order += nodes.indices.filter { one in
                !order.contains(one) && reach[one].allSatisfy { order.contains($0) || reach[$0].contains(one) }
            }.prefix(1)
        }
        return (order.map { nodes[$0] }, bad.map { _ in "condition-cycle" })
    }

    /// The components of a world and of those above it.
    private static func ancestors(_ model: ResolverModel?) -> [Node] {
        model.map { $0.nodes + ancestors($0.parent) } ?? []
    }

    // MARK: Which candidate

    enum Choice: Equatable {
        case chosen(Node)
        case missing
        case unknownName
        case fault(IOCError.Code)
    }

    func named(_ name: String) -> Choice {
        if let node = nodes.first(where: { $0.name == name }) { return .chosen(node) }
        let simple = nodes.filter { $0.type.name == name }
        if simple.count > 1 { return .fault(.nameAmbiguous) }
        return simple.first.map(Choice.chosen) ?? .unknownName
    }

    private func named(_ name: String, as wanted: ModelType) -> Choice {
        guard case .chosen(let node) = named(name) else { return named(name) }
        return node.type.servesAs.contains(wanted) ? .chosen(node) : .fault(.qualifierUnknown)
    }

    func choice(_ wanted: ModelType, _ qualifier: String? = nil) -> Choice {
        if let qualifier { return named(qualifier, as: wanted) }
        if let bound = world.bindings[wanted] { return named(bound, as: wanted) }
        let fitting = nodes.filter { $0.type.servesAs.contains(wanted) }
        let exact = fitting.filter { $0.type == wanted }
        let field = exact.isEmpty ? fitting : exact
        if field.isEmpty { return .missing }
        if field.count == 1 { return .chosen(field[0]) }
        let primaries = field.filter(\.isPrimary)
        if primaries.count == 1 { return .chosen(primaries[0]) }
        if primaries.count > 1 { return .fault(.dependencyAmbiguous) }
        let regular = field.filter { !$0.isFallback }
        return regular.count == 1 ? .chosen(regular[0]) : .fault(.dependencyAmbiguous)
    }

    /// All that fit, by order and then by name; a qualifier keeps those it names.
    func members(_ wanted: ModelType, _ qualifier: String? = nil) -> [(model: ResolverModel, node: Node)] {
        let own = nodes.filter { node in
            let isNamed = qualifier.map { $0 == node.name || $0 == node.type.name } ?? true
            return node.type.servesAs.contains(wanted) && isNamed
        }
        let inherited = (parent?.members(wanted, qualifier) ?? []).filter { member in
            !own.contains { $0.name == member.node.name }
        }
        return (inherited + own.map { (self, $0) }).sorted {
            ($0.node.order, $0.node.name) < ($1.node.order, $1.node.name)
        }
    }

    // MARK: Results of lookups

    func label(_ node: Node) -> String { world.title + node.name }

    func one(_ wanted: ModelType, _ qualifier: String? = nil) -> Answer {
        switch choice(wanted, qualifier) {
        case .chosen(let node): return .found(label(node))
        case .fault(let code): return .fault(code)
        case .missing: return inherited(wanted, qualifier) ?? .fault(.dependencyMissing)
        case .unknownName: return inherited(wanted, qualifier) ?? .fault(.qualifierUnknown)
        }
    }

    /// What the parent has to say; nil where it knows nothing.
    private func inherited(_ wanted: ModelType, _ qualifier: String?) -> Answer? {
        guard let parent else { return nil }
        switch parent.choice(wanted, qualifier) {
        case .missing, .unknownName: return parent.inherited(wanted, qualifier)
        case .chosen, .fault: return parent.one(wanted, qualifier)
        }
    }

    func optional(_ wanted: ModelType, _ qualifier: String? = nil) -> Answer? {
        let answer = one(wanted, qualifier)
        return answer == .fault(.dependencyMissing) || answer == .fault(.qualifierUnknown) ? nil : answer
    }

    func lookup(named name: String) -> Answer {
        switch named(name) {
        case .chosen(let node): return .found(label(node))
        case .fault(let code): return .fault(code)
        case .missing, .unknownName: return parent?.lookup(named: name) ?? .fault(.qualifierUnknown)
        }
    }

    // MARK: What is wrong while booting

    private func isEager(_ node: Node) -> Bool { node.scope == .singleton }

    /// Whether an instance has shown the names that the properties of a class ask for.
    private func namesAreKnown(_ type: ModelType) -> Bool { nodes.contains { isEager($0) && $0.type == type } }

    /// The codes of all faults with the property each is about, sorted.
    func faults() -> [String] {
        let bad = badBindings() + circles
        var result = bad
        for node in nodes {
            for point in node.type.points {
                result += faults(of: point, in: node, namesAreKnown: bad.isEmpty && namesAreKnown(node.type))
            }
        }
        result += Array(repeating: "cycle-unkept", count: unkeptCycles(knowingAll: false, isMade: bad.isEmpty))
        if bad.isEmpty, world.forbidsCycles {
            result += cycles().map { _ in "cycle-forbidden" }
        }
        return result.sorted()
    }

    private func badBindings() -> [String] {
        world.bindings.compactMap { type, name in
            switch named(name) {
            case .chosen(let node):
                return node.type.servesAs.contains(type) ? nil : "binding-target-does-not-fit"
            default: return "binding-target-unknown"
            }
        }
    }

    /// What is wrong with the properties of a component whose names are known.
    func faults(knowing node: Node) -> [String] {
        node.type.points.flatMap { faults(of: $0, in: node, namesAreKnown: true) }
    }

    private func faults(of point: ModelPoint, in node: Node, namesAreKnown: Bool) -> [String] {
        var codes: [IOCError.Code] = []
        let needsOne = point.shape == .one || point.shape == .provider
        if !namesAreKnown {
            if needsOne, nodes.allSatisfy({ !$0.type.servesAs.contains(point.wanted) }),
                inherited(point.wanted, nil) == nil
            {
                codes.append(.dependencyMissing)
            }
        } else if point.shape != .all, point.shape != .allByName {
            switch choice(point.wanted, point.qualifier) {
            case .chosen: break
            case .fault(let code): codes.append(code)
            case let choice:
                switch inherited(point.wanted, point.qualifier) {
                case .found: break
                case .fault(let code): codes.append(code)
                case nil: if needsOne { codes.append(choice == .missing ? .dependencyMissing : .qualifierUnknown) }
                }
            }
        }
        let isLong = [.singleton, .lazySingleton, .weakSingleton].contains(node.scope)
        if isLong, keeps(point, namesAreKnown: namesAreKnown) { codes.append(.dependencyCaptive) }
        return codes.map { "\($0) \(point.owner).\(point.property)" }
    }

    /// Whether who holds what a property leads to would keep a request's component.
    private func keeps(_ point: ModelPoint, namesAreKnown: Bool, through seen: Set<String> = []) -> Bool {
        guard point.shape != .provider, point.shape != .optionalProvider else { return false }
        let targets = targets(of: point, namesAreKnown: namesAreKnown)
        let isCollection = point.shape == .all || point.shape == .allByName
        if namesAreKnown || targets.count == 1, targets.contains(where: { isKept($0, through: seen) }) { return true }
        guard namesAreKnown || targets.count < 2, isCollection || targets.isEmpty else { return false }
        guard namesAreKnown || isCollection || point.shape == .one else { return false }
        return parent?.supplies(point, namesAreKnown ? point.qualifier : nil) ?? false
    }

    /// Whether a component is a request's, or belongs to its holder and keeps a request's component itself.
    private func isKept(_ node: Node, through seen: Set<String> = []) -> Bool {
        if node.scope == .request { return true }
        guard node.scope == .prototype || node.scope == .objectGraph, !seen.contains(node.name) else { return false }
        return node.type.points.contains {
            keeps($0, namesAreKnown: namesAreKnown(node.type), through: seen.union([node.name]))
        }
    }

    /// Whether what a child is given for a property would keep a request's component.
    private func supplies(_ point: ModelPoint, _ qualifier: String?) -> Bool {
        let own = members(point.wanted, qualifier).filter { $0.model === self }.map(\.node)
        if point.shape == .all || point.shape == .allByName {
            return own.contains { isKept($0) } || parent?.supplies(point, qualifier) ?? false
        }
        if own.isEmpty { return parent?.supplies(point, qualifier) ?? false }
        guard case .chosen(let node) = choice(point.wanted, qualifier) else { return false }
        return isKept(node)
    }

    /// The components of this world that a property leads to, as far as is known.
    private func targets(of point: ModelPoint, namesAreKnown: Bool) -> [Node] {
        if !namesAreKnown || point.shape == .all || point.shape == .allByName {
            let qualifier = namesAreKnown ? point.qualifier : nil
            return nodes.filter { node in
                node.type.servesAs.contains(point.wanted)
                    && (qualifier.map { $0 == node.name || $0 == node.type.name } ?? true)
            }
        }
        if case .chosen(let node) = choice(point.wanted, point.qualifier) { return [node] }
        return []
    }

    /// How many groups of components keep each other though no scope keeps any of them, one of them weakly held.
    /// - Parameters:
    ///   - knowsAll: Whether every property's name is known, as when all have been made.
    ///   - isMade: Whether boot has made the eager ones.
    func unkeptCycles(knowingAll knowsAll: Bool, isMade: Bool = true) -> Int {
        let loose = nodes.filter { [.weakSingleton, .objectGraph, .prototype].contains($0.scope) }
        let weak = Set(loose.filter { $0.scope == .weakSingleton }.map(\.name))
        var next: [String: Set<String>] = [:]
        for node in loose {
            let namesAreKnown = knowsAll || isMade && namesAreKnown(node.type)
            for point in node.type.points where point.shape != .provider && point.shape != .optionalProvider {
                let targets = targets(of: point, namesAreKnown: namesAreKnown)
                guard namesAreKnown || targets.count == 1 else { continue }
                next[node.name, default: []].formUnion(targets.map(\.name))
            }
        }
        let names = Set(loose.map(\.name))
        return groups(next.mapValues { $0.intersection(names) }).filter { !$0.isDisjoint(with: weak) }.count
    }

    /// Each group of components that reach each other through properties.
    private func cycles() -> [Set<String>] {
        var next: [String: Set<String>] = [:]
        for node in nodes {
            for point in node.type.points where point.shape != .provider && point.shape != .optionalProvider {
                let names = targets(of: point, namesAreKnown: namesAreKnown(node.type)).map(\.name)
                next[node.name, default: []].formUnion(names)
            }
        }
        return groups(next)
    }

    /// Each group of names that reach each other, by looking from everybody to everybody.
    private func groups(_ next: [String: Set<String>]) -> [Set<String>] {
        func reached(from name: String) -> Set<String> {
            var seen: Set<String> = []
            var pending = Array(next[name] ?? [])
            while let current = pending.popLast() {
                guard seen.insert(current).inserted else { continue }
                pending += next[current] ?? []
            }
            return seen
        }
        return []
            + Set(
                nodes.map(\.name).filter { reached(from: $0).contains($0) }.map { name in
                    reached(from: name).filter { reached(from: $0).contains(name) }
                })
    }

    /// What a property gives once it is read; nil for one that stays empty.
    func reading(of point: ModelPoint) -> [Answer] {
        switch point.shape {
        case .one, .provider: return [one(point.wanted, point.qualifier)]
        case .optional, .optionalProvider: return optional(point.wanted, point.qualifier).map { [$0] } ?? []
        case .all: return members(point.wanted, point.qualifier).map { .found($0.model.label($0.node)) }
        case .allByName:
            return members(point.wanted, point.qualifier).map { .found("\($0.node.name)=\($0.model.label($0.node))") }
                .sorted { "\($0)" < "\($1)" }
        }
    }
}
