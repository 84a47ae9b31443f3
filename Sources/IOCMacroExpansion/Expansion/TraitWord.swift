/// The word of a trait, with what the annotation's rules say of it.
///
/// The words are those of the container's traits, which a test compares, as the compiler's process does without the container.
struct TraitWord {
    let word: String
    /// The noun for a trait that stands once at most.
    var single: String?
    /// The noun for a text in the trait that can't be empty, around the class's name.
    var text: (before: String, after: String)?

    static let all = [
        TraitWord(word: "named", single: "a name", text: ("the name of", "")),
        TraitWord(word: "scope", single: "a scope"),
        TraitWord(word: "primary"),
        TraitWord(word: "fallback"),
        TraitWord(word: "order", single: "an order"),
        TraitWord(word: "lazy"),
        TraitWord(word: "profile", text: ("the profile of", "")),
        // A property may well have to equal an empty text.
        TraitWord(word: "when"),
        TraitWord(word: "whenMissing"),
        TraitWord(word: "retry", single: "a retry"),
        TraitWord(word: "dependsOn", text: ("the name of what", " depends on")),
    ]

    /// The row of a word; nil for one of the program's own.
    static func row(_ word: String) -> TraitWord? { all.first { $0.word == word } }
}
