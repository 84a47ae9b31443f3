import IOC
import Storage
import Synchronization
import Web

/// Answers a request: in a scope of its own, in one transaction, and whatever happens with an answer.
///
/// The transaction is committed before the answer is handed to the network: what was acknowledged is in the database. An answer
/// that is an error is thrown, and so rolls back.
@Component
final class RequestPipeline {
    let unit: UnitOfWork
    let current: Provider<RequestContext>
    let log: any Log

    private let lastNumber = Mutex(0)
    /// So that ids of one run don't look like those of another.
    private let run = String(UInt32.random(in: .min ... .max), radix: 16)

    func respond(to request: Request, by router: Router) async -> Response {
        let id = id(of: request)
        let begin = ContinuousClock.now
        var response: Response
        do {
            response = try await withRequestScope {
                try current().id = id
                return try await unit.perform(Self.reads(request) ? .read : .write) { try await router.answer(request) }
            }
        } catch {
            response = failure(error, request, id)
        }
        response.headers["X-Request-ID"] = id
        log.debug(
            "\(request.method) \(request.path)",
            ["status": "\(response.status.rawValue)", "request": id, "took": "\(ContinuousClock.now - begin)"])
        return response
    }

    private static func reads(_ request: Request) -> Bool { ["GET", "HEAD", "OPTIONS"].contains(request.method) }

    private func failure(_ error: any Error, _ request: Request, _ id: String) -> Response {
        switch error {
        case let error as HTTPError: return .failure(error, request: id)
        case let error as DatabaseError where error.kind == .unreachable:
            // Where a commit was lost with its connection, the order's reference shows whether it was placed.
            log.warning("the database can't be reached: \(error)", ["request": id])
            let away = HTTPError(.unavailable, "the shop's books are away; try again", headers: ["Retry-After": "1"])
            return .failure(away, request: id)
        case let error as DatabaseError where error.kind == .busy || error.kind == .conflict:
            log.warning("the database was busy for too long", ["request": id])
            let busy = HTTPError(.unavailable, "the shop is busy; try again", headers: ["Retry-After": "1"])
            return .failure(busy, request: id)
        case is CancellationError, is PoolClosed:
            return .failure(HTTPError(.unavailable, "the shop is closing", headers: ["Retry-After": "1"]), request: id)
        default:
            // The error is for the log; the client gets the id to ask with.
            log.error("\(request.method) \(request.path) failed: \(error)", ["request": id])
            return .failure(HTTPError(.internalServerError, "something went wrong"), request: id)
        }
    }

    private func id(of request: Request) -> String {
        if let given = request.headers["x-request-id"], (1...64).contains(given.utf8.count),
            given.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        {
            return given
        }
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        return "\(run)-\(number)"
    }
}
