import BenchmarkFrame
import Testing

@Suite("Statistics")
struct StatisticsTests {
    struct Sample: Sendable {
        var values: [Double]
        var median: Double
    }

    static let samples = [
        Sample(values: [3, 1, 2], median: 2), Sample(values: [4, 1, 3, 2], median: 2.5),
        Sample(values: [7], median: 7), Sample(values: [], median: 0), Sample(values: [1, 1, 1_000], median: 1),
    ]

    @Test("The median is the value in the middle, or halfway between the two there", arguments: samples)
    func median(sample: Sample) {
        #expect(Statistics.median(sample.values) == sample.median)
    }

    @Test("A quarter of the values lie below the first quartile, and a quarter above the third")
    func quartiles() {
        #expect(Statistics.quartiles([5, 1, 4, 2, 3]) == (2, 4))
        #expect(Statistics.quartiles([1, 2]) == (1.25, 1.75))
        #expect(Statistics.quartiles([7]) == (7, 7))
    }

    struct Judgement: Sendable {
        var value: Double
        var bar: Double?
        var target: Double?
        var verdict: Figure.Verdict
    }

    static let judgements = [
        Judgement(value: 1, bar: 1.1, target: 1.02, verdict: .target),
        Judgement(value: 1.05, bar: 1.1, target: 1.02, verdict: .bar),
        Judgement(value: 1.1, bar: 1.1, target: 1.02, verdict: .bar),
        Judgement(value: 1.2, bar: 1.1, target: 1.02, verdict: .missed),
        Judgement(value: 112, bar: 112, target: nil, verdict: .target),
        Judgement(value: 113, bar: 112, target: nil, verdict: .missed),
        Judgement(value: 5, bar: nil, target: nil, verdict: .open),
    ]

    @Test("A figure is judged by its bar and its target", arguments: judgements)
    func verdict(judgement: Judgement) {
        let verdict = Figure.verdict(on: judgement.value, bar: judgement.bar, target: judgement.target)
        #expect(verdict == judgement.verdict)
    }
}
