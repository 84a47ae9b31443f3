// swift-format-ignore-file
import Foundation
package import Logging
package import ServiceLifecycle

package protocol ApplicationProtocol: Service {
    associatedtype Responder: HTTPResponder
    var responder: Responder { get async throws }
}

/// A server on the port of its configuration.
package struct Application<Responder: HTTPResponder>: ApplicationProtocol {
    package let responder: Responder
    private let address: BindAddress

    package init<ResponderBuilder: HTTPResponderBuilder>(
        router: ResponderBuilder, configuration: ApplicationConfiguration = ApplicationConfiguration(),
        logger: Logger? = nil
    ) where Responder == ResponderBuilder.Responder {
        responder = router.buildResponder()
        address = configuration.address
    }

    package func run() async throws {
        let port = try Port(address.host, address.port) { await answer($0) }
        let (ended, end) = AsyncStream<Void>.makeStream()
        await withGracefulShutdownHandler {
            for await _ in ended {}
        } onGracefulShutdown: {
            end.finish()
        }
        await port.close()
    }

    private func answer(_ path: String) async -> (isFound: Bool, text: String) {
        do {
            let context = Responder.Context(source: ApplicationRequestContextSource())
            let response = try await responder.respond(to: Request(method: .get, path: path), context: context)
            return (response.status != .notFound, response.body.text)
        } catch {
            return (false, "\(error)")
        }
    }
}
