import Dispatch

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// The longest time for a timer: a hundred years.
    static let longest = Duration.seconds(3_155_760_000)

    /// The duration for a timer: at least zero, at most ``longest``.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(max(self, .zero), .longest).components
        return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
