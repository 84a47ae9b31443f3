import IOCRouting
import Testing

@Suite("Behaviors of containers") struct ContainerBehaviorTests {
    @Test("A container shows as many screens as its behavior says, whichever screen was selected") func visible() {
        let cases: [(ContainerBehavior, count: Int, selected: Int?, [Int])] = [
            (.stack, 0, nil, []), (.stack, 3, 0, [2]), (.tabs, 3, nil, [0]), (.tabs, 3, 2, [2]), (.tabs, 3, 3, [0]),
            (.tabs, 3, -1, [0]), (.tabs, 0, 0, []), (.split, 1, nil, [0]), (.split, 3, 1, [0, 2]),
            (.panes, 3, 1, [0, 1, 2]),
        ]
        for (behavior, count, selected, visible) in cases {
            #expect(behavior.visibleIndices(count: count, selected: selected) == visible)
        }
    }
}
