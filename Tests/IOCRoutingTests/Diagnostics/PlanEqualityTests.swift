import Testing

@testable import IOCRouting

@Suite("Equal plans")
struct PlanEqualityTests {
    @Test("Plans are told apart by each of their parts")
    func parts() {
        let move = RoutePlan.Move(operation: .replaceRoot(screen: "a"), reason: "b")
        let plain = RoutePlan(
            destination: "a", considerations: [], interceptors: [], made: [], moves: [move])
        var plans = [plain, plain, plain, plain, plain, plain, plain]
        plans[1].destination = "b"
        plans[2].considerations = [.init(step: "a", verdict: "b")]
        plans[3].interceptors = ["a"]
        plans[4].made = ["a"]
        plans[5].taken = ["a"]
        plans[6].moves = []
        #expect(Set(plans).count == plans.count)
        #expect(plain == RoutePlan(destination: "a", considerations: [], interceptors: [], made: [], moves: [move]))
    }

    @Test("Moves and considerations are told apart by each of their parts")
    func moves() {
        let moves = [
            RoutePlan.Move(operation: .replaceRoot(screen: "a"), reason: "b"),
            .init(operation: .replaceRoot(screen: "b"), reason: "b"),
            .init(operation: .replaceRoot(screen: "a"), reason: "a"),
        ]
        #expect(Set(moves).count == moves.count)
        let considerations = [
            RoutePlan.Consideration(step: "a", verdict: "b"), .init(step: "b", verdict: "b"),
            .init(step: "a", verdict: "a"),
        ]
        #expect(Set(considerations).count == considerations.count)
    }

    @Test("Operations are told apart by their kind, each screen, the place and the style")
    func operations() {
        func all() -> [RoutingOperation] {
            [
                .dismiss(screen: "a", from: "b"), .dismiss(screen: "c", from: "b"), .dismiss(screen: "a", from: "c"),
                .reveal(screen: "a", in: "b"), .reveal(screen: "c", in: "b"), .reveal(screen: "a", in: "c"),
                .present(screen: "a", on: "b", style: .sheet), .present(screen: "c", on: "b", style: .sheet),
                .present(screen: "a", on: "c", style: .sheet), .present(screen: "a", on: "b", style: .fullScreen),
                .setContained(container: "b", screens: ["a"]), .setContained(container: "c", screens: ["a"]),
                .setContained(container: "b", screens: ["c"]), .setContained(container: "b", screens: ["a", "c"]),
                .setContained(container: "b", screens: ["c", "a"]), .setContained(container: "b", screens: ["a, c"]),
                .replaceRoot(screen: "a"), .replaceRoot(screen: "b"),
            ]
        }
        #expect(Set(all()).count == all().count && all() == all())
        for (index, one) in all().enumerated() { #expect(all().firstIndex(of: one) == index) }
    }

    @Test("Faults of routes, and behaviors of containers, are told apart by each of their parts")
    func facts() {
        let plain = RouteFault(code: .routerBusy, route: "a", step: "b", reason: "c")
        var faults = Array(repeating: plain, count: 5)
        faults[1].code = .screenNotFound
        faults[2].route = "b"
        faults[3].step = "c"
        faults[4].reason = "d"
        #expect(Set(faults).count == faults.count)
        let behaviors = [
            ContainerBehavior(showing: .all, revealing: .selects), .init(showing: .all, revealing: .truncates),
            .init(showing: .last, revealing: .selects),
        ]
        #expect(Set(behaviors).count == behaviors.count)
    }

    @Test("Screens of a stored tree are told apart by each of their parts")
    func snapshots() {
        let plain = TreeSnapshot.Node(name: "a", route: "b", input: "c")
        var nodes = Array(repeating: plain, count: 8)
        nodes[1].name = "b"
        nodes[2].route = nil
        nodes[3].input = nil
        nodes[4].contained = [plain]
        nodes[5].visible = [0]
        nodes[6].presented = [plain]
        nodes[7].style = .sheet
        #expect(Set(nodes).count == nodes.count)
    }

    @Test("Screens of a tree are told apart by each of their parts")
    func shapes() {
        final class Screen {}
        let (one, other) = (Screen(), Screen())
        let plain = TreeShape.Node(id: ObjectIdentifier(one), name: "a", depth: 1, relation: "", isVisible: true)
        var nodes = Array(repeating: plain, count: 6)
        nodes[1].id = ObjectIdentifier(other)
        nodes[2].name = "b"
        nodes[3].depth = 2
        nodes[4].relation = "b"
        nodes[5].isVisible = false
        #expect(Set(nodes).count == nodes.count)
    }
}
