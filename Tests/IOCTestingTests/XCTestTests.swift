import IOC
import IOCBase
import IOCTesting
import XCTest

/// What the page about tests shows for XCTest, compiled and run by it.
class CafeTestCase: XCTestCase {
    override func invokeTest() {
        XCTAssertNoThrow(
            try withApplicationContext(ContextConfiguration(prefixes: ["Cafe"])) {
                $0.set("till.currency", to: "SEK")
            } _: {
                super.invokeTest()
            })
    }
}

final class CafeTillTests: CafeTestCase {
    @Autowired var till: CafeTill
    private static let seen = Guarded<[ObjectIdentifier]>([])

    /// Keeps the tills of all tests, so that no address is used twice.
    private static let kept = Guarded<[CafeTill]>([])

    private func note() throws {
        let own = try ApplicationContext.current.component(CafeTill.self)
        XCTAssertIdentical(own, till)
        XCTAssertEqual(own.currency, "SEK")
        Self.kept.withLock { $0.append(own) }
        Self.seen.withLock {
            XCTAssertFalse($0.contains(ObjectIdentifier(own)), "each test has a context of its own")
            $0.append(ObjectIdentifier(own))
        }
    }

    func testEntersAndTells() throws { try note() }

    func testHasATillOfItsOwn() throws { try note() }

    func testWaits() async throws { try note() }
}
