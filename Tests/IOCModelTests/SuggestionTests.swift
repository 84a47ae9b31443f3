import Testing

@testable import IOCModel

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "The nearest word is suggested, if it is near",
        arguments: [
            ("prefixs", ["prefixes", "profiles"], "prefixes"), ("Mapper", ["SGMapper", "Shop.Mapper"], "Shop.Mapper"),
            ("sgmapper", ["SGMapper"], "SGMapper"), ("fiel", ["file", "File"], "file"),
            ("SGMaper", ["Shop.SGMapper", "Other"], "Shop.SGMapper"), ("entirely", ["different"], nil),
            ("", ["a"], "a"),
            ("x", [], nil),
        ] as [(String, [String], String?)])
    func nearest(word: String, known: [String], expected: String?) {
        #expect(Suggestion.nearest(to: word, among: known) == expected)
    }
}
