/// The totals of the shop at one moment.
package struct Summary: Codable, Sendable, Equatable {
    package let books: Int
    package let stock: Int
    package let orders: Int
    package let copies: Int
    /// The revenue in cents.
    package let revenue: Int
    package let written: String
}
