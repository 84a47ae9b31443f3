import IOC

/// The health of the server: whether it accepts requests, and how many it is answering.
@Component
final class ServerHealth: HealthReporting {
    let state: ServerState

    var subject: String { "server" }

    func health() throws -> String {
        let text = "\(state.phase.rawValue), \(state.requestsInFlight) in flight"
        guard state.phase == .serving else { throw Unwell(description: text) }
        return text
    }
}
