import IOC

/// Says what copies of a book cost together.
protocol DiscountPolicy: Sendable {
    /// - Returns: The total in cents.
    func total(of quantity: Int, at price: Int) -> Int
}

/// The price as it stands; serves where no other policy is in.
@Component(.fallback)
final class ListPrice: DiscountPolicy {
    func total(of quantity: Int, at price: Int) -> Int { quantity * price }
}

/// Something off for several copies, where the configuration says how much.
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
