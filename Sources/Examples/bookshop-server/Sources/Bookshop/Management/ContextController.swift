import IOC
import Web

/// Answers for `/context`: what the context has to say about itself, as text, or as JSON where that is asked for.
final class ContextController: ManagementController {
    var routes: [Route] {
        [
            .get("/context") { _ in .text("\(try ApplicationContext.current.report)\n") }
        ]
    }
}
