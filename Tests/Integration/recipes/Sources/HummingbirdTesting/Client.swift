package import Hummingbird

/// Like HummingbirdTesting: requests reach the router without a port.
package struct TestingSetup: Sendable {
    package static var router: TestingSetup { TestingSetup() }
}

package struct TestResponse: Sendable {
    package var status: HTTPResponse.Status
    package let body: ByteBuffer
}

package protocol TestClientProtocol: Sendable {
    func executeRequest(uri: String, method: HTTPRequest.Method) async throws -> TestResponse
}

extension TestClientProtocol {
    @discardableResult
    package func execute<Return>(
        uri: String, method: HTTPRequest.Method,
        testCallback: @escaping (TestResponse) async throws -> Return = { $0 }
    ) async throws -> Return {
        try await testCallback(executeRequest(uri: uri, method: method))
    }
}

private struct RouterClient<Responder: HTTPResponder>: TestClientProtocol {
    let responder: Responder

    func executeRequest(uri: String, method: HTTPRequest.Method) async throws -> TestResponse {
        let context = Responder.Context(source: ApplicationRequestContextSource())
        let response = try await responder.respond(to: Request(method: method, path: uri), context: context)
        return TestResponse(status: response.status, body: response.body)
    }
}

extension ApplicationProtocol {
    package func test<Value>(
        _ testingSetup: TestingSetup, _ test: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await test(RouterClient(responder: responder))
    }
}
