/// The name a property asks for, in a box so that the many that ask for none pay one word.
@usableFromInline
final class QualifierName: Sendable {
    let text: String

    @usableFromInline
    init(_ text: String) { self.text = text }
}
