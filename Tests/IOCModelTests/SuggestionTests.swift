import TestSupport
import Testing

@testable import IOCModel

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "The nearest other word is suggested if it is near, and the first of those equally near",
        arguments: [
            ("prefixs", ["prefixes", "profiles"], "prefixes"), ("Mapper", ["SGMapper", "Shop.Mapper"], "Shop.Mapper"),
            ("sgmapper", ["SGMapper"], "SGMapper"), ("fiel", ["file", "File"], "file"),
            ("SGMaper", ["Shop.SGMapper", "Other"], "Shop.SGMapper"), ("entirely", ["different"], nil),
            ("", ["a"], "a"), ("x", [], nil), ("a", ["a", "b", "c"], "b"), ("a", ["a"], nil),
            ("Web.file", ["Shop.file", "Wep.file", "Web.fill"], "Wep.file"),
        ] as [(String, [String], String?)])
    func nearest(word: String, known: [String], expected: String?) {
        #expect(Suggestion.nearest(to: word, among: known) == expected)
    }

    @Test(
        "For an unknown prefix, the nearest module, type or run of capitals is suggested",
        arguments: [
            ("Shp.", "Shop."), ("Shop.Paymnets.", "Shop.Payments."), ("SH", "SG"), ("SGG", "SG"), ("Pay", nil),
            ("XY", nil), ("B", nil),
            ("A", nil), ("Shopp", "Shop."), ("SHop.Payments.X", "Shop.Payments."), ("HTPP", "HTTP"),
            ("Shop.Payment", "Shop.Payments."), ("Shop.Paym", nil),
        ] as [(String, String?)])
    func beginning(prefix: String, expected: String?) {
        let names = ["Shop.Payments.SGGate", "Shop.Payments.Gate", "Shop.HTTPClient", "Loner", "Shop.AB"]
        #expect(Suggestion.beginning(like: prefix, of: names) == expected)
    }

    /// The distance as its textbooks have it.
    private func plainDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
        for row in left.indices {
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(table[row][column + 1] + 1, table[row + 1][column] + 1, table[row][column] + cost)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = best
            }
        }
        return table[left.count][right.count]
    }

    @Test("The distance is the textbooks' up to every limit, and nil beyond", arguments: 0..<4 as Range<UInt64>)
    func distance(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<200 {
            func word() -> [Unicode.Scalar] { (0..<random.number(0...7)).map { _ in random.pick(["a", "b", "c"]) } }
            let (left, right, limit) = (word(), word(), random.number(0...5))
            let expected = plainDistance(left, right)
            let note: Comment = "\(left), \(right), \(limit)"
            let found = Suggestion.distance(left, right, limit: limit)
            #expect(found == (expected <= limit ? expected : nil), note)
        }
    }

    @Test(
        "The first of equally near prefixes by name is suggested, and a prefix of any depth",
        arguments: [
            ("Shap.", ["Shop.A", "Ship.A"], "Ship."), ("Shap.", ["Ship.A", "Shop.A"], "Ship."),
            ("Shop.Crt.", ["Shop.Cart.Items.Item"], "Shop.Cart."),
            ("Shop.Cart.Itms.", ["Shop.Cart.Items.Item"], "Shop.Cart.Items."),
        ])
    func alike(prefix: String, names: [String], expected: String) {
        #expect(Suggestion.beginning(like: prefix, of: names) == expected)
    }

    @Test(
        "A word is suggested if at most a third of its letters differ, and at most four",
        arguments: [
            ("abcdef", "abcdxy", true), ("abcdef", "abcxyz", false), ("abc", "abx", true), ("abc", "axy", false),
            ("ab", "ax", true), ("abcdefghijkl", "abcdefghwxyz", true), ("abcdefghijkl", "abcdefgvwxyz", false),
            ("abcdefghijklmnopqrs", "abcdefghijklmnovwxyz", false),
        ])
    func suggestionLimit(word: String, other: String, isNear: Bool) {
        #expect(Suggestion.nearest(to: word, among: [other]) == (isNear ? other : nil))
    }
}
