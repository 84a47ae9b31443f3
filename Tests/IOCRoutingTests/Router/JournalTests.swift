import Testing

@testable import IOCRouting
@testable import IOCRoutingTesting

/// The tests run one after the other, first the one that tells of an undo without end, as all others would wait for it.
@MainActor @Suite("What a navigation changed, and how it is taken back", .serialized) struct JournalTests {
    typealias Screen = HeadlessScreen

    let a = Screen(named: "a")
    let b = Screen(named: "b")
    let c = Screen(named: "c")
    let x = Screen(named: "x")
    let y = Screen(named: "y")
    let stack: HeadlessStack
    let tabs: HeadlessTabs
    let host: HeadlessHost
    let journal: Journal<Screen>
    let outer: NavigationRecord
    let inner: NavigationRecord

    /// True once an undo went on and on: one that asks the host for nothing would not come to its end then.
    private static var isEndless = false

    /// Tabs of a stack of `a` and of `b`, over which is `x`; `c` and `y` are in no tree. One navigation is inside another.
    init() async throws {
        try #require(!Self.isEndless, "an undo has no end, so no other one is tried")
        stack = HeadlessStack(named: "stack", children: [a])
        tabs = HeadlessTabs(named: "tabs", children: [stack, b])
        let host = HeadlessHost(root: tabs)
        self.host = host
        journal = Journal(tree: ScreenTree(host))
        outer = NavigationRecord(name: "outer", in: nil, gate: host, host: host) { host }
        inner = NavigationRecord(
            name: "inner", in: Activity(.change, named: "change", of: outer), gate: host, host: host
        ) { host }
        try await host.present(x, on: b, style: .sheet, animated: false)
        host.clearLog()
    }

    /// A change, how the host makes it, and what it does to take it back.
    struct Move {
        let change: Journal<Screen>.Change
        let make: @MainActor () async throws -> Void
        var undone: [String] = []
    }

    enum Kind: CaseIterable { case dismissed, presented, filled, revealed, replacedRoot }

    func move(_ kind: Kind) -> Move {
        let (host, tabs, b, c, y) = (host, tabs, b, c, y)
        switch kind {
        case .dismissed:
            return Move(
                change: .dismissed(journal.presentations(from: b)),
                make: { try await host.dismissPresented(from: b, animated: false) }, undone: ["present x on b"])
        case .presented:
            return Move(
                change: .presented(y, on: tabs),
                make: { try await host.present(y, on: tabs, style: .sheet, animated: false) },
                undone: ["dismiss y from tabs"])
        case .filled: return fill([a, c])
        case .revealed:
            return Move(
                change: .revealed(b, in: tabs, contained: tabs.contained, visible: tabs.visible),
                make: { try await host.reveal(b, in: tabs) }, undone: ["select stack in tabs"])
        case .replacedRoot:
            return Move(
                change: .replacedRoot(former: tabs, new: c),
                make: { try await host.replaceRoot(c, animated: false) }, undone: ["replace root by tabs"])
        }
    }

    func fill(_ screens: [Screen]) -> Move {
        let (host, stack) = (host, stack)
        let names = stack.contained.map(\.name).joined(separator: ", ")
        return Move(
            change: .filled(container: stack, with: screens, contained: stack.contained, visible: stack.visible),
            make: { try await host.setContained(screens, in: stack) }, undone: ["set [\(names)] in stack"])
    }

    func carryOut(_ move: Move, of owner: NavigationRecord) async throws {
        let id = journal.begin(move.change, of: owner)
        try await move.make()
        journal.end(id, failed: false)
    }

    /// What could not be undone, and what the host did.
    ///
    /// A host that is asked without end gives in, so that this comes to an end.
    func undo(_ owner: NavigationRecord) async -> (told: [String], done: [String]) {
        host.clearLog()
        let rule = host.beforeOperation
        var asked = 0
        host.beforeOperation = { operation in
            asked += 1
            if asked <= 100 { try await rule?(operation) }
        }
        defer {
            host.beforeOperation = rule
            Self.isEndless = asked > 20
            #expect(asked <= 20, "the host was asked to take something back again and again")
        }
        let told = await journal.undo(owner)
        return (told, host.log.map(\.description))
    }

    @Test("What the host never takes back is tried once more as long as that helps, and then told", arguments: 0...3)
    func triedInVain(successes: Int) async throws {
        try await carryOut(move(.filled), of: outer)
        try await carryOut(move(.presented), of: outer)
        try await carryOut(move(.revealed), of: outer)
        var (left, asked) = (successes, 0)
        host.beforeOperation = { _ in
            asked += 1
            left -= 1
            // Trying without end ends here, and has asked too often.
            if left < 0, asked < 100 { throw Refusal() }
        }
        let told = await undo(outer).told
        #expect(told.count == 3 - successes)
        // Each that fails is tried twice: the second time shows that it does not help.
        #expect(asked == successes + 2 * (3 - successes))
    }

