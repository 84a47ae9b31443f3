/// A book on the shelf.
package struct Book: Codable, Sendable, Equatable {
    package let id: Int
    package let isbn: String
    package let title: String
    package let author: String
    /// In cents.
    package let price: Int
    /// How many copies there are.
    package let stock: Int
}
