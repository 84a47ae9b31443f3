import IOCRouting
import IOCRoutingTesting
import TestSupport
import Testing

@MainActor @Suite("Terminal host", .timeLimit(.minutes(10))) struct TerminalTests {
    final class Plain: TerminalScreen {
        let name: String

        init(_ name: String) { self.name = name }

        override var title: String { name }

        override func draw(in frame: inout TerminalFrame) { frame.add("this is \(name)") }
    }

    @Test("The terminal host keeps every promise") func conformance() async {
        let failures = await ScreenHostConformance.failures {
            ScreenHostFixture(
                host: TerminalHost(), makeScreen: { Plain($0) },
                containers: [
                    .init("stack") { TerminalStack(children: $0) }, .init("tabs") { TerminalTabs(children: $0) },
                    .init("split") { TerminalSplit(children: $0) },
                ])
        }
        #expect(failures == [])
    }

    @Test("Keys are read from what a terminal sends") func keys() {
        #expect(TerminalKey.keys(in: Array("aé".utf8)) == [.character("a"), .character("é")])
        #expect(TerminalKey.keys(in: [0x1B, 0x5B, 0x41, 0x1B, 0x5B, 0x42]) == [.up, .down])
        #expect(TerminalKey.keys(in: [0x1B, 0x5B, 0x43, 0x1B, 0x5B, 0x44]) == [.right, .left])
        #expect(TerminalKey.keys(in: [0x1B]) == [.escape])
        #expect(TerminalKey.keys(in: [0x0D, 0x7F, 0x0E, 0x00]) == [.enter, .backspace, .control("n")])
    }

    @Test("A frame cuts what does not fit") func frames() {
        var frame = TerminalFrame(width: 3, height: 2)
        for line in ["long line", "a\nb", "third"] { frame.add(line) }
        #expect(frame.lines == ["lon", "ab"])
        #expect(frame.filled == ["lon", "ab "])
        #expect(TerminalFrame(width: -1, height: -1).filled == [])
    }

    @Test("Stacks, tabs and splits are drawn with what shows in them") func drawing() async throws {
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

    @Test("The left arrow goes back in a stack, and stays at its first screen") func back() async {
        let stack = TerminalStack(children: [Plain("one"), Plain("two")])
        let host = TerminalHost(root: stack)
        #expect(await host.handle(.left))
        #expect(stack.contained.count == 1)
        #expect(await !host.handle(.left))
    }
}

#if canImport(Glibc)
/// `swift run chat`, as a person at a terminal meets it.
@Suite("The chat program", .timeLimit(.minutes(10)), .serialized) struct ChatProgramTests {
    static let enter = "\r"
    static let notification = "\u{0E}"
    static let quit = "\u{11}"

    private func quit(_ terminal: PseudoTerminal) {
        terminal.send(Self.quit)
        #expect(terminal.end() == 0)
    }

    @Test("Login is shown before the first chat, and a canceled one leaves the list") func login() throws {
        let terminal = try PseudoTerminal(program: "chat")
        _ = try terminal.frame(with: ["Chats", "> Anna", "status: arrived"])
        terminal.send(Self.enter)
        _ = try terminal.frame(with: ["Login", "Your name: _"])
        terminal.send("\u{03}")
        _ = try terminal.frame(with: ["Chats", "status: stopped: the login was cancelled"])
        terminal.send(Self.enter)
        _ = try terminal.frame(with: ["Your name: _"])
        terminal.send("me" + Self.enter)
        _ = try terminal.frame(with: ["‹ Chat with Anna", "(shown 1 time)", "status: arrived"])
        terminal.send("\u{1B}[D")
        _ = try terminal.frame(with: ["> Anna"])
        quit(terminal)
    }

    @Test("A push notification works from the list, another chat, the same chat, settings and login")
    func notifications() throws {
        let terminal = try PseudoTerminal(program: "chat")
        _ = try terminal.frame(with: ["status: arrived"])
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["Your name: _"])
        // A second one during the login takes the first one's place: this is its own login screen.
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["Your name: _", "status: navigation-superseded"])
        terminal.send("me" + Self.enter)
        _ = try terminal.frame(with: ["Chat with Ben", "status: arrived"])
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["Chat with Cleo", "status: arrived"])
        terminal.send("s")
        _ = try terminal.frame(with: ["═══ Settings", "status: arrived"])
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["Chat with Anna", "status: arrived"])
        terminal.send("s")
        _ = try terminal.frame(with: ["═══ Settings", "nothing to save"])
        terminal.send("u")
        _ = try terminal.frame(with: ["unsaved changes", "status: arrived"])
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["═══ Settings", "status: not-dismissible"])
        quit(terminal)
    }

    @Test("With tabs, and on a split pad, the same notifications work", arguments: ["--tabs", "--pad"])
    func layouts(layout: String) throws {
        let terminal = try PseudoTerminal(program: "chat", arguments: [layout])
        _ = try terminal.frame(with: ["Anna", "status: arrived"])
        terminal.send("s")
        _ = try terminal.frame(with: ["logged out", "status: arrived"])
        terminal.send("l")
        _ = try terminal.frame(with: ["logged in"])
        terminal.send(Self.notification)
        let frame = try terminal.frame(with: ["Chat with Anna", "status: arrived"])
        #expect(frame.contains("> Anna") == (layout == "--pad"))
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["Chat with Ben", "status: arrived"])
        quit(terminal)
    }

    @Test("A link that leads nowhere is told about, and the help is printed") func badLink() throws {
        let terminal = try PseudoTerminal(program: "chat", arguments: ["chat://nowhere"])
        _ = try terminal.frame(with: ["route-unknown"])
        quit(terminal)
        let help = try PseudoTerminal(program: "chat", arguments: ["--help"])
        #expect(help.end() == 0)
    }

    @Test(
        "The plans of all routes from every place are printed, without a terminal",
        arguments: ["--phone", "--tabs", "--pad"])
    func plans(layout: String) async throws {
        let path = try PseudoTerminal.directory() + "/chat"
        let text = try await ChildProcess.run(path, ["--plans", layout]).text
        for place in ["an empty tree", "the list", "a chat", "settings", "login"] {
            #expect(text.contains("from \(place)\nroute "), "\(text)")
        }
        #expect(text.contains("LoginInterceptor") && text.contains("nothing to change"))
        #expect(text.contains("fails"), "settings and login start at a screen, which an empty tree has not: \(text)")
    }
}
#endif
