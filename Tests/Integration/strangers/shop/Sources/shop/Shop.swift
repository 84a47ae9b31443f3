import IOC
import Kit
import Screens

@Component
final class Cellar: Desk {}

@Component
final class Counter: Desk {
    let journal: Journal

    @Injected init(mapper: Mapper, labels: Labels, journal: Journal) {
        self.journal = journal
        super.init(mapper: mapper, labels: labels)
    }

    required init(mapper: Mapper, labels: Labels) { fatalError("it needs a journal") }
}

@Component
final class Shop {
    let counter: Counter
    let desk: Desk
    let desks: [Desk]
    let sinks: [String: any Sink]
    let job: Provider<Job>
    let loader: Loader
    let panel: Panel
    let menu: Menu
    let store: Store
    let forms: [any Form]
    let made: [Made]
    let label: Label
    let runner: any Runner
    private let context: ApplicationContext
    @Autowired var late: AuditSink

    func report() async throws -> [String] {
        let jobs = try [job(), job()]
        return [
            "journal: \(await counter.journal.line)",
            "desk: \(type(of: desk)), desks: \(desks.count), one mapper: \(desks.allSatisfy { $0.mapper === desk.mapper })",
            "sinks: \(sinks.keys.sorted()), job: \(jobs[0].sinks.map(\.name)), new: \(jobs[0] !== jobs[1])",
            "title: \(await panel.title.shown), same: \(try await loader.panel().title === panel.title)",
            "menu: \(menu.entries.count), store: \(store.sink.name), missing: \(store.isWhole)",
            "late: \(late.name), context: \(try context.component(Shop.self) === self)",
            "forms: \(forms.map { "\(type(of: $0))" }.sorted().joined(separator: ", "))",
            "made: \(made.map(\.name).sorted().joined(separator: ", "))",
            "label: \(label.text), library: \(try context.component(Handle.self).name)",
            "by hand: \(try Job(sinks: []).sinks.count), \(Labels(prefix: nil) == Labels(prefix: nil, list: []))",
        ]
    }
}

@main
struct Program {
    static func main() async throws {
        let context = try ApplicationContext(
            ContextConfiguration(
                prefixes: ["Kit.", "Screens.", "shop."],
                settings: ["journal": ["title": "Diary"], "labels": ["prefix": "#"]]))
        try await context.start()
        let shop = try context.component(Shop.self)
        for line in try await shop.report() { print(line) }
        try await context.stop()
        print("closed: \(shop.runner.isClosed)")
    }
}
