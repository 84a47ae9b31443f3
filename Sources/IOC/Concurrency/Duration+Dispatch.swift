import Dispatch

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// The duration for a timer: at least zero, and at most a hundred years.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(3_155_760_000)).components
        return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
