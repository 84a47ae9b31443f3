import IOC
import Synchronization

/// A clock that a test can replace.
protocol Clock: Sendable {
    var hour: Int { get }
}

struct FixedClock: Clock {
    let hour: Int
}

/// A store of articles. It refers to the desk that fills it.
final class Archive: Sendable {
    private let state = Mutex<(desk: Desk?, titles: [String])>((nil, []))

    var desk: Desk? {
        get { state.withLock { $0.desk } }
        set { state.withLock { $0.desk = newValue } }
    }
    var titles: [String] { state.withLock { $0.titles } }

    func add(_ title: String) { state.withLock { $0.titles.append(title) } }
}

/// The desk of the editors, with the archive and the clock that drafts use.
final class Desk: Sendable {
    let archive: Archive
    let clock: any Clock

    init(archive: Archive, clock: any Clock) {
        self.archive = archive
        self.clock = clock
    }
}

/// One article before it is published.
final class Draft: Sendable {
    let title: String
    let desk: Desk

    init(title: String, desk: Desk) {
        self.title = title
        self.desk = desk
    }

    func publish() { desk.archive.add("\(desk.clock.hour):00 \(title)") }
}

/// The assembly with the parts that other assemblies share.
final class PlatformAssembly: Assembly {
    let clock: Define<any Clock> = Define(.singleton) { _ in FixedClock(hour: 9) }
}

/// The newsroom: an archive and a desk that refer to each other, and a new draft for each title.
final class NewsroomAssembly: Assembly {
    let platform = Collaborator(PlatformAssembly.self)

    let archive: Define<Archive> = Define(.singleton) { _ in Archive() }
        .inject { archive, newsroom in archive.desk = try newsroom.desk() }

    let desk: Define<Desk> = Define(.singleton) { newsroom in
        Desk(archive: try newsroom.archive(), clock: try newsroom.platform().clock())
    }

    let draft: Define<Draft, String> = Define(.prototype) { newsroom, title in
        Draft(title: title, desk: try newsroom.desk())
    }
}
