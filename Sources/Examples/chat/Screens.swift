import IOCRouting

/// The people to chat with.
let people = ["Anna", "Ben", "Cleo"]

final class ChatList: TerminalScreen {
    private let app: ChatApp
    private var row = 0

    init(app: ChatApp) { self.app = app }

    override var title: String { "Chats" }

    override func draw(in frame: inout TerminalFrame) {
        for (index, person) in people.enumerated() {
            frame.add((index == row ? "> " : "  ") + person)
        }
    }

    override func handle(_ key: TerminalKey) async -> Bool {
        switch key {
        case .down: row = (row + 1) % people.count
        case .up: row = (row + people.count - 1) % people.count
        case .enter: app.open(app.routes.chat.erasedDestination(with: people[row]))
        default: return false
        }
        return true
    }
}

final class Chat: TerminalScreen, InputAccepting, InputChecking {
    private var user = ""
    private var visits = 0

    override var title: String { "Chat with \(user)" }

    static func check(_ input: String) throws {
        guard people.contains(input) else { throw UnknownPerson(name: input) }
    }

    func setUp(with input: String) {
        user = input
        visits += 1
    }

    func isTarget(for input: String) -> Bool { user == input }

    override func draw(in frame: inout TerminalFrame) {
        frame.add("\(user): hello")
        frame.add("(shown \(visits) time\(visits == 1 ? "" : "s"))")
    }
}

struct UnknownPerson: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) is not in the list" }
}

final class Settings: TerminalScreen {
    private let app: ChatApp
    private var isUnsaved = false

    init(app: ChatApp) { self.app = app }

    override var title: String { "Settings" }
    override var isDismissible: Bool { !isUnsaved }

    override func draw(in frame: inout TerminalFrame) {
        frame.add(app.account.isLoggedIn ? "logged in" : "logged out")
        frame.add(isUnsaved ? "unsaved changes: this screen stays" : "nothing to save")
        frame.add("l: log in or out   u: change something or save   c: close")
    }

    override func handle(_ key: TerminalKey) async -> Bool {
        switch key {
        case .character("l"): app.account.isLoggedIn.toggle()
        case .character("u"): isUnsaved.toggle()
        case .character("c"): app.open(app.routes.list.erasedDestination)
        default: return false
        }
        return true
    }
}

final class Login: TerminalScreen {
    private let account: Account
    private var name = ""

    init(account: Account) { self.account = account }

    override var title: String { "Login" }

    override func draw(in frame: inout TerminalFrame) {
        frame.add("Your name: \(name)_")
        frame.add("return: log in   ctrl-c: cancel")
    }

    override func handle(_ key: TerminalKey) async -> Bool {
        switch key {
        case .character(let character): name.append(character)
        case .backspace: if !name.isEmpty { name.removeLast() }
        case .enter: account.finishLogin(!name.isEmpty)
        case .control("c"): account.finishLogin(false)
        default: return false
        }
        return true
    }
}
