import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("The leak check", .applicationContext(.of(LeftHalf.self, RightHalf.self, Sheet.self), leaks: .on))
struct LeakCheckTests {
    // All tests put into it, and the thread sanitizer does not see how a `Mutex` is handed from one to the next.
    private static let drawer = Guarded<[AnyObject]>([])

    @Autowired var left: LeftHalf

    @Test("A test that keeps nothing passes, cycles through wrapped properties included")
    func nothingKept() throws {
        #expect(left.right.left === left)
        let sheets = try (0..<3).map { _ in try ApplicationContext.current.component(Sheet.self) }
        #expect(sheets.count == 3)
    }

    @Test(
        "Objects that outlive the test's context are reported by component and count",
        .expectingIssue("2 objects of component 'IOCTestingTests.Sheet' (Sheet) are still held", "static property"),
        .applicationContext())
    func kept() throws {
        let sheets = try (0..<2).map { _ in try ApplicationContext.current.component(Sheet.self) }
        Self.drawer.withLock { $0 += sheets }
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
        .expectingIssues(
            "an object of component 'IOCTestingTests.LeakCheckTests.Pupil' (Pupil) is still held",
            "an object of component 'IOCTestingTests.LeakCheckTests.Teacher' (Teacher) is still held"),
        .applicationContext(.of(Pupil.self, Teacher.self), leaks: .on))
    func ownCircle() throws {
        _ = try ApplicationContext.current.component(Pupil.self)
    }

    final class Keepsake: IOCComponent {
        static var traits: [ComponentTrait] { [.named("Keepsake")] }
    }

    @Test(
        "Each of several components with leaks is reported, with a remedy",
        .expectingIssues(
            "but an object of component 'IOCTestingTests.SystemClock' (SystemClock) is still held: look for a task, a "
                + "closure or a static property that keeps it, or leave it out with "
                + #".on(except: "IOCTestingTests.SystemClock")"#,
            "but an object of component 'Keepsake' is still held: ",
            "but 3 objects of component "
                + "'IOCTestingTests.Sheet' (Sheet) are still held: "),
        .applicationContext(.of(SystemClock.self, Keepsake.self, Sheet.self, PostMailer.self), leaks: .on))
    func keptOfSeveral() throws {
        let context = try ApplicationContext.current
        let sheets = try (0..<3).map { _ in try context.component(Sheet.self) }
        let clock = try context.component(SystemClock.self)
        let keepsake = try context.component(Keepsake.self)
        _ = try context.component(PostMailer.self)
        Self.drawer.withLock { drawer in
            drawer += sheets
            drawer.append(clock)
            drawer.append(keepsake)
        }
    }

    @Test(
        "An exception with a qualified name is not reported",
        .applicationContext(leaks: .on(except: "IOCTestingTests.Sheet", "Sheet")))
    func excepted() throws {
        let sheet = try ApplicationContext.current.component(Sheet.self)
        Self.drawer.withLock { $0.append(sheet) }
    }

    @Test("An exception with a simple name is not reported", .applicationContext(leaks: .on(except: "Sheet")))
    func exceptedSimply() throws {
        let sheet = try ApplicationContext.current.component(Sheet.self)
        Self.drawer.withLock { $0.append(sheet) }
    }

    @Test(
        "An exception that names no definition is an issue",
        .expectingIssue("no definition is named 'Sheat'; did you mean 'Sheet'?"),
        .applicationContext(leaks: .on(except: "Sheat")))
    func exceptedWrongly() throws {
        _ = try ApplicationContext.current.component(Sheet.self)
    }

    @Test(
        "Each of several exceptions that name no definition is an issue", .expectingIssues("'Sheat'", "'Drawr'"),
        .applicationContext(leaks: .on(except: "Sheat", "Drawr")))
    func exceptedWronglyTwice() throws {
        _ = try ApplicationContext.current.component(Sheet.self)
    }

    @Test("The leak check can be switched off for one test", .applicationContext(leaks: .off))
    func off() throws {
        let sheet = try ApplicationContext.current.component(Sheet.self)
        Self.drawer.withLock { $0.append(sheet) }
    }

    @Test(
        "A context that is still retained is reported instead of all that it created",
        .expectingIssue("something still holds the test's ApplicationContext"), .applicationContext())
    func contextKept() throws {
        let context = try ApplicationContext.current
        Self.drawer.withLock { $0.append(context) }
    }

    @Test(
        "A cycle behind protocols that an assembly's definitions promise is freed with its context",
        .applicationContext(ContextConfiguration(assemblies: ["IOCTestingTests.HalvesAssembly"]), leaks: .on))
    func cycleBehindProtocols() throws {
        let half = try ApplicationContext.current.component((any Upper).self)
        #expect((half.lower as? LowerHalf)?.upper === half)
    }
}
