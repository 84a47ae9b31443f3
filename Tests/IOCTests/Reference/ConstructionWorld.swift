import IOC
import TestSupport

/// A random graph of definitions in several assemblies: who asks for whom, while it is made, when it is injected, or by a
/// wrapped property.
struct ConstructionWorld {
    /// A lookup.
    struct Edge {
        enum Argument {
            case fixed(Int)
            /// The argument of the caller.
            case own
        }

        var target: Int
        var argument: Argument?
    }

    struct Node {
        var scope: Scope
        /// The assembly that defines it.
        var assembly = 0
        var takesArgument = false
        /// Asked for before the instance is there.
        var whileMade: [Edge] = []
        /// Asked for when it is there, by one injection after another.
        var whenInjected: [[Edge]] = []
        /// What a wrapped property of its class leads to.
        var property: Int?
    }

    static let assemblies = 3
    /// No two definitions have one class with a property.
    static let wiredClasses = 8

    var nodes: [Node] = []

    /// - Parameter isShared: Whether there is one instance of everything, and no cycle of makings.
    static func random(_ generator: inout SplitMix, count: Int, isShared: Bool) -> ConstructionWorld {
        // What a property may keep unowned, and what lives for a request, are other tests' business.
        let hasProperties = generator.chance(50)
        let scopes: [Scope] =
            isShared
            ? [.singleton, .lazySingleton]
            : [.lazySingleton, .objectGraph, .prototype] + (hasProperties ? [] : [.weakSingleton, .request])
        // Prototypes that ask for many prototypes grow without end, so edges are few.
        let lateEdges = Int.random(in: 0...2, using: &generator)
        let backEdges = generator.chance(50)
        let makesBack = generator.chance(30)
        let argumentChance = generator.pick([0, 0, 30])
        var world = ConstructionWorld()
        for _ in 0..<count {
            var node = Node(scope: generator.pick(scopes))
            node.assembly = generator.chance(50) ? 0 : Int.random(in: 0..<assemblies, using: &generator)
            node.takesArgument = generator.chance(argumentChance)
            world.nodes.append(node)
        }
        func edge(_ range: Range<Int>) -> Edge {
            let target = Int.random(in: range, using: &generator)
            guard world.nodes[target].takesArgument else { return Edge(target: target) }
            return Edge(
                target: target, argument: generator.chance(60) ? .own : .fixed(Int.random(in: 0...1, using: &generator))
            )
        }
        for index in 0..<count {
            if generator.chance(60), index + 1 < count {
                world.nodes[index].whileMade.append(edge(index + 1..<min(count, index + 12)))
            }
            for _ in 0..<lateEdges where generator.chance(45) {
                let other = edge(max(0, backEdges ? index - 6 : index)..<min(count, index + 8))
                let last = world.nodes[index].whenInjected.count - 1
                if generator.chance(30), last >= 0 {
                    world.nodes[index].whenInjected[last].append(other)
                } else {
                    world.nodes[index].whenInjected.append([other])
                }
            }
            // Rarely, a component is needed to create itself: an error that the model knows, too.
            if !isShared, generator.chance(makesBack ? 10 : 1) { world.nodes[index].whileMade.append(edge(0..<count)) }
        }
        let targets = world.nodes.indices.filter { !world.nodes[$0].takesArgument }
        if hasProperties, !targets.isEmpty {
            for index in world.nodes.indices.shuffled(using: &generator).prefix(wiredClasses) {
                world.nodes[index].property = generator.pick(targets)
            }
        }
        return world
    }
}
