import ChatTerminal
import IOCRouting

/// The article's chat app in a terminal: a list, chats, settings, a login, and push notifications at any time.
@main @MainActor final class ChatApp {
    let account = Account()
    let host = TerminalHost()
    private(set) lazy var router = Router<TerminalScreen>(
        host: host, configuration: RouterConfiguration(policy: .latestWins))
    private(set) lazy var routes = Routes(app: self, layout: layout)
    private let layout: Routes.Layout
    private let device = TerminalDevice()
    private var links = LinkTable<TerminalScreen>(base: "chat://")
    private var status = ""
    private var notifications = 0

    init(layout: Routes.Layout) {
        self.layout = layout
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") {
            print("usage: chat [--tabs | --pad] [--plans] [chat://with/Anna]")
            return
        }
        let layout: Routes.Layout = arguments.contains("--pad") ? .pad : arguments.contains("--tabs") ? .tabs : .phone
        let app = ChatApp(layout: layout)
        try app.addLinks()
        if arguments.contains("--plans") {
            print(try await app.plans())
            return
        }
        await app.run(link: arguments.first { $0.hasPrefix("chat:") })
    }

    private func addLinks() throws {
        try links.add(
            URLPattern("with/:user", .value("user", String.self)).link({ $0 }, values: { $0 }), to: routes.chat)
        try links.add(URLPattern("settings").link({ () }, values: { () }), to: routes.settings)
    }

    /// The plans of each route of the app from each of its trees.
    private func plans() async throws -> String {
        var map = RouteMap<TerminalScreen>()
        map.add("list", routes.list)
        map.add("chat", routes.chat, example: people[0])
        map.add("settings", routes.settings)
        map.add("login", routes.login)
        account.isLoggedIn = true
        var text = "from an empty tree\n\(map.plans(with: router))"
        for (place, destination) in [
            ("the list", routes.list.erasedDestination), ("a chat", routes.chat.erasedDestination(with: people[1])),
            ("settings", routes.settings.erasedDestination), ("login", routes.login.erasedDestination),
        ] {
            try await router.navigate(to: destination, animated: false)
            text += "\nfrom \(place)\n\(map.plans(with: router))"
        }
        return text
    }

    private func run(link: String?) async {
        device.open()
        host.didChange = { [unowned self] in draw() }
        let keys = device.keys()
        await follow(routes.list.erasedDestination)
        if let link { open(link) }
        for await key in keys {
            if key == .control("q") { break }
            await handle(key)
            draw()
        }
        device.close()
    }

    private func handle(_ key: TerminalKey) async {
        // A push notification may come at any time, whatever shows.
        if key == .control("n") {
            let person = people[notifications % people.count]
            notifications += 1
            open("chat://with/\(person)")
        } else if await !host.handle(key) {
            switch key {
            case .character("s"): open(routes.settings.erasedDestination)
            case .character("h"): open(routes.list.erasedDestination)
            default: break
            }
        }
    }

    private func open(_ link: String) {
        do {
            open(try links.destination(for: link))
        } catch {
            status = (error as? RoutingError).map { "\($0.code): \($0.found)" } ?? "\(error)"
            draw()
        }
    }

    /// Navigates without keeping the next key waiting.
    func open(_ destination: AnyDestination<TerminalScreen>) {
        Task { await follow(destination) }
    }

    private func follow(_ destination: AnyDestination<TerminalScreen>) async {
        do {
            let result = try await router.navigate(to: destination)
            status = "arrived"
            if case .stopped(let reason) = result.ending { status = "stopped: \(reason)" }
        } catch let error as RoutingError {
            status = "\(error.code): \(error.wanted)"
        } catch {
            status = "\(error)"
        }
        draw()
    }

    private func draw() {
        let size = device.size
        let inner = host.frame(width: size.width, height: size.height - 2)
        var frame = TerminalFrame(width: size.width, height: size.height)
        for line in inner.filled { frame.add(line) }
        frame.add("status: \(status)")
        frame.add("↑↓ return: open   ←: back   s: settings   h: home   ctrl-n: push notification   ctrl-q: quit")
        device.show(frame)
    }
}
