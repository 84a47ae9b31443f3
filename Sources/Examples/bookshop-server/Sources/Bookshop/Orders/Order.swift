/// An order.
package struct Order: Codable, Sendable, Equatable {
    package let id: Int
    /// The client's own name for it; no two orders have the same.
    package let reference: String
    package let book: Int
    package let quantity: Int
    /// In cents, with the discount taken off.
    package let total: Int
    /// The id of the request that placed it.
    package let request: String
    /// When it was placed.
    package let placed: String
}
