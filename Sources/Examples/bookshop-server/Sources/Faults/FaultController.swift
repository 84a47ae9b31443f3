import Bookshop
import IOC
import Web

/// A controller that answers slowly or with an error, to show how the server reacts.
@Component
final class FaultController: Controller {
    var routes: [Route] {
        [
            .get("/faults/slow") { request in
                try await Task.sleep(for: .milliseconds(request.item("ms", default: 1000)))
                return .text("slept\n")
            },
            .get("/faults/deaf") { request in
                // The cancellation of the request does not reach a detached task.
                let pause: Int = try request.item("ms", default: 1000)
                await Task.detached { try? await Task.sleep(for: .milliseconds(pause)) }.value
                return .text("slept\n")
            },
            .get("/faults/failure") { _ in throw DeliberateFault(description: "secret detail of the failure") },
        ]
    }
}
