import IOC
import Web

/// The controller of `/summary`.
@Component
final class SummaryController: Controller {
    let summaries: SummaryRepository

    var routes: [Route] {
        [
            .get("/summary") { [summaries] _ in
                guard let summary = try await summaries.latest() else {
                    throw HTTPError(.notFound, "no summary is written yet")
                }
                return try .json(summary)
            }
        ]
    }
}
