// swift-format-ignore-file
import Foundation
package import Logging
package import ServiceLifecycle

package protocol ApplicationProtocol: Service {
    associatedtype Responder: HTTPResponder
    var responder: Responder { get async throws }
}

/// A server whose requests are lines of standard input: `GET /path`.
package struct Application<Responder: HTTPResponder>: ApplicationProtocol {
    package let responder: Responder

    package init<ResponderBuilder: HTTPResponderBuilder>(
        router: ResponderBuilder, configuration: ApplicationConfiguration = ApplicationConfiguration(),
        logger: Logger? = nil
    ) where Responder == ResponderBuilder.Responder {
        responder = router.buildResponder()
    }

    package func run() async throws {
        Task.detached {
            while let line = readLine() { say(await answer(String(line.dropFirst(4)))) }
        }
        let (ended, end) = AsyncStream<Void>.makeStream()
        await withGracefulShutdownHandler {
            for await _ in ended {}
        } onGracefulShutdown: {
            end.finish()
        }
    }

    private func answer(_ path: String) async -> String {
        do {
            let context = Responder.Context(source: ApplicationRequestContextSource())
            let response = try await responder.respond(to: Request(method: .get, path: path), context: context)
            return response.status == .notFound ? "404" : response.body.text
        } catch {
            return "500 \(error)"
        }
    }
}

/// Writes a line at once; `fflush(nil)` would wait for the thread that reads standard input.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