    @Test("The tree is as it was, with all that a dismissed screen presented itself", arguments: Kind.allCases)
    func undone(kind: Kind) async throws {
        try await host.present(c, on: x, style: .fullScreen, animated: false)
        try await host.present(Screen(named: "last"), on: c, style: .sheet, animated: false)
        let shape = journal.tree.shape
        var move = move(kind)
        if kind == .replacedRoot {
            let root = Screen(named: "root")
            move = Move(
                change: .replacedRoot(former: tabs, new: root),
                make: { [host] in try await host.replaceRoot(root, animated: false) }, undone: move.undone)
        }
        if kind == .filled { move = fill([a, Screen(named: "new")]) }
        if kind == .dismissed { move.undone += ["present c on x", "present last on c"] }
        try await carryOut(move, of: outer)
        #expect(journal.tree.shape != shape)
        let (told, done) = await undo(outer)
        #expect(told == [] && done == move.undone)
        #expect(journal.tree.shape == shape)
    }

    @Test("What somebody else has taken back already is left alone", arguments: Kind.allCases)
    func undoneByOthers(kind: Kind) async throws {
        let shape = journal.tree.shape
        try await carryOut(move(kind), of: outer)
        switch kind {
        case .dismissed: try await host.present(x, on: b, style: .sheet, animated: false)
        case .presented: try await host.dismissPresented(from: tabs, animated: false)
        case .filled: try await host.setContained([a], in: stack)
        case .revealed: try await host.reveal(stack, in: tabs)
        case .replacedRoot: try await host.replaceRoot(tabs, animated: false)
        }
        let (told, done) = await undo(outer)
        #expect(told == [] && done == [])
        #expect(journal.tree.shape == shape)
    }

    @Test(
        "What somebody else put there stays, and that is told",
        arguments: [
            (.dismissed, "presenting x again: other is presented there now"),
            (.presented, "dismissing y from tabs: other is presented there now"),
            (.filled, "setting stack back to [a]: somebody else changed it since"),
            (.revealed, "setting tabs back to [stack, b]: somebody else changed it since"),
            (.replacedRoot, "setting the root back to tabs: somebody else replaced it since"),
        ] as [(Kind, String)])
    func conflicts(kind: Kind, text: String) async throws {
        try await carryOut(move(kind), of: outer)
        let other = Screen(named: "other")
        switch kind {
        case .dismissed: try await host.present(other, on: b, style: .sheet, animated: false)
        case .presented:
            try await host.dismissPresented(from: tabs, animated: false)
            try await host.present(other, on: tabs, style: .sheet, animated: false)
        case .filled: try await host.setContained([a, c, other], in: stack)
        case .revealed: try await host.setContained([stack, b, other], in: tabs)
        case .replacedRoot: try await host.replaceRoot(other, animated: false)
        }
        let shape = journal.tree.shape
        let (told, done) = await undo(outer)
        #expect(told == [text] && done == [])
        #expect(journal.tree.shape == shape)
    }

    @Test(
        "Of two changes, one asked for within the other, that which came into effect last is taken back first",
        arguments: Kind.allCases, [true, false])
    func order(kind: Kind, outerIsFirst: Bool) async throws {
        let around = move(kind)
        let within = move(kind == .filled ? .presented : .filled)
        let first = journal.begin(around.change, of: outer)
        if outerIsFirst { try await around.make() }
        let second: Int
        if kind == .replacedRoot {
            // `c` is the new root then.
            let other = fill([a, Screen(named: "new")])
            second = journal.begin(other.change, of: inner)
            try await other.make()
        } else {
            second = journal.begin(within.change, of: inner)
            try await within.make()
        }
        journal.end(second, failed: false)
        if !outerIsFirst { try await around.make() }
        journal.end(first, failed: false)
        let (told, done) = await undo(outer)
        #expect(told == [])
        #expect(done == (outerIsFirst ? within.undone + around.undone : around.undone + within.undone))
    }

    // MARK: Changes that throw

    @Test("A change that throws and has happened is taken back; one that has not is forgotten")
    func failed() async throws {
        let present = move(.presented)
        let landed = journal.begin(present.change, of: outer)
        try await present.make()
        journal.end(landed, failed: true)
        #expect(await undo(outer).done == ["dismiss y from tabs"])

        let missed = journal.begin(present.change, of: outer)
        journal.end(missed, failed: true)
        // Somebody else does it then, before another change begins.
        try await present.make()
        try await carryOut(move(.filled), of: outer)
        #expect(await undo(outer).done == ["set [a] in stack"])
        #expect(tabs.presented === y)
    }

    @Test("What throws and others can have done is theirs, unless it was asked for something within it")
    func failedOfOthers() async throws {
        let dismissal = move(.dismissed)
        let theirs = journal.begin(dismissal.change, of: outer)
        try await dismissal.make()
        journal.end(theirs, failed: true)
        let (told, done) = await undo(outer)
        #expect(told == [] && done == [] && b.presented == nil)

        try await host.present(x, on: b, style: .sheet, animated: false)
        let ours = journal.begin(dismissal.change, of: outer)
        try await carryOut(move(.filled), of: inner)
        try await dismissal.make()
        journal.end(ours, failed: true)
        #expect(await undo(outer).done == ["present x on b", "set [a] in stack"])
    }

