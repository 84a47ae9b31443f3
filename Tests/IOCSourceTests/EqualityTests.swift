import IOCSource
import Testing

@Suite("Equal declarations")
struct EqualityTests {
    private static let base = """
        import Shop
        #if DEBUG
        import Tools
        #endif
        final class Box<T: P, U>: Base, First {
            @Named("a") weak var name: Int? = 1
            static var body: Int { 1 }
            init(one: Int) throws { self.one = one }
            func run(by way: Int) async -> Int { way }
            typealias Alias = Int
        }
        """

    /// Each change leaves every other part in its place.
    @Test(
        "A file is another one as soon as one part of a declaration is another one",
        arguments: [
            ("Shop", "Shup"), ("DEBUG", "RELAY"), ("Tools", "Pools"), ("class Box", "class Bax"), ("final", "@objc"),
            ("T: P", "T: Q"), ("P, U>", "P, V>"), ("Base", "Bass"), ("First", "Fight"), ("(\"a\")", "(\"b\")"),
            ("weak var", "lazy var"), ("name", "nome"), ("Int? =", "Any? ="), ("= 1", "= 2"), ("{ 1 }", "{ 2 }"),
            ("static", "public"), ("one: Int", "two: Int"), ("one: Int", "one: Any"), ("throws", "async "),
            ("run", "ran"), ("by way", "by why"), ("by way", "at way"), ("async", "     "), ("-> Int", "-> Any"),
            ("Alias", "Other"), ("Alias = Int", "Alias = Any"),
        ])
    func parts(part: String, other: String) throws {
        let changed = Self.base.replacing(part, with: other, maxReplacements: 1)
        #expect(changed != Self.base && changed.utf8.count == Self.base.utf8.count)
        let (one, same, another) = (try model(Self.base), try model(Self.base), try model(changed))
        #expect(one.types == same.types && one.imports == same.imports)
        #expect(one.types != another.types || one.imports != another.imports)
    }

    @Test("Expressions of one form are told apart by their texts and by where they start")
    func expressions() throws {
        let elements = try #require(ExpressionSyntax("[a, a, b]").elements)
        #expect(Set(elements).count == 3)
        #expect(elements == ExpressionSyntax("[a, a, b]").elements)
    }

    @Test("Builds are told apart by the flags that are set, by those that are not, and by their platform")
    func settings() {
        let plain = BuildSettings()
        var arm = plain
        arm.target("aarch64-unknown-linux-gnu")
        var static64 = plain
        static64.target("x86_64-swift-linux-musl")
        let all = [plain, BuildSettings(defined: ["A"]), BuildSettings(undefined: ["A"]), arm, static64]
        #expect(Set(all).count == all.count)
    }
}
