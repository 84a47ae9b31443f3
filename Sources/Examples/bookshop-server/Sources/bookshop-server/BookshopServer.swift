import Bookshop
import IOC

/// Boots the shop and serves until SIGTERM or SIGINT; SIGHUP has it read its files anew.
@main
struct BookshopServer: ContainerProgram {
    func run(_ context: ApplicationContext) async throws {
        try await context.run { result in
            // Whichever context it is: the log writes to the same place.
            guard let log = try? context.component((any Log).self) else { return }
            switch result {
            case .success: log.info("reloaded")
            case .failure(let error): log.error("not reloaded, the shop goes on as it was: \(error)")
            }
        }
    }
}