    @Test("A change that fails within another one takes nothing of that with it") func failedWithin() async throws {
        let around = move(.presented)
        let first = journal.begin(around.change, of: outer)
        let second = journal.begin(move(.filled).change, of: inner)
        journal.end(second, failed: true)
        try await around.make()
        journal.end(first, failed: false)
        #expect(await undo(outer).done == ["dismiss y from tabs"])
    }

    // MARK: What can't be undone

    @Test("Of changes asked for within each other each that has landed comes before the next, in their order")
    func landedWithin() async throws {
        let moves = [move(.filled), move(.presented), move(.revealed)]
        let first = journal.begin(moves[0].change, of: outer)
        let second = journal.begin(moves[1].change, of: outer)
        try await moves[0].make()
        try await moves[1].make()
        let third = journal.begin(moves[2].change, of: inner)
        try await moves[2].make()
        for id in [third, second, first] { journal.end(id, failed: false) }
        #expect(await undo(outer).done == moves.reversed().flatMap(\.undone))
    }

    @Test("What the host refuses once is tried again") func triedAgain() async throws {
        let shape = journal.tree.shape
        try await carryOut(move(.filled), of: outer)
        try await carryOut(move(.presented), of: outer)
        host.fail(times: 1) { if case .dismiss = $0 { true } else { false } }
        let (told, done) = await undo(outer)
        #expect(told == [] && done == ["set [a] in stack", "dismiss y from tabs"])
        #expect(journal.tree.shape == shape)
    }

    @Test("A navigation inside another takes back its own changes only, and those once") func owners() async throws {
        try await carryOut(move(.presented), of: outer)
        try await carryOut(move(.filled), of: inner)
        #expect(await undo(inner).done == ["set [a] in stack"])
        // It is done again by somebody else, who keeps it.
        try await move(.filled).make()
        #expect(await undo(outer).done == ["dismiss y from tabs"])
        #expect(stack.contained.map(\.name) == ["a", "c"])
    }

    @Test("What could not be undone is left to the navigation around, with all before it and nothing after it")
    func left() async throws {
        try await carryOut(move(.revealed), of: inner)
        try await carryOut(move(.presented), of: inner)
        try await carryOut(move(.filled), of: inner)
        host.fail { if case .dismiss = $0 { true } else { false } }
        let (told, done) = await undo(inner)
        #expect(told == ["dismissing y from tabs: told to fail at: dismiss y from tabs"])
        #expect(done == ["set [a] in stack", "select stack in tabs"])
        // Somebody else does all of it again.
        host.beforeOperation = nil
        try await move(.filled).make()
        try await move(.revealed).make()
        let (toldLater, doneLater) = await undo(outer)
        #expect(toldLater == [] && doneLater == ["dismiss y from tabs", "select stack in tabs"])
        #expect(stack.contained.map(\.name) == ["a", "c"])
    }

    @Test("What could not be undone in what is in no tree does not matter, nor later on") func gone() async throws {
        try await carryOut(move(.filled), of: inner)
        host.hold([b], in: tabs)
        host.hold([y], in: stack)
        #expect(await undo(inner).told == [])
        host.hold([stack, b], in: tabs)
        host.hold([a, c], in: stack)
        #expect(await undo(outer).done == [])
    }

    /// Lets no container hold anything else.
    func refuseContents(_ host: HeadlessHost) {
        host.fail { operation in
            switch operation {
            case .set, .push: true
            default: false
            }
        }
    }

    @Test(
        "A failure does not matter where an earlier change of that place was taken back",
        arguments: [
            ([["a", "c"], ["a"]], []), ([["a", "c"], ["a", "c", "y"]], [0, 1]), ([["c"], ["y"], ["c"]], [0]),
        ] as [([[String]], [Int])])
    func earlier(contents: [[String]], lasting: [Int]) async throws {
        let screens = ["a": a, "c": c, "y": y]
        var befores: [String] = []
        for names in contents {
            befores.append(stack.contained.map(\.name).joined(separator: ", "))
            try await carryOut(fill(names.compactMap { screens[$0] }), of: outer)
        }
        refuseContents(host)
        let told = await undo(outer).told
        let places = lasting.reversed().map { "setting stack back to [\(befores[$0])]: " }
        #expect(told.count == places.count && zip(told, places).allSatisfy { $0.hasPrefix($1) }, "\(told)")
    }

    @Test("A failure matters where what was taken back is another's, or of another place") func others() async throws {
        let told = ["setting stack back to [a, c]: told to fail at: push c in stack"]
        try await carryOut(fill([a, c]), of: outer)
        try await carryOut(fill([a]), of: inner)
        refuseContents(host)
        #expect(await undo(inner).told == told)

        let another = try await JournalTests()
        try await another.carryOut(another.move(.revealed), of: another.outer)
        try await another.carryOut(another.fill([another.a, another.c]), of: another.outer)
        refuseContents(another.host)
        #expect(await another.undo(another.outer).told.count == 1)
    }
}
