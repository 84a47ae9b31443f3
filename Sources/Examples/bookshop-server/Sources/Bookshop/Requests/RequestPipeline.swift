import IOC
import Storage
import Synchronization
import Web

/// A pipeline that answers each request in its own scope and in one transaction. An error becomes an answer, too.
///
/// The transaction is committed before the answer is sent, so an acknowledged write is in the database. If a handler
/// throws, the transaction is rolled back.
@Component
final class RequestPipeline {
    let unit: UnitOfWork
    let current: Provider<RequestContext>
    let log: any Log

    private let lastNumber = Mutex(0)
    /// A prefix that distinguishes the request ids of this run from those of other runs.
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
            // If the connection was lost during a commit, the client can look up the order by its reference.
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
            // Only the log contains the error. The client gets the id, to ask about it.
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
