/// An order.
package struct Order: Codable, Sendable, Equatable {
    package let id: Int
    /// The client's own name for the order, which is unique.
    package let reference: String
    package let book: Int
    package let quantity: Int
    /// The total in cents, after the discount.
    package let total: Int
    /// The id of the request that placed the order.
    package let request: String
    /// The time at which the order was placed.
    package let placed: String
}
