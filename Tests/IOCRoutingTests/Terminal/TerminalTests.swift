import IOCRouting
import IOCRoutingTesting
import Testing
import chat

@MainActor @Suite("Terminal host", .timeLimit(.minutes(30))) struct TerminalTests {
    final class Plain: TerminalScreen {
        let name: String

        init(_ name: String) { self.name = name }

        override var title: String { name }

        override func draw(in frame: inout TerminalFrame) { frame.add("this is \(name)") }
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

    @Test("The bytes of a terminal are decoded to keys") func keys() {
        #expect(TerminalKey.keys(in: Array("aé".utf8)) == [.character("a"), .character("é")])
        #expect(TerminalKey.keys(in: [0x1B, 0x5B, 0x41, 0x1B, 0x5B, 0x42]) == [.up, .down])
        #expect(TerminalKey.keys(in: [0x1B, 0x5B, 0x43, 0x1B, 0x5B, 0x44]) == [.right, .left])
        #expect(TerminalKey.keys(in: [0x1B]) == [.escape])
        #expect(TerminalKey.keys(in: [0x0D, 0x7F, 0x0E, 0x00]) == [.enter, .backspace, .control("n")])
    }

    @Test("A frame cuts lines that do not fit") func frames() {
        var frame = TerminalFrame(width: 3, height: 2)
        for line in ["long line", "a\nb", "third"] { frame.add(line) }
        #expect(frame.lines == ["lon", "ab"])
        #expect(frame.filled == ["lon", "ab "])
        #expect(TerminalFrame(width: -1, height: -1).filled == [])
    }

    @Test("Stacks, tabs and splits draw their visible screens") func drawing() async throws {
        let stack = TerminalStack(children: [Plain("one"), Plain("two")])
        let tabs = TerminalTabs(children: [stack, Plain("other")])
        let host = TerminalHost(root: tabs)
        #expect(host.frame(width: 20, height: 5).lines.first == "‹ two               ")
        #expect(host.frame(width: 20, height: 5).lines.last == "[two]  other ")
        try await host.present(Plain("sheet"), on: tabs, style: .sheet, animated: false)
        #expect(host.frame(width: 20, height: 3).lines == ["═══ sheet ══════════", "this is sheet"])
        let split = TerminalHost(root: TerminalSplit(children: [Plain("m"), Plain("d")]))
        #expect(split.frame(width: 22, height: 3).lines.last == "this is│this is d     ")
        #expect(TerminalHost().frame(width: 5, height: 2).lines == [])
    }

    @Test("The left arrow goes back in a stack until its first screen") func back() async {
        let stack = TerminalStack(children: [Plain("one"), Plain("two")])
        let host = TerminalHost(root: stack)
        #expect(await host.handle(.left))
        #expect(stack.contained.count == 1)
        #expect(await !host.handle(.left))
    }
}
