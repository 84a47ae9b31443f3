import IOCModel
import TestSupport
import Testing

/// Random programs, wired as the rules say.
@Suite("The wiring of random programs")
struct WiringModelTests {
    private static let seeds = Array(0..<10 as Range<UInt64>)

    /// A world for each seed, with its seed for messages.
    private func worlds(_ seed: UInt64) -> [WiringWorld] {
        var random = SplitMix(seed: seed)
        return (0..<8).map { _ in WiringWorld(random: &random, parents: 2) }
    }

    @Test("Every property leads where the rules say, and has the fault that they say", arguments: seeds)
    func edges(seed: UInt64) {
        for (number, world) in worlds(seed).enumerated() {
            var unnamed = world
            unnamed.points = world.unnamedPoints
            let first = unnamed.wiring(unnamed.points)
            let wiring = world.wiring(world.points)
            expect(first, of: unnamed, "world \(number) of seed \(seed), without names")
            expect(wiring, of: world, "world \(number) of seed \(seed)")

            var mixed = world
            for index in world.points.indices where index % 2 == 0 { mixed.points[index] = unnamed.points[index] }
            #expect(mixed.wiring(mixed.points).edges == mixed.edges)
        }
    }

    @Test("The names that an instance shows have the faults that the rules say", arguments: seeds)
    func opaquePoints(seed: UInt64) {
        for (number, world) in worlds(seed).enumerated() {
            for definition in world.definitions.indices.prefix(2) {
                var mixed = world
                mixed.points = world.unnamedPoints
                var wiring = mixed.wiring(mixed.points)
                mixed.points[definition] = world.points[definition]
                let isForbidden = number.isMultiple(of: 2)
                let faults = wiring.judge(
                    mixed.points[definition], of: definition, replacing: true, rule: world.rule,
                    forbidsCycles: isForbidden, inherited: world.parentSupply)
                let note: Comment = "definition \(definition) of world \(number) of seed \(seed)"
                let unkept = unkept(mixed).circles.filter { $0.group.contains(definition) }
                let codes = choiceFaults(mixed)[definition] + judged(mixed)[definition]
                let settled = mixed.successors(settled: true)
                let forbidden = isForbidden ? circles(settled).filter { $0.group.contains(definition) } : []
                #expect(
                    faults.map(\.code.rawValue)
                        == codes + unkept.map { _ in "cycle-unkept" } + forbidden.map { _ in "cycle-forbidden" }, note)
            }
        }
    }

    @Test("A child's property is served as its parents say", arguments: seeds)
    func supply(seed: UInt64) {
        for world in worlds(seed) {
            for point in world.points.joined() where point.shape != .setting && point.shape != .meaningless {
                let faults = Wiring.faults(of: [point], rule: world.rule, inherited: world.parentSupply)
                #expect(faults.map(\.code.rawValue) == [world.edge(of: point).fault].compactMap(\.self))
            }
        }
    }

    // MARK: What is expected

    private func choiceFaults(_ world: WiringWorld) -> [[String]] {
        world.points.map { $0.compactMap { world.edge(of: $0).fault } }
    }

    /// For each definition what is wrong with where its properties lead.
    private func judged(_ world: WiringWorld) -> [[String]] {
        world.edges.enumerated().map { definition, edges in
            edges.enumerated().flatMap { index, edge in
                (world.captive(of: definition, over: index) == nil ? [] : ["dependency-captive"])
                    + (edge.targets.contains { world.definitions[$0].needsArguments } ? ["arguments-needed"] : [])
            }
        }
    }

    /// The edges between definitions that no scope keeps, and the circles of them that would keep each other for ever.
    private func unkept(_ world: WiringWorld) -> (edges: [[Int]], circles: [(group: [Int], length: Int)]) {
        let loose = world.successors(settled: true).enumerated().map { definition, targets in
            world.isKept(definition) ? [] : targets.filter { !world.isKept($0) }
        }
        let unkept = circles(loose).filter { circle in
            circle.group.contains { world.definitions[$0].scope == .weakSingleton }
        }
        return (loose, unkept)
    }

    private func expect(_ wiring: Wiring, of world: WiringWorld, _ note: Comment) {
        #expect(wiring.edges == world.edges, note)
        let successors = world.successors(settled: false)
        #expect(wiring.successors == successors, note)
        let settled = world.successors(settled: true)
        #expect(wiring.certainSuccessors == settled, note)

        let (loose, unkept) = unkept(world)
        let all = circles(settled)
        let codes = (choiceFaults(world) + judged(world)).joined()
        let circleCodes = unkept.map { _ in "cycle-unkept" } + all.map { _ in "cycle-forbidden" }
        #expect(wiring.faults.map(\.code.rawValue) == codes + circleCodes, note)

        let faulty = wiring.found.prefix(codes.count)
        for found in faulty { expectPath(of: found, in: world, successors, note) }
        expect(wiring.found.dropFirst(codes.count).prefix(unkept.count), are: unkept, in: loose, world, note)
        expect(wiring.found.suffix(all.count), are: all, in: settled, world, note)
    }

    /// A fault's path leads the shortest way from a component without dependents.
    private func expectPath(of found: Wiring.Found, in world: WiringWorld, _ successors: [[Int]], _ note: Comment) {
        let start = found.members[0]
        let roots = world.definitions.indices.filter { node in
            successors.enumerated().allSatisfy { $0.offset == node || !$0.element.contains(node) }
        }
        let steps =
            roots.contains(start)
            ? 0 : roots.compactMap { WiringWorld.distances(from: $0, successors)[start] }.min() ?? 0
        #expect(found.fault.path.count >= steps + 1, note)
        let lead = found.fault.path.prefix(steps + 1)
        #expect(lead.last == world.definitions[start].name, note)
        // One way of that length has those names.
        var ways = steps == 0 ? [[start]] : roots.map { [$0] }
        for _ in 0..<steps { ways = ways.flatMap { way in successors[way[way.count - 1]].map { way + [$0] } } }
        #expect(ways.contains { $0.last == start && $0.map { world.definitions[$0].name } == Array(lead) }, note)
        let rest = found.fault.path.dropFirst(steps + 1)
        guard found.fault.code == .dependencyCaptive else { return #expect(rest.isEmpty, note) }
        let number = world.points[start].firstIndex { $0.property == found.fault.point?.property } ?? 0
        let captive = world.captive(of: start, over: number)
        let holders = rest.prefix(captive?.steps ?? 0).compactMap { name in
            world.definitions.firstIndex { $0.name == name }
        }
        #expect(holders.first == captive?.over, note)
        #expect(holders.count == captive?.steps, note)
        for (one, next) in zip([start] + holders, holders) { #expect(successors[one].contains(next), note) }
        // Behind them the first that lives shorter, unless a parent gives it.
        let last =
            holders.last.map { holder in
                (holder, world.edges[holder].indices.filter { WiringWorld.isRead(world.edges[holder][$0]) })
            } ?? (start, [number])
        let end = last.1.lazy.compactMap { index -> [Int]? in
            let edge = world.edges[last.0][index]
            if holders.isEmpty, captive?.isOfParent == false { return edge.targets.filter(world.isShort) }
            if world.hasInParent(index, of: last.0) { return [] }
            let short = edge.targets.filter(world.isShort)
            return short.isEmpty ? nil : short
        }.first
        let behind = rest.dropFirst(holders.count)
        #expect(!behind.isEmpty, note)
        if let end = end?.first { #expect(Array(behind) == [world.definitions[end].name], note) }
    }

    /// The groups of nodes that lead to each other.
    private func circles(_ successors: [[Int]]) -> [(group: [Int], length: Int)] {
        let ways = successors.indices.map { WiringWorld.distances(from: $0, successors) }
        return successors.indices.compactMap { node in
            let group = successors.indices.filter { ways[node][$0] != nil && ways[$0][node] != nil }
            return group.first == node ? ways[node][node].map { (group, $0) } : nil
        }
    }

    private func expect(
        _ found: some Collection<Wiring.Found>, are circles: [(group: [Int], length: Int)], in successors: [[Int]],
        _ world: WiringWorld, _ note: Comment
    ) {
        let found = found.sorted { $0.members[0] < $1.members[0] }
        #expect(found.map { $0.members[0] } == circles.map { $0.group[0] }, note)
        #expect(found.map(\.members.count) == circles.map(\.length), note)
        for circle in found {
            for (one, next) in zip(circle.members, circle.members.dropFirst() + circle.members.prefix(1)) {
                #expect(successors[one].contains(next), note)
            }
            let steps = circle.fault.kind.cycle
            #expect(steps.map(\.component) == circle.members.map { world.definitions[$0].name }, note)
            for (index, step) in steps.enumerated() {
                let next = circle.members[(index + 1) % steps.count]
                let member = circle.members[index]
                let edge = world.edges[member].firstIndex {
                    WiringWorld.isRead($0, false) && $0.targets.contains(next)
                }
                #expect(step.property == edge.map { world.points[member][$0].property }, note)
            }
            guard circle.fault.code == .cycleForbidden else { continue }
            let point = world.points[circle.members[0]].first { $0.property == steps[0].property }
            #expect(circle.fault.location == point?.location?.description, note)
        }
    }
}
