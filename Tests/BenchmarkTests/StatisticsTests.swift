import BenchmarkFrame
import Testing

@Suite("Statistics")
struct StatisticsTests {
    @Test(
        "The median is the value in the middle, or halfway between the two there",
        arguments: [
            ([3, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([7], 7), ([], 0), ([1, 1, 1_000], 1),
        ] as [([Double], Double)])
    func median(values: [Double], expected: Double) {
        #expect(Statistics.median(values) == expected)
    }

    @Test(
        "A figure is judged by its bar and its target",
        arguments: [
            (1.0, 1.1, 1.02, Figure.Verdict.target), (1.05, 1.1, 1.02, .bar), (1.2, 1.1, 1.02, .missed),
            (1.1, 1.1, 1.02, .bar), (112, 112, nil, .target), (5, nil, nil, .open),
        ] as [(Double, Double?, Double?, Figure.Verdict)])
    func verdict(value: Double, bar: Double?, target: Double?, expected: Figure.Verdict) {
        #expect(Figure.verdict(on: value, bar: bar, target: target) == expected)
    }
}
