import IOC

/// A provider of payments.
public protocol PaymentGateway: Sendable {
    /// The provider's name.
    var provider: String { get }
}

/// A step that the shop takes when an order is placed.
public protocol OrderStep: Sendable {}

@Component("stripe")
final class ShopStripeGateway: PaymentGateway {
    var provider: String { "Stripe" }
}

@Component("invoice", .fallback)
final class ShopInvoiceGateway: PaymentGateway {
    var provider: String { "invoice" }
}

@Component(.order(1))
final class ShopReserveStock: OrderStep {}

@Component(.order(2))
final class ShopCharge: OrderStep {
    let gateway: any PaymentGateway
}

@Component
final class ShopCheckout {
    @Autowired var steps: [any OrderStep]
    @Autowired var receipt: Provider<ShopReceipt>
    @Autowired var coupon: ShopCoupon?
}

@Component
final class ShopServer {
    @Value("server.port") var port = 80
}

@Component(.scope(.prototype))
final class ShopReceipt {
    @Autowired("invoice") var gateway: any PaymentGateway
}

/// A coupon, which is registered only if the profile `campaign` is active.
@Component(.profile("campaign"))
final class ShopCoupon {}
