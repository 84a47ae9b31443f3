/// One navigation in a line.
@MainActor class AnyTicket {
    let name: String
    let key: AnyHashable?
    var turn: CheckedContinuation<Void, Never>?
    private(set) var isCancelled = false
    private(set) var reason = RoutingError.Code.navigationCanceled
    /// The reason why it is given up, where there is more to tell than the reason.
    private(set) var failure: RoutingError?
    var task: Task<Void, Never>?

    init(name: String, key: AnyHashable?) {
        self.name = name
        self.key = key
    }

    func proceed() {
        turn?.resume()
        turn = nil
    }

    func fail(with error: RoutingError) {
        guard !isCancelled else { return }
        failure = error
        cancel(because: error.code)
    }

    func cancel(because reason: RoutingError.Code) {
        guard !isCancelled else { return }
        isCancelled = true
        self.reason = reason
        task?.cancel()
    }
}
