import Foundation
import Synchronization

/// `mutate [FILE[:LINE]…] [--sample N] [--seed N] [--least PERCENT] … [--and …]`: see Contributing.md.
@main
struct Command {
    /// What is to be tried; all of it with one build.
    var requests = [Request()]
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// How many seconds a test may take by itself to be asked.
    var longest = 300.0
    var isSanitized = false
    var buildsOnly = false
    var lists = false

    static func main() {
        do {
            exit(try Command(CommandLine.arguments.dropFirst()).run() ? 0 : 1)
        } catch {
            tell("mutate: \(error)")
            exit(2)
        }
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments).makeIterator()
        func number(_ option: String) throws -> Int {
            guard let text = rest.next(), let number = Int(text), number >= 0 else {
                throw Failure("\(option) wants a number")
            }
            return number
        }
        while let argument = rest.next() {
            switch argument {
            case "--and": requests.append(Request())
            case "--sample": requests[requests.count - 1].sample = try number(argument)
            case "--seed": requests[requests.count - 1].seed = UInt64(try number(argument))
            case "--least": requests[requests.count - 1].least = try number(argument)
            case "--jobs": jobs = max(1, try number(argument))
            case "--longest": longest = Double(try number(argument))
            case "--memory-orders": isSanitized = true
            case "--paths": add(Place.Kind.allCases.filter(\.isOfPaths))
            case "--expressions": add(Place.Kind.allCases.filter { !$0.isOfPaths })
            case "--kind":
                guard let kind = rest.next().flatMap(Place.Kind.init) else {
                    let names = Place.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Failure("--kind wants one of: \(names)")
                }
                add([kind])
            case "--build-only": buildsOnly = true
            case "--list": lists = true
            case _ where argument.hasPrefix("-"): throw Failure("there is no option \(argument)")
            default: requests[requests.count - 1].files.append(argument)
            }
        }
    }

    private mutating func add(_ kinds: [Place.Kind]) { requests[requests.count - 1].kinds.formUnion(kinds) }

    func run() throws -> Bool {
        let root = URL(filePath: FileManager.default.currentDirectoryPath)
        let workingCopy = try WorkingCopy(root: root, isSanitized: isSanitized)
        let accepted = try Accepted(contentsOf: root.appending(path: "Tests/Mutation/accepted.txt"))
        let places = workingCopy.places
        let draws = requests.map { $0.draws(of: places) }
        if lists {
            // Of a sample also those that are tried in place of what does not compile.
            for place in draws.joined().flatMap({ $0.first { _ in true } }).map({ places[$0] }) {
                tell("\(place.file):\(place.line): \(place.key)")
            }
            return true
        }
        let built = try workingCopy.build(Array(draws.joined()), jobs: jobs)
        if buildsOnly { return true }

        let catalogue = TestCatalogue(workingCopy: workingCopy, longest: longest)
        try catalogue.survey(bySuites: requests.contains { $0.sample != nil }, jobs: jobs)
        if !catalogue.failing.isEmpty {
            tell("\(catalogue.failing.count) tests fail without any change, and are left out:")
            for name in catalogue.failing { tell("    \(name)") }
        }
        if !catalogue.slow.isEmpty {
            tell("\(catalogue.slow.count) tests take longer than \(Int(longest)) s, and are left out:")
            for name in catalogue.slow { tell("    \(name)") }
        }
        var rest = built[...]
        var areNoticed = true
        for (request, draws) in zip(requests, draws) {
            let chosen = rest.prefix(draws.count).flatMap { $0 }
            rest = rest.dropFirst(draws.count)
            tell("\(chosen.count) changes of \(places.count { request.isWanted($0) }), seed \(request.seed)")
            let survivors = try judge(chosen, accepted, catalogue, scratch: workingCopy.scratch)
            let judged = chosen.map(\.place).filter { accepted.reasons[$0.key] == nil }
            tell(
                "\(judged.count - survivors.count) of \(judged.count) noticed; \(chosen.count - judged.count) can't be, see "
                    + "accepted.txt")
            tellKinds(judged, survivors)
            areNoticed = areNoticed && request.isEnough(judged.count - survivors.count, of: judged.count)
        }
        try control(catalogue, scratch: workingCopy.scratch)
        let stale = Set(accepted.reasons.keys).subtracting(try keysOfEveryPlace(root))
        for key in stale.sorted() { tell("accepted.txt: there is no such place any more: \(key)") }
        return areNoticed && stale.isEmpty
    }

    /// How many changes of each kind there were, and how many of them were noticed.
    private func tellKinds(_ counted: [Place], _ survivors: [Place]) {
        let (all, left) = (Dictionary(grouping: counted, by: \.kind), Dictionary(grouping: survivors, by: \.kind))
        for (name, isOfPaths) in [("pairs and paths", true), ("single expressions", false)] {
            let count = counted.count { $0.kind.isOfPaths == isOfPaths }
            guard count > 0 else { continue }
            tell("\(name): \(count - survivors.count { $0.kind.isOfPaths == isOfPaths }) of \(count)")
        }
        for kind in Place.Kind.allCases {
            guard let places = all[kind] else { continue }
            tell("    \(kind.rawValue): \(places.count - (left[kind]?.count ?? 0)) of \(places.count)")
        }
    }

    private func keysOfEveryPlace(_ root: URL) throws -> Set<String> {
        let both = try [false, true].map { try WorkingCopy(root: root, isSanitized: $0) }
        return Set(both.flatMap { $0.places.map(\.key) })
    }

    private func judge(
        _ chosen: [(number: Int, place: Place)], _ accepted: Accepted, _ catalogue: TestCatalogue, scratch: URL
    ) throws -> [Place] {
        let survivors = Mutex<[Place]>([])
        try inParallel(jobs, chosen.filter { accepted.reasons[$0.place.key] == nil }) { job, element in
            let place = element.place
            let said: String
            let trial = Trial(catalogue: catalogue, scratch: scratch, job: job)
            switch try trial.judge(element.number) {
            case .noticed(let failure):
                said = "noticed \(place.file):\(place.line) \(place.kind.rawValue): \(failure.prefix(300))"
            case .survived(let count):
                survivors.withLock { $0.append(place) }
                said = Self.told(place, "none of the \(count) tests that come here notices")
            case .unreached:
                survivors.withLock { $0.append(place) }
                said = Self.told(place, "no test comes here")
            }
            survivors.withLock { _ in tell(said) }
        }
        return survivors.withLock { $0 }
    }

    private static func told(_ place: Place, _ reason: String) -> String {
        """
        SURVIVED \(place.file):\(place.line): \(reason)
            \(place.key)
        """
    }

    /// Runs the quick tests without any change: what fails then would be taken for a notice.
    private func control(_ catalogue: TestCatalogue, scratch: URL) throws {
        var seconds = 0.0
        let quick = catalogue.entries.prefix { test in
            seconds += test.seconds
            return seconds < 60
        }
        let trial = Trial(catalogue: catalogue, scratch: scratch, job: 0)
        if let failure = try trial.run(quick.map(\.name), change: nil, limit: 600) {
            throw Failure("the suites fail without any change: \(failure)")
        }
    }
}
