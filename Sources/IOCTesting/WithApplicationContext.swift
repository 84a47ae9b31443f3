public import IOC

/// Runs code inside its own application context, as the trait `.applicationContext(…)` does for a test.
///
/// Use it for tests of XCTest, because its cases have no traits:
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
/// For the code and its child tasks, `ApplicationContext.current` is that context. The function neither starts nor
/// stops the context. If a test needs that, it calls `start()` and `stop()` itself.
/// - Parameters:
///   - configuration: The configuration, with the contents that a file would have.
///   - overrides: The changes of the context.
///   - body: The code that runs inside.
/// - Returns: The value that `body` returns.
/// - Throws: The faults of the configuration or the overrides, the errors of components, the error of `body`, or the
///   faults of overridden settings that nothing has read.
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
