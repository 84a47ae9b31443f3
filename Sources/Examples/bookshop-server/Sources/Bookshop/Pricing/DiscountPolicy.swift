import IOC

/// A rule for the price of several copies of a book.
protocol DiscountPolicy: Sendable {
    /// Calculates the price of a number of copies.
    /// - Returns: The total in cents.
    func total(of quantity: Int, at price: Int) -> Int
}

/// The price without a discount. It is used if no other policy is registered.
@Component(.fallback)
final class ListPrice: DiscountPolicy {
    func total(of quantity: Int, at price: Int) -> Int { quantity * price }
}

/// A discount for several copies, if the settings contain a percentage.
@Component(.when(setting: "discount.percent"))
final class QuantityDiscount: DiscountPolicy {
    @Injected(setting: "discount.percent") let percent: Percent
    @Injected(setting: "discount.from", default: 10) let from: Int

    func total(of quantity: Int, at price: Int) -> Int {
        quantity >= from ? quantity * price * (100 - percent.value) / 100 : quantity * price
    }
}

/// A number from 0 to 100.
struct Percent: Decodable, Sendable {
    let value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(Int.self)
        guard (0...100).contains(value) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a percentage goes from 0 to 100")
        }
    }
}
