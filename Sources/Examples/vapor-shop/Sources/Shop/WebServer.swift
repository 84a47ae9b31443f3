import IOC
import Vapor

/// The service that runs the application until the container stops the service.
@Component
final class WebServer: IOCService {
    let web: Web

    func run() async throws {
        // Vapor gets no arguments, because the container has already read them.
        let application = try await Application.make(Environment(name: "production", arguments: ["shop"]))
        do {
            try web.configure(application)
            try await application.startup()
            // Wait until the container stops the service.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        } catch {
            try? await application.asyncShutdown()
            throw error
        }
        // Finishes the requests that have begun.
        try await application.asyncShutdown()
    }
}
