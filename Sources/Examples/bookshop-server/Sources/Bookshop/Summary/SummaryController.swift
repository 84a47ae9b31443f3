import IOC
import Web

/// Answers requests for `/summary`.
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
