public import IOC

/// Runs code inside an application context of its own, as `.applicationContext(…)` runs a test.
///
/// For tests of XCTest, whose cases have no traits:
///
/// ```swift
/// class ShopTestCase: XCTestCase {
///     override func invokeTest() {
///         XCTAssertNoThrow(
///             try withApplicationContext(ContextConfiguration(prefixes: ["Shop."])) { super.invokeTest() })
///     }
/// }
/// ```
///
/// `ApplicationContext.current` is that context for the code and its child tasks. It is neither started nor stopped; a test
/// that needs that calls `start()` and `stop()` itself.
/// - Parameters:
///   - configuration: The configuration, as a file would say it.
///   - overrides: The changes of the context.
///   - body: The code that runs inside.
/// - Returns: The value that `body` returns.
/// - Throws: The faults of the configuration or the overrides, the error of `body`, or the faults of settings among the
///   overrides that nothing has read.
public func withApplicationContext<Result>(
    _ configuration: ContextConfiguration, overrides: (inout ContextPatch) throws -> Void = { _ in },
    _ body: () throws -> Result
) throws -> Result {
    let patch = try ContextPatch(overrides)
    let context = try ApplicationContext(configuration, patch: patch)
    let result = try ApplicationContext.withCurrent(context, operation: body)
    let unread = patch.unread(in: context)
    guard unread.isEmpty else { throw IOCError(unread) }
    return result
}
