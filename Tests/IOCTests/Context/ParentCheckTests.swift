import IOC
import Testing

protocol CheckedTone: Sendable {}

@Suite("The check of a child context")
struct ParentCheckTests {
    @Component final class High: CheckedTone {}
    @Component final class Low: CheckedTone {}
    @Component(.primary) final class FirstTone: CheckedTone {}
    @Component(.primary) final class SecondTone: CheckedTone {}
    @Component("other") final class Other {}

    @Component final class ToneOwner {
        private let tone: any CheckedTone
    }
    @Component final class BandOfTones {
        let tones: [any CheckedTone]
    }
    @Component final class MaybeTone {
        private let tone: (any CheckedTone)?
    }
    @Component final class NamedTone {
        @Injected("other") private let tone: any CheckedTone
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parent, child: ContextConfiguration
        let isSound: Bool

        init(_ parent: [any ManagedComponent.Type], _ child: any ManagedComponent.Type, isSound: Bool) {
            testDescription = "\(child) under \(parent)"
            self.parent = ContextConfiguration(components: parent).with { $0.environment = [:] }
            self.child = ContextConfiguration(components: [child]).with { $0.environment = [:] }
            self.isSound = isSound
        }
    }

    static let cases: [Case] = [
        Case([High.self], ToneOwner.self, isSound: true), Case([High.self, Low.self], ToneOwner.self, isSound: false),
        Case([High.self, Low.self, FirstTone.self], ToneOwner.self, isSound: true),
        Case([FirstTone.self, SecondTone.self], ToneOwner.self, isSound: false),
        Case([High.self, Low.self], BandOfTones.self, isSound: true),
        Case([High.self, Low.self], MaybeTone.self, isSound: false), Case([Other.self], MaybeTone.self, isSound: true),
        Case([Other.self], NamedTone.self, isSound: false),
        Case([Other.self, High.self], NamedTone.self, isSound: false),
        Case([Other.self], ToneOwner.self, isSound: false),
    ]

    @Test(
        "Finds what the boot would find in what a parent, or the parent's parent, supplies", arguments: cases,
        [false, true])
    func agreement(item: Case, isBetween: Bool) throws {
        var parent = try ApplicationContext(item.parent)
        if isBetween {
            let between = ContextConfiguration(components: [SettingBystander.self]).with { $0.environment = [:] }
            parent = try ApplicationContext(between, parent: parent)
        }
        func codes(_ body: () throws -> Void) -> [IOCError.Code] {
            do { try body() } catch { return (error as? IOCError)?.faults.map(\.code) ?? [] }
            return []
        }
        let checked = codes { _ = try ApplicationContext.check(item.child, parent: parent) }
        let booted = codes { _ = try ApplicationContext(item.child, parent: parent) }
        #expect(checked == booted && checked.isEmpty == item.isSound, "\(checked) \(booted)")
    }

    @Component final class Driver {
        init() async {}
    }
    @Component final class DriverUser {
        let driver: Driver
    }

    @Test("Has a notice for what the parent creates when it starts, until it has started")
    func awaited() async throws {
        let parent = try ApplicationContext(
            ContextConfiguration(components: [Driver.self]).with { $0.environment = [:] })
        let child = ContextConfiguration(components: [DriverUser.self]).with { $0.environment = [:] }
        let before = try ApplicationContext.check(child, parent: parent).notices
        #expect(
            before.map(\.code) == [.unchecked] && before[0].headline.contains("once the parent context has started"))
        #expect(throws: IOCError.self) { try ApplicationContext(child, parent: parent) }
        try await parent.start()
        #expect(try ApplicationContext.check(child, parent: parent).notices.isEmpty)
        _ = try ApplicationContext(child, parent: parent).component(DriverUser.self)
        try await parent.stop()
    }
}
