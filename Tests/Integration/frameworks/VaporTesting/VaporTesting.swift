// swift-format-ignore-file
// Like VaporTesting of Vapor 4: requests reach the routes without a port.
package import Vapor

package struct TestingHTTPResponse: Sendable {
    package var status: HTTPResponseStatus
    package var body: ByteBuffer
}

extension ByteBuffer {
    package var string: String { text }
}

package protocol TestingApplicationTester: Sendable {
    func performTest(path: String) async throws -> TestingHTTPResponse
}

extension TestingApplicationTester {
    @discardableResult
    package func test(
        _ method: HTTPMethod, _ path: String, afterResponse: (TestingHTTPResponse) async throws -> ()
    ) async throws -> any TestingApplicationTester {
        try await afterResponse(performTest(path: path))
        return self
    }
}

private struct InMemory: TestingApplicationTester {
    let application: Application
    func performTest(path: String) async throws -> TestingHTTPResponse {
        let response = try await application.respond(to: path)
        return TestingHTTPResponse(status: response.status, body: response.buffer)
    }
}

extension Application {
    package func testing() throws -> any TestingApplicationTester { InMemory(application: self) }
}

@discardableResult
package func withApp<T>(
    configure: ((Application) async throws -> Void)? = nil, _ test: (Application) async throws -> T
) async throws -> T {
    let application = try await Application.make(.testing)
    let result: T
    do {
        try await configure?(application)
        result = try await test(application)
    } catch {
        try? await application.asyncShutdown()
        throw error
    }
    try await application.asyncShutdown()
    return result
}
