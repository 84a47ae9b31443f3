/// A place in a source where a small change may be made.
struct Place: Hashable, Codable {
    /// What is done to the text of a place.
    enum Kind: String, Codable, CaseIterable {
        /// A condition is turned round.
        case condition
        /// A guard, or one part of a condition, no longer decides.
        case guardDropped = "guard"
        /// What is unwrapped is nil.
        case absent
        /// `<` becomes `<=`, and so on.
        case boundary
        /// What is sorted comes the other way round.
        case order
        /// A statement is left out.
        case statement
        /// A statement that lets go of something is left out.
        case release
        /// An atomic operation is ordered by nothing.
        case memoryOrder = "memory order"
        /// A call comes after the one behind it.
        case moved
        /// What is done on the way out, in a `catch`, a guard or a `defer`, is left out as a whole.
        case cleanUp = "clean-up"
        /// What is done on the way out is done at once as well.
        case early
        /// What is added to something replaces it.
        case replaced
        /// A loop runs once.
        case once
        /// The last of several counts instead of each.
        case last
        /// A value that was read before is read anew.
        case fresh
        /// A value that is read anew is the one that was read before.
        case stale
        /// One part of what is compared is forgotten, or counts the other way round.
        case part
        /// A key forgets one of what it is made from.
        case key
        /// An argument is another one of the call, or what it was made from.
        case argument
        /// A cancellation is left out where the caller is cancelled.
        case cancellation

        /// True if it is about pairs and paths, not about a single expression or statement.
        var isOfPaths: Bool {
            switch self {
            case .condition, .guardDropped, .absent, .boundary, .order, .statement, .release, .memoryOrder: false
            case .moved, .cleanUp, .early, .replaced, .once, .last, .fresh, .stale, .part, .key, .argument,
                .cancellation:
                true
            }
        }
    }

    /// How the choice is written around the text.
    enum Form: Hashable, Codable {
        /// `@MutationKeyPart<number, type> words` in place of the text
        case keyPart(type: String, words: String)
        /// `function(number, text)`
        case call(String)
        /// ` = mutationAbsent(number, text)` behind the name that is unwrapped
        case binding
        /// `(mutationChosen(number) ? changed : text)`
        case either
        /// `if !mutationChosen(number) { text }`
        case unless
        /// `if mutationChosen(number) { changed } else { text }`
        case branch
        /// `if mutationChosen(number) { changed }` before the text
        case preceded
        /// `if mutationChosen(number) { break }` behind the text
        case followed
    }

    let kind: Kind
    let form: Form
    /// Where the text stands, in UTF-8 bytes.
    let start, end: Int
    /// The file, by its path in the package.
    let file: String
    let line: Int
    /// The function or type around it, and where that stands.
    let owner: String
    let ownerStart, ownerEnd: Int
    let original, changed: String
    /// Which it is of those that read the same in one function.
    var ordinal = 0

    /// What names the place as long as its text and its function stay: neither a line nor a folder.
    var key: String {
        let name = file.split(separator: "/").last ?? ""
        let more = ordinal == 0 ? "" : " (\(ordinal + 1))"
        return "\(name) \(owner): \(kind.rawValue): \(original.oneLine) → \(changed.oneLine)\(more)"
    }
}

extension String {
    /// The text with each run of spaces and line ends as one space.
    var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
