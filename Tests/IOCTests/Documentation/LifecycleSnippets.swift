// swift-format-ignore-file
import IOC

/// The code of the page "Start, run, stop".
private enum ClientSnippet {
    @Component
    final class Client: IOCService {
        func run() async throws { /* keep connections until the task is cancelled */ }
        func ready() async throws { /* send a query */ }
    }
    @Component
    final class Schema: Startable {
        let client: Client
        func start() async throws { /* create tables through the client */ }
    }
}

private enum RetrySnippet {
    @Component(.retry(attempts: 5, delay: .milliseconds(200), factor: 2))
    final class Broker: Startable {
        func start() async throws { /* connect */ }
    }
}
