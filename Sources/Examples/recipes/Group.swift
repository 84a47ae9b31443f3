import IOC
import Logging
import ServiceLifecycle

/// Starts a context, and lets a `ServiceGroup` run all its components that conform to `Service`, in the start order.
func serveAsGroup(_ configuration: ContextConfiguration) async throws {
    let context = try ApplicationContext(configuration)
    try await context.start()
    let services = try context.startOrder(of: (any Service).self).map(\.component)
    let group = ServiceGroup(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "shop"))
    do {
        try await group.run()
    } catch {
        try? await context.stop()
        throw error
    }
    try await context.stop()
}
