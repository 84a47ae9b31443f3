import IOC
import Testing

/// Strict files, where what was not made yet may read more.
@Suite("Settings that nobody has read yet")
struct UnreadLateTests {
    protocol Port: Sendable {}
    final class Plain: Port {}
    final class Reading: Port, @unchecked Sendable {
        @Value("late.size") var size = 1
    }
    final class LatePort: Assembly {
        let port: Define<any Port> = Define(.prototype) { _ in Plain() }
    }
    final class EarlyPort: Assembly {
        let port: Define<any Port> = Define(.singleton) { _ in Plain() }
    }
    protocol Row<Cell>: Sendable {
        associatedtype Cell
    }
    final class Numbers: Row { typealias Cell = Int }
    final class LateRow: Assembly {
        let row: Define<any Row<Int>> = Define(.prototype) { _ in Numbers() }
    }
    final class LateNumber: Assembly {
        let number: Define<Int> = Define(.prototype) { _ in 1 }
    }
    final class LatePlain: Assembly {
        let plain: Define<Plain> = Define(.prototype) { _ in Plain() }
    }
    final class LateReading: Assembly {
        let reading: Define<Reading> = Define(.prototype) { _ in Reading() }
    }
    final class EarlyReading: Assembly {
        let reading: Define<Reading> = Define(.singleton) { _ in Reading() }
    }

    static let cases: [(any Assembly.Type, mayRead: Bool)] = [
        (LatePort.self, true), (LateRow.self, true), (EarlyPort.self, false), (LateNumber.self, false),
        (LatePlain.self, false),
        (LateReading.self, true), (EarlyReading.self, false),
    ]

    @Test(
        "They are faults of a strict file unless an instance that was not made yet may read them",
        arguments: [true, false])
    func unread(isStrict: Bool) throws {
        let folder = try TemporaryFolder()
        for (assembly, mayRead) in Self.cases {
            let path = try folder.write(
                "late.json",
                """
                { "assemblies": ["\(String(reflecting: assembly))"], "strict": \(isStrict),
                  "settings": { "nobody": 1 } }
                """)
            let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            let result = Result { try ApplicationContext(configuration) }
            let codes: [IOCError.Code] =
                switch result {
                case .success: []
                case .failure(let error): (error as? IOCError)?.faults.map(\.code) ?? []
                }
            #expect(codes == (isStrict && !mayRead ? [.settingUnread] : []), "\(assembly)")
        }
    }
}
