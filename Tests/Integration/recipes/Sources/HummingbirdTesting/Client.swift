package import Hummingbird

/// As HummingbirdTesting: requests that reach the router without a port.
package struct TestingSetup: Sendable {
    package static let router = TestingSetup()
}

package enum HTTPMethod: Sendable { case get }

package struct TestClient: Sendable {
    let respond: @Sendable (String) async throws -> Response

    package func execute<Result>(
        uri: String, method: HTTPMethod, testCallback: (Response) async throws -> Result
    ) async throws -> Result {
        try await testCallback(respond(uri))
    }
}

extension ApplicationProtocol {
    package func test<Result>(
        _ setup: TestingSetup, _ test: (TestClient) async throws -> Result
    ) async throws -> Result {
        try await test(TestClient(respond: respond))
    }
}
