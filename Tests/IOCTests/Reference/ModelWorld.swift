import IOC
import TestSupport

/// A random configuration, as plain facts and as the real thing.
struct ModelWorld {
    struct Node: Equatable {
        var name: String
        var type: ModelType
        var scope: Scope
        var isPrimary = false
        var isFallback = false
        var order = 0
        var profiles: [String] = []
        /// The property that must be true.
        var flag: String?
        var whenMissing: ModelType?
        /// True if what must be missing must be missing in parent contexts, too.
        var countsAncestors = true
    }

    /// What stands in front of its components' names when they are reported.
    var title = ""
    var nodes: [Node]
    var bindings: [ModelType: String] = [:]
    var forbidsCycles = false
    var isProfileActive = false
    /// The properties that are true.
    var flags: Set<String> = []

    static let scopes: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request]

    /// A world of `range` components.
    /// - Parameter isTidy: Whether everything anybody wants is there, once or with a winner.
    static func random(
        _ generator: inout SplitMix, title: String = "", count range: ClosedRange<Int>, isTidy: Bool
    ) -> ModelWorld {
        var world = ModelWorld(title: title, nodes: [])
        let count = Int.random(in: range, using: &generator)
        for number in 0..<count {
            var type = ModelType.classes.randomElement(using: &generator) ?? .leafA
            if isTidy {
                // What the pool's qualifiers name must fit.
                let named: [ModelType] = [.right, .leafA, .leafB, .leafB, .sub]
                type = number < named.count ? named[number] : number < 19 ? ModelType.classes[number - 5] : type
            }
            world.nodes.append(Node(name: "n\(number)", type: type, scope: .singleton))
        }
        world.decorate(&generator, isTidy: isTidy)
        // Another test covers cycles that no scope keeps and that boot can't see.
        let model = ResolverModel(world)
        if model.unkeptCycles(knowingAll: false) != model.unkeptCycles(knowingAll: true) {
            for index in world.nodes.indices where world.nodes[index].scope == .weakSingleton {
                world.nodes[index].scope = .lazySingleton
            }
        } else if isTidy, model.unkeptCycles(knowingAll: true) > 0 {
            for index in world.nodes.indices where world.nodes[index].scope == .weakSingleton {
                world.nodes[index].scope = .lazySingleton
            }
        }
        return world
    }

    private mutating func decorate(_ generator: inout SplitMix, isTidy: Bool) {
        isProfileActive = generator.chance(50)
        for flag in ["f0", "f1", "f2"] where generator.chance(50) { flags.insert(flag) }
        for index in nodes.indices {
            if generator.chance(60) {
                let scopes = isTidy ? Array(Self.scopes.dropLast()) : Self.scopes
                nodes[index].scope = scopes.randomElement(using: &generator) ?? .singleton
            }
            nodes[index].order = generator.chance(40) ? Int.random(in: -3...3, using: &generator) : 0
            if isTidy, index < 19 { continue }
            nodes[index].isPrimary = generator.chance(isTidy ? 0 : 20)
            nodes[index].isFallback = generator.chance(25)
            if generator.chance(15) { nodes[index].profiles = [generator.chance(50) ? "p" : "!p"] }
            if generator.chance(15) { nodes[index].flag = ["f0", "f1", "f2"].randomElement(using: &generator) }
            if generator.chance(10) {
                nodes[index].whenMissing = ModelType.allCases.randomElement(using: &generator)
                nodes[index].countsAncestors = generator.chance(50)
            }
        }
        for type in ModelType.allCases where isTidy || generator.chance(25) {
            let fitting = nodes.prefix(19).filter { isTidy ? $0.type.servesAs.contains(type) : true }
            bindings[type] = fitting.randomElement(using: &generator)?.name
        }
        forbidsCycles = !isTidy && generator.chance(15)
    }

    var configuration: ContextConfiguration {
        var components: [String: ContextConfiguration.ComponentEntry] = [:]
        for node in nodes {
            components[node.name] = ContextConfiguration.ComponentEntry(
                className: "IOCTests.\(node.type.name)", scope: node.scope, isPrimary: node.isPrimary,
                isFallback: node.isFallback, order: node.order, profiles: node.profiles,
                when: node.flag.map { ContextConfiguration.SettingCondition(setting: "flags.\($0)", equals: true) },
                whenMissing: node.whenMissing.map(\.name), countsAncestors: node.countsAncestors)
        }
        var configuration = ContextConfiguration(
            classes: ["IOCTests.ModelLabeller"], profiles: isProfileActive ? ["p"] : [],
            cycles: forbidsCycles ? .forbid : .allow, components: components,
            bindings: Dictionary(uniqueKeysWithValues: bindings.map { ("IOCTests.\($0.key.name)", $0.value) }),
            settings: [
                "flags": .object(Dictionary(uniqueKeysWithValues: flags.map { ($0, true) })),
                "world": .string(title),
            ])
        configuration.environment = [:]
        return configuration
    }
}
