#if canImport(Glibc)
import TestSupport
import Testing

/// `swift run chat`, as a person at a terminal meets it.
@Suite("The chat program", .timeLimit(.minutes(30)), .serialized) struct ChatProgramTests {
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
        _ = try terminal.frame(with: ["Chats", "status: stopped: the login was canceled"])
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
        // A second notification during the login cancels the first one, and shows its own login screen.
        terminal.send(Self.notification)
        _ = try terminal.frame(with: ["Your name: _", "status: navigation-canceled"])
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

    @Test("An unknown person is reported, and the help is printed") func badLink() throws {
        let terminal = try PseudoTerminal(program: "chat", arguments: ["Dora"])
        _ = try terminal.frame(with: ["input-rejected", "Dora is not in the list"])
        quit(terminal)
        let help = try PseudoTerminal(program: "chat", arguments: ["--help"])
        #expect(help.end() == 0)
    }

    @Test(
        "The plans of all routes from every screen are printed without a terminal",
        arguments: ["--phone", "--tabs", "--pad"])
    func plans(layout: String) async throws {
        let path = try PseudoTerminal.directory() + "/chat"
        let text = try await ChildProcess.run(path, ["--plans", layout]).text
        for place in ["an empty tree", "ChatList", "Chat", "Settings", "Login"] {
            #expect(text.contains("from \(place)\nroute to ChatList"), "\(text)")
        }
        #expect(text.contains("LoginInterceptor") && text.contains("nothing to change"))
        #expect(text.contains("no route to Login\nrouting fault: origin-not-found"), "\(text)")
    }
}
#endif
