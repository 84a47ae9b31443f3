import Bookshop
import IOC
import Web

/// A controller that writes an order and then fails. Afterwards no part of the order may be visible.
@Component
final class FaultyOrderController: Controller {
    @Injected("Bookshop.OrderController") let orders: any Controller

    var routes: [Route] {
        [
            .post("/faults/orders") { [orders] request in
                guard let place = orders.routes.first(where: { $0.method == "POST" }) else {
                    throw DeliberateFault(description: "orders are rejected")
                }
                _ = try await place.handler(request)
                throw DeliberateFault(description: "the order was written, and now this")
            }
        ]
    }
}
