import IOC

/// Takes money.
public protocol PaymentGateway: Sendable {
    /// The provider's name.
    var provider: String { get }
}

/// Something the shop does when an order is placed.
public protocol OrderStep: Sendable {}

final class ShopStripeGateway: IOCComponent, PaymentGateway {
    static var traits: [ComponentTrait] { [.named("stripe")] }
    var provider: String { "Stripe" }
}

final class ShopInvoiceGateway: IOCComponent, PaymentGateway {
    static var traits: [ComponentTrait] { [.named("invoice"), .fallback] }
    var provider: String { "invoice" }
}

final class ShopReserveStock: IOCComponent, OrderStep {
    static var traits: [ComponentTrait] { [.order(1)] }
}

final class ShopCharge: IOCComponent, OrderStep, @unchecked Sendable {
    // Sound: the only state is wrapped.
    static var traits: [ComponentTrait] { [.order(2)] }
    @Autowired var gateway: any PaymentGateway
}

final class ShopCheckout: IOCComponent, @unchecked Sendable {
    // Sound: the only state is wrapped.
    @Autowired var steps: [any OrderStep]
    @Autowired var receipt: Provider<ShopReceipt>
    @Autowired var coupon: ShopCoupon?
}

final class ShopReceipt: IOCComponent, @unchecked Sendable {
    // Sound: the only state is wrapped.
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    @Autowired("invoice") var gateway: any PaymentGateway
}

/// Only in the program while the profile `campaign` is active.
final class ShopCoupon: IOCComponent {
    static var traits: [ComponentTrait] { [.profile("campaign")] }
}
