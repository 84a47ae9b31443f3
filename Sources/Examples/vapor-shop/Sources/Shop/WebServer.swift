import IOC
import Vapor

/// Runs the application until the container ends it.
@Component
final class WebServer: IOCService {
    let web: Web

    func run() async throws {
        // The container has read the program's arguments already.
        let application = try await Application.make(Environment(name: "production", arguments: ["shop"]))
        do {
            try web.configure(application)
            try await application.startup()
            // Until the container asks the service to end.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        } catch {
            try? await application.asyncShutdown()
            throw error
        }
        // Answers what has begun.
        try await application.asyncShutdown()
    }
}
