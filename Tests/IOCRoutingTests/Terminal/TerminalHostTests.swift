import IOCRouting
import IOCRoutingTesting
import Testing
import chat

@MainActor @Suite("Content, drawing and keys of the terminal host", .timeLimit(.minutes(30))) struct TerminalHostTests {
    class Plain: TerminalScreen {
        let name: String
        var heard: [TerminalKey] = []
        var wants: Set<TerminalKey> = []

        init(_ name: String) { self.name = name }

        override var title: String { name }
        override func draw(in frame: inout TerminalFrame) {
            for line in 1...9 { frame.add("\(name) \(line)") }
        }
        override func handle(_ key: TerminalKey) async -> Bool {
            heard.append(key)
            return wants.contains(key)
        }
    }

    private func fault(_ change: () async throws -> Void) async -> String? {
        do {
            try await change()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("The terminal host passes the checklist for hosts") func checklist() async {
        let checklist = ScreenHostChecklist<TerminalScreen>(
            makeHost: { TerminalHost() }, makeScreen: { Plain($0) },
            containers: [
                "stack": { TerminalStack(children: $0) }, "tabs": { TerminalTabs(children: $0) },
                "split": { TerminalSplit(children: $0) },
            ])
        #expect(await checklist.failures() == [])
    }

    // MARK: Changes

    @Test("Each change is announced, and a screen keeps the style in which it is presented") func announced()
        async throws
    {
        let (root, sheet, over) = (Plain("root"), Plain("sheet"), Plain("over"))
        let host = TerminalHost(root: root)
        var changes = 0
        host.didChange = { changes += 1 }
        try await host.present(sheet, on: root, style: .sheet, animated: false)
        try await host.present(over, on: sheet, style: .fullScreen, animated: false)
        #expect(host.presentationStyle(of: sheet) == .sheet && host.presentationStyle(of: over) == .fullScreen)
        try await host.dismissPresented(from: root, animated: false)
        let tabs = TerminalTabs(children: [Plain("a"), Plain("b")])
        try await host.replaceRoot(tabs, animated: false)
        let port = try #require(host.container(tabs))
        try await port.reveal(tabs.contained[1], animated: false)
        try await port.setContained([], animated: false)
        #expect(changes == 6 && tabs.selected == nil)
        #expect(host.name(of: tabs) == "TerminalTabs" && host.name(of: root) == "root")
    }

    @Test("An impossible change is refused with its reason, and changes nothing")
    func refusals() async throws {
        let (first, second) = (Plain("first"), Plain("second"))
        let stack = TerminalStack(children: [first, second])
        let (sheet, loose, other) = (Plain("sheet"), Plain("loose"), Plain("other"))
        let host = TerminalHost(root: stack)
        try await host.present(sheet, on: stack, style: .sheet, animated: false)
        var changes = 0
        host.didChange = { changes += 1 }
        let port = try #require(host.container(stack))
        let (inner, lone) = (TerminalStack(children: []), TerminalStack(children: []))
        let outer = TerminalStack(children: [inner])
        let (alone, innermost) = (try #require(host.container(lone)), try #require(host.container(inner)))
        let rows: [(String, @MainActor () async throws -> Void)] = [
            ("loose is not shown", { try await host.present(other, on: loose, style: .sheet, animated: false) }),
            (
                "TerminalStack presents a screen already",
                { try await host.present(other, on: stack, style: .sheet, animated: false) }
            ),
            (
                "first has a place in a tree already",
                { try await host.present(first, on: sheet, style: .sheet, animated: false) }
            ),
            (
                "TerminalStack has a place in a tree already",
                { try await host.present(stack, on: sheet, style: .sheet, animated: false) }
            ),
            ("sheet presents nothing", { try await host.dismissPresented(from: sheet, animated: false) }),
            ("second has a place in a tree already", { try await host.replaceRoot(second, animated: false) }),
            ("TerminalStack does not hold loose", { try await port.reveal(loose, animated: false) }),
            ("a screen is in TerminalStack twice", { try await port.setContained([first, first], animated: false) }),
            ("sheet has a place in a tree already", { try await port.setContained([first, sheet], animated: false) }),
            ("TerminalStack cannot be inside itself", { try await alone.setContained([lone], animated: false) }),
            ("TerminalStack cannot be inside itself", { try await innermost.setContained([outer], animated: false) }),
        ]
        for (reason, change) in rows { #expect(await fault(change) == reason) }
        #expect(changes == 0)
        #expect(stack.contained.map(\.title) == ["first", "second"] && host.root === stack)
        #expect(host.container(first) == nil)
    }

    // MARK: Drawing

    @Test("A stack draws its title, a way back, and its last screen")
    func drawnStack() {
        let single = TerminalHost(root: TerminalStack(children: [Plain("a")]))
        #expect(single.frame(width: 5, height: 4).lines == ["  a", "─────", "a 1", "a 2"])
        let host = TerminalHost(root: TerminalStack(children: [Plain("a"), Plain("b")]))
        #expect(host.frame(width: 5, height: 4).lines == ["‹ b", "─────", "b 1", "b 2"])
        #expect(TerminalHost(root: TerminalStack(children: [])).frame(width: 5, height: 4).lines == [])
    }

    @Test("Tabs draw the selected screen, and their titles in the last line")
    func drawnTabs() async throws {
        let tabs = TerminalTabs(children: [Plain("a"), Plain("b")])
        let host = TerminalHost(root: tabs)
        #expect(host.frame(width: 8, height: 3).lines == ["a 1     ", "a 2     ", "[a]  b "])
        try await host.container(tabs)?.reveal(tabs.contained[1], animated: false)
        #expect(host.frame(width: 8, height: 2).lines == ["b 1     ", " a  [b]"])
        #expect(TerminalHost(root: TerminalTabs(children: [])).frame(width: 3, height: 2).lines == ["   ", ""])
        let nested = TerminalTabs(children: [TerminalStack(children: [Plain("a"), Plain("b")])])
        #expect(TerminalHost(root: nested).frame(width: 6, height: 4).lines == ["‹ b   ", "──────", "b 1   ", "[b]"])
        #expect(TerminalHost().frame(width: 5, height: 2).lines == [])
    }

    @Test("A split draws its primary screen on a third of the width, and its details beside it")
    func drawnSplit() {
        let both = TerminalHost(root: TerminalSplit(children: [Plain("m"), Plain("d")]))
        #expect(both.frame(width: 12, height: 3).lines == ["m   │d      ", "────│───────", "m 1 │d 1    "])
        let three = TerminalHost(root: TerminalSplit(children: [Plain("m"), Plain("x"), Plain("d")]))
        #expect(three.frame(width: 12, height: 1).lines == ["m   │d      "])
        let primary = TerminalHost(root: TerminalSplit(children: [Plain("m")]))
        #expect(primary.frame(width: 12, height: 1).lines == ["m   │       "])
        #expect(TerminalHost(root: TerminalSplit(children: [])).frame(width: 12, height: 1).lines == ["    │       "])
    }

    @Test("A presented screen is drawn below a line with its title")
    func drawnSheet() async throws {
        let host = TerminalHost(root: Plain("root"))
        #expect(host.frame(width: 10, height: 1).lines == ["root 1"])
        try await host.present(Plain("sheet"), on: #require(host.root), style: .sheet, animated: false)
        #expect(host.frame(width: 14, height: 3).lines == ["═══ sheet ════", "sheet 1", "sheet 2"])
        #expect(host.frame(width: 6, height: 1).lines == ["═══ sh"])
    }

    // MARK: Keys

    @Test("A key goes to the innermost visible screen, then to its containers, until one handles it")
    func keys() async throws {
        let (hidden, shown, outer) = (Plain("hidden"), Plain("shown"), Plain("outer"))
        let tabs = TerminalTabs(children: [shown, hidden])
        let stack = TerminalStack(children: [outer, tabs])
        let host = TerminalHost(root: stack)
        shown.wants = [.up]
        #expect(await host.handle(.up))
        #expect(await !host.handle(.down))
        #expect(shown.heard == [.up, .down] && hidden.heard.isEmpty && outer.heard.isEmpty)
        #expect(await host.handle(.left), "the stack goes back")
        #expect(stack.contained.count == 1)
        #expect(await !host.handle(.left), "and stays at its first screen")
        #expect(outer.heard == [.left])
        #expect(await !TerminalHost().handle(.up))

        let sheet = Plain("sheet")
        sheet.wants = [.left]
        try await host.present(sheet, on: stack, style: .sheet, animated: false)
        #expect(await host.handle(.left))
        #expect(sheet.heard == [.left] && outer.heard == [.left], "what lies under a sheet hears nothing")
    }

    @Test(
        "Bytes of a terminal are decoded to text and keys in order, and half a sequence is an escape",
        arguments: [
            (
                [0x61, 0x62, 0x0A, 0xC3, 0xA9, 0x08],
                [.character("a"), .character("b"), .enter, .character("é"), .backspace]
            ),
            ([0x0D, 0x7F, 0x0E, 0x00], [.enter, .backspace, .control("n")]),
            ([0x01, 0x1A, 0x1C], [.control("a"), .control("z")]), ([0x20, 0x7E], [.character(" "), .character("~")]),
            ([0x1B, 0x5B, 0x41, 0x1B, 0x5B, 0x42], [.up, .down]),
            ([0x1B, 0x5B, 0x43, 0x1B, 0x5B, 0x44], [.right, .left]),
            ([0x1B, 0x5B, 0x41, 0x78], [.up, .character("x")]), ([0x1B], [.escape]),
            ([0x1B, 0x5B], [.escape, .character("[")]),
            ([0x1B, 0x5B, 0x5A], [.escape, .character("["), .character("Z")]),
            ([0x1B, 0x41, 0x42], [.escape, .character("A"), .character("B")]),
        ] as [([UInt8], [TerminalKey])])
    func sequences(bytes: [UInt8], keys: [TerminalKey]) {
        #expect(TerminalKey.keys(in: bytes) == keys)
    }

    @Test("A frame cuts lines that do not fit, and fills those that are short") func frames() {
        var frame = TerminalFrame(width: 3, height: 2)
        for line in ["long line", "a\nb", "third"] { frame.add(line) }
        #expect(frame.lines == ["lon", "ab"] && frame.filled == ["lon", "ab "])
        #expect(TerminalFrame(width: -1, height: -1).filled == [])
        #expect(TerminalFrame(width: 2, height: 3, lines: ["a"]).filled == ["a ", "  ", "  "])
    }

    @Test("Two frames side by side are as wide as both and the line between them")
    func sideBySide() {
        let left = TerminalFrame(width: 3, height: 2, lines: ["abc", "d", "e"])
        #expect(left.lines == ["abc", "d"] && left.filled == ["abc", "d  "])
        let both = left.beside(TerminalFrame(width: 2, height: 3, lines: ["xy", "z"]))
        #expect(both.lines == ["abc│xy", "d  │z "] && both.width == 6 && both.height == 2)
    }
}
