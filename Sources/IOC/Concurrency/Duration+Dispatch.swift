import Dispatch

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(clamping: components.seconds &* 1_000_000_000 &+ components.attoseconds / 1_000_000_000))
    }
}
