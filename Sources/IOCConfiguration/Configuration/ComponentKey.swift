package import IOCModel

/// One thing that can be said of a component: its key in a file, its word in code, and how each is read into an entry.
///
/// The vocabulary is ``all``, beside the forms of ``ComponentTrait``.
package struct ComponentKey: Sendable {
    package typealias Entry = ContextConfiguration.ComponentEntry
    typealias ReadEntry = @Sendable (inout ConfigurationReader, PropertyValue, String, inout Entry) -> Void

    /// The key in a file; nil where only code says it.
    let fileKey: String?
    /// The word in code; nil where only a file says it.
    package let word: String?
    /// Reads a file's value into an entry, or notes what is wrong with it.
    let read: ReadEntry
    /// Makes what an entry says a fact of the component; for some it is a condition, which a declaration keeps.
    package var declare: @Sendable (Entry, inout DefinitionFacts) -> Void = { _, _ in }
    /// True if a subclass that inherits its superclass's traits does without it, as it would clash there.
    var isPersonal = false
    /// Returns the trait that the word makes of literal arguments; nil where the arguments don't fit.
    let make: @Sendable ([Argument]) -> ComponentTrait?

    /// An argument of a trait that is written as a literal.
    package enum Argument: Sendable {
        case value(PropertyValue)
        case type(TypeID)
        case scope(ScopeFacts)
    }

    /// The rows whose word stands in code.
    static let byWord = Dictionary(uniqueKeysWithValues: all.compactMap { row in row.word.map { ($0, row) } })
    /// The keys that a file may have.
    static let fileKeys = all.compactMap(\.fileKey)
}

// MARK: Forms of rows

extension ComponentKey {
    typealias Path<Value> = any WritableKeyPath<Entry.Said, Value?> & Sendable
    typealias Read<Value> = @Sendable (inout ConfigurationReader, PropertyValue, String) -> Value?
    typealias Make = @Sendable ([Argument]) -> ComponentTrait?

    /// A row that a file and code can say.
    static func both<Value>(
        _ key: String, as word: String? = nil, _ path: Path<Value>, isPersonal: Bool = false,
        _ read: @escaping Read<Value>,
        _ make: @escaping Make
    ) -> Self {
        Self(
            fileKey: key, word: word ?? key, read: { $3.said[keyPath: path] = read(&$0, $1, $2) },
            isPersonal: isPersonal,
            make: make)
    }

    /// A row that a file and code can say, and that is a fact of the component.
    static func both<Value>(
        _ key: String, _ path: Path<Value>, _ fact: any WritableKeyPath<DefinitionFacts, Value> & Sendable,
        isPersonal: Bool = false, _ read: @escaping Read<Value>, _ make: @escaping Make
    ) -> Self {
        var row = both(key, path, isPersonal: isPersonal, read, make)
        row.declare = { if let value = $0.said[keyPath: path] { $1[keyPath: fact] = value } }
        return row
    }

    /// A row that only a file can say.
    static func file(_ key: String, _ read: @escaping ReadEntry) -> Self {
        Self(fileKey: key, word: nil, read: read, make: { _ in nil })
    }

    /// A row that only code can say.
    static func code(_ word: String, isPersonal: Bool, _ make: @escaping Make) -> Self {
        Self(fileKey: nil, word: word, read: { _, _, _, _ in }, isPersonal: isPersonal, make: make)
    }
}

extension [ComponentKey.Argument] {
    var text: String? { if count == 1, case .value(.string(let text)) = self[0] { text } else { nil } }
    var number: Int? { if count == 1, case .value(.int(let number)) = self[0] { number } else { nil } }
    var scope: ScopeFacts? { if count == 1, case .scope(let scope) = self[0] { scope } else { nil } }
}
