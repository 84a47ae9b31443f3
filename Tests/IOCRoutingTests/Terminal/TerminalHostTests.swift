import IOCRouting
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

    // MARK: Changes

    @Test("A screen is presented in its style, until it is dismissed, and then may be presented again")
    func presenting() async throws {
        let (root, sheet, over) = (Plain("root"), Plain("sheet"), Plain("over"))
        let host = TerminalHost(root: root)
        var changes = 0
        host.didChange = { changes += 1 }
        try await host.present(sheet, on: root, style: .sheet, animated: false)
        try await host.present(over, on: sheet, style: .fullScreen, animated: false)
        #expect(host.presentationStyle(of: sheet) == .sheet && host.presentationStyle(of: over) == .fullScreen)
        #expect(host.presented(by: root) === sheet && host.presenter(of: over) === sheet)
        #expect(host.parent(of: sheet) == nil && host.presenter(of: root) == nil)
        #expect([root, sheet, over].map { host.phase(of: $0) } == [.live, .live, .live])
        try await host.dismissPresented(from: root, animated: false)
        #expect(host.presented(by: root) == nil && host.presented(by: sheet) == nil)
        #expect([sheet, over].map { host.phase(of: $0) } == [.detached, .detached])
        #expect(host.presenter(of: sheet) == nil && host.presenter(of: over) == nil)
        try await host.present(over, on: root, style: .sheet, animated: false)
        #expect(host.presentationStyle(of: over) == .sheet)
        #expect(changes == 4)
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
        let stackPort = try #require(host.container(stack))
        #expect(
            await fault { try await host.present(other, on: loose, style: .sheet, animated: false) }
                == "loose is not shown")
        #expect(
            await fault { try await host.present(other, on: stack, style: .sheet, animated: false) }
                == "TerminalStack presents a screen already")
        #expect(
            await fault { try await host.present(first, on: sheet, style: .sheet, animated: false) }
                == "first has a place in a tree already")
        #expect(
            await fault { try await host.present(stack, on: sheet, style: .sheet, animated: false) }
                == "TerminalStack has a place in a tree already")
        #expect(
            await fault { try await host.dismissPresented(from: sheet, animated: false) } == "sheet presents nothing")
        #expect(
            await fault { try await host.replaceRoot(second, animated: false) }
                == "second has a place in a tree already")
        #expect(
            await fault { try await stackPort.reveal(loose, animated: false) } == "TerminalStack does not hold loose")
        #expect(
            await fault { try await stackPort.setContained([first, first], animated: false) }
                == "a screen is in TerminalStack twice")
        #expect(
            await fault { try await stackPort.setContained([first, sheet], animated: false) }
                == "sheet has a place in a tree already")
        #expect(changes == 0)
        #expect(stack.contained.map(\.title) == ["first", "second"] && host.root === stack)
        #expect(host.container(first) == nil)

        let lone = TerminalStack(children: [])
        let alone = try #require(host.container(lone))
        #expect(
            await fault { try await alone.setContained([lone], animated: false) }
                == "TerminalStack cannot be inside itself")
        let inner = TerminalStack(children: [])
        let outer = TerminalStack(children: [inner])
        let innermost = try #require(host.container(inner))
        #expect(
            await fault { try await innermost.setContained([outer], animated: false) }
                == "TerminalStack cannot be inside itself")
    }

    @Test("A dismissed screen can go into a container")
    func dismissedThenHeld() async throws {
        let (stack, sheet, over) = (TerminalStack(children: [Plain("a")]), Plain("sheet"), Plain("over"))
        let host = TerminalHost(root: stack)
        try await host.present(sheet, on: stack, style: .sheet, animated: false)
        try await host.present(over, on: sheet, style: .sheet, animated: false)
        try await host.dismissPresented(from: stack, animated: false)
        let port = try #require(host.container(stack))
        try await port.setContained([sheet, over], animated: false)
        #expect(host.parent(of: sheet) === stack && host.parent(of: over) === stack)
        #expect(host.presenter(of: sheet) == nil && host.presented(by: sheet) == nil)
    }

    @Test("The root can be replaced by itself, another screen, or nothing")
    func roots() async throws {
        let (first, second) = (Plain("first"), Plain("second"))
        let host = TerminalHost(root: first)
        var changes = 0
        host.didChange = { changes += 1 }
        try await host.replaceRoot(first, animated: false)
        #expect(host.root === first)
        try await host.replaceRoot(second, animated: false)
        #expect(host.root === second && host.phase(of: first) == .detached)
        try await host.replaceRoot(nil, animated: false)
        #expect(host.root == nil && changes == 3)
    }

    @Test("Tabs keep the selected tab while it stays, and otherwise select the first")
    func tabs() async throws {
        let screens = ["a", "b", "c"].map { Plain($0) }
        let tabs = TerminalTabs(children: [screens[0], screens[1]])
        let host = TerminalHost(root: tabs)
        let port = try #require(host.container(tabs))
        var changes = 0
        host.didChange = { changes += 1 }
        #expect(tabs.selected == 0)
        try await port.reveal(screens[1], animated: false)
        #expect(tabs.visible.map(\.title) == ["b"] && tabs.contained.count == 2)
        try await port.setContained([screens[2], screens[0], screens[1]], animated: false)
        #expect(tabs.visible.map(\.title) == ["b"] && host.parent(of: screens[2]) === tabs)
        try await port.setContained([screens[2], screens[0]], animated: false)
        #expect(tabs.visible.map(\.title) == ["c"] && host.parent(of: screens[1]) == nil)
        try await port.setContained([], animated: false)
        #expect(tabs.visible.isEmpty && tabs.selected == nil && changes == 4)
        #expect(TerminalTabs(children: []).selected == nil)
    }

    @Test("A stack that reveals a screen removes the screens above it")
    func stacks() async throws {
        let screens = ["a", "b", "c"].map { Plain($0) }
        let stack = TerminalStack(children: screens)
        let host = TerminalHost(root: stack)
        let port = try #require(host.container(stack))
        try await port.reveal(screens[2], animated: false)
        #expect(stack.contained.map(\.title) == ["a", "b", "c"])
        try await port.reveal(screens[1], animated: false)
        #expect(stack.contained.map(\.title) == ["a", "b"] && host.parent(of: screens[2]) == nil)
        #expect(stack.title == "b" && TerminalStack(children: []).title == "")
        #expect(host.name(of: stack) == "TerminalStack" && host.name(of: screens[0]) == "a")
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

    @Test("Text and keys are decoded in order, and half a sequence is an escape")
    func sequences() {
        let escape: UInt8 = 0x1B
        #expect(
            TerminalKey.keys(in: Array("ab".utf8) + [0x0A] + Array("é".utf8) + [0x08]) == [
                .character("a"), .character("b"), .enter, .character("é"), .backspace,
            ])
        #expect(TerminalKey.keys(in: [escape, 0x5B]) == [.escape, .character("[")])
        #expect(TerminalKey.keys(in: [escape, 0x5B, 0x5A]) == [.escape, .character("["), .character("Z")])
        #expect(TerminalKey.keys(in: [escape, 0x41, 0x42]) == [.escape, .character("A"), .character("B")])
        #expect(TerminalKey.keys(in: [0x01, 0x1A, 0x1C]) == [.control("a"), .control("z")])
        #expect(TerminalKey.keys(in: [0x20, 0x7E]) == [.character(" "), .character("~")])
        #expect(TerminalKey.keys(in: [escape, 0x5B, 0x41, 0x78]) == [.up, .character("x")])
    }

    @Test("Two frames side by side are as wide as both and the line between them")
    func frames() {
        let left = TerminalFrame(width: 3, height: 2, lines: ["abc", "d", "e"])
        #expect(left.lines == ["abc", "d"] && left.filled == ["abc", "d  "])
        let both = left.beside(TerminalFrame(width: 2, height: 3, lines: ["xy", "z"]))
        #expect(both.lines == ["abc│xy", "d  │z "] && both.width == 6 && both.height == 2)
        #expect(TerminalFrame(width: 2, height: 3, lines: ["a"]).filled == ["a ", "  ", "  "])
    }
}
