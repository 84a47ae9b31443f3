import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("The leak check", .applicationContext(.of(LeftHalf.self, RightHalf.self, Sheet.self), leaks: .on))
struct LeakCheckTests {
    // All tests put into it, and the thread sanitizer does not see how a `Mutex` is handed from one to the next.
    private static let drawer = Guarded<[AnyObject]>([])

    @Autowired var left: LeftHalf

    private func keep<Kept: AnyObject & Sendable>(_ type: Kept.Type, times: Int = 1) throws {
        for _ in 0..<times {
            let kept = try ApplicationContext.current.component(type)
            Self.drawer.withLock { $0.append(kept) }
        }
    }

    @Test("A test that keeps nothing passes, cycles through wrapped properties included")
    func nothingKept() throws {
        #expect(left.right.left === left)
        let sheets = try (0..<3).map { _ in try ApplicationContext.current.component(Sheet.self) }
        #expect(sheets.count == 3)
    }

    final class Keepsake: IOCComponent {
        static var traits: [ComponentTrait] { [.named("Keepsake")] }
    }

    @Test(
        "Objects that outlive the test's context are reported by component and count, with a remedy",
        .expectingIssue(
            "but an object of component 'IOCTestingTests.SystemClock' (SystemClock) is still held: look for a task, a "
                + "closure or a static property that keeps it, or leave it out with "
                + #".on(except: "IOCTestingTests.SystemClock")"#,
            "but an object of component 'Keepsake' is still held: ",
            "but 3 objects of component 'IOCTestingTests.Sheet' (Sheet) are still held: "),
        .applicationContext(.of(SystemClock.self, Keepsake.self, Sheet.self, PostMailer.self), leaks: .on))
    func kept() throws {
        try keep(SystemClock.self)
        try keep(Keepsake.self)
        try keep(Sheet.self, times: 3)
        _ = try ApplicationContext.current.component(PostMailer.self)
    }

    final class Pupil: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        // Sound: written while it is made.
        private(set) var teacher: Teacher?
        func didInject() throws { teacher = try ApplicationContext.current.component(Teacher.self) }
    }
    final class Teacher: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        // Sound: written while it is made.
        private(set) var pupil: Pupil?
        func didInject() throws { pupil = try ApplicationContext.current.component(Pupil.self) }
    }

    @Test(
        "A cycle of objects that components look up and store themselves is reported",
        .expectingIssue(
            "an object of component 'IOCTestingTests.LeakCheckTests.Pupil' (Pupil) is still held",
            "an object of component 'IOCTestingTests.LeakCheckTests.Teacher' (Teacher) is still held"),
        .applicationContext(.of(Pupil.self, Teacher.self), leaks: .on))
    func ownCircle() throws { _ = try ApplicationContext.current.component(Pupil.self) }

    @Test(
        "An exception with a qualified or a simple name is not reported",
        .applicationContext(
            .of(LeftHalf.self, RightHalf.self, Sheet.self, SystemClock.self),
            leaks: .on(except: "IOCTestingTests.Sheet", "SystemClock")))
    func excepted() throws {
        try keep(Sheet.self)
        try keep(SystemClock.self)
    }

    @Test(
        "Each of several exceptions that name no definition is an issue",
        .expectingIssue("no definition is named 'Sheat'; did you mean 'Sheet'?", "'Drawr'"),
        .applicationContext(leaks: .on(except: "Sheat", "Drawr")))
    func exceptedWrongly() throws { _ = try ApplicationContext.current.component(Sheet.self) }

    @Test("The leak check can be switched off for one test", .applicationContext(leaks: .off))
    func off() throws { try keep(Sheet.self) }

    @Test(
        "A context that is still retained is reported instead of all that it created",
        .expectingIssue("something still holds the test's ApplicationContext"), .applicationContext())
    func contextKept() throws {
        let context = try ApplicationContext.current
        Self.drawer.withLock { $0.append(context) }
    }

    protocol Ring: AnyObject, Sendable { var next: any Ring { get } }
    final class Link: Ring, @unchecked Sendable {
        @Autowired var next: any Ring
    }
    final class Rings: Assembly {
        let link = Definition(.lazySingleton) { (_: Rings) -> any Ring in Link() }
    }

    @Test(
        "A cycle behind a protocol that an assembly's definition promises is released with its context",
        .applicationContext(ContextConfiguration(assemblies: [String(reflecting: Rings.self)]), leaks: .on))
    func cycleBehindProtocol() throws {
        let ring = try ApplicationContext.current.component((any Ring).self)
        #expect(ring.next === ring)
    }
}
