import IOCRouting

/// A chat app in a terminal: a list, chats, settings, a login, and push notifications at any time.
@main @MainActor final class ChatApp {
    let account = Account()
    let host = TerminalHost()
    private(set) lazy var router = Router<TerminalScreen>(
        host: host, configuration: RouterConfiguration(policy: .enqueue))
    private(set) lazy var routes = Routes(app: self, layout: layout)
    private let layout: Routes.Layout
    private let device = TerminalDevice()
    private var status = ""
    private var notifications = 0

    init(layout: Routes.Layout) {
        self.layout = layout
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") {
            print("usage: chat [--tabs | --pad] [--plans] [person]")
            return
        }
        let layout: Routes.Layout = arguments.contains("--pad") ? .pad : arguments.contains("--tabs") ? .tabs : .phone
        let app = ChatApp(layout: layout)
        if arguments.contains("--plans") {
            print(try await app.plans())
            return
        }
        await app.run(chattingWith: arguments.first { !$0.hasPrefix("--") })
    }

    /// Returns the plans of all destinations, from each place in the app.
    private func plans() async throws -> String {
        let destinations = [
            routes.list.erasedDestination, routes.chat.erasedDestination(with: people[0]),
            routes.settings.erasedDestination, routes.login.erasedDestination,
        ]
        account.isLoggedIn = true
        var text = "from an empty tree\n" + plans(to: destinations)
        for place in destinations {
            try await router.navigate(to: place, animated: false)
            text += "\nfrom \(place.name)\n" + plans(to: destinations)
        }
        return text
    }

    private func plans(to destinations: [AnyDestination<TerminalScreen>]) -> String {
        destinations.map { destination in
            do {
                return "\(try router.plan(to: destination))\n"
            } catch {
                return "no route to \(destination.name)\n\(error)\n"
            }
        }.joined()
    }

    private func run(chattingWith person: String?) async {
        device.open()
        host.didChange = { [unowned self] in draw() }
        let keys = device.keys()
        await follow(routes.list.erasedDestination)
        if let person { open(routes.chat.erasedDestination(with: person)) }
        for await key in keys {
            if key == .control("q") { break }
            await handle(key)
            draw()
        }
        device.close()
    }

    private func handle(_ key: TerminalKey) async {
        // A push notification may come at any time, whichever screen is visible.
        if key == .control("n") {
            let person = people[notifications % people.count]
            notifications += 1
            open(routes.chat.erasedDestination(with: person))
        } else if await !host.handle(key) {
            switch key {
            case .character("s"): open(routes.settings.erasedDestination)
            case .character("h"): open(routes.list.erasedDestination)
            default: break
            }
        }
    }

    /// Navigates without delaying the next key. A navigation that still runs, for example because it waits for the login,
    /// is canceled and undone.
    func open(_ destination: AnyDestination<TerminalScreen>) {
        router.gate.cancelAll()
        Task { await follow(destination) }
    }

    private func follow(_ destination: AnyDestination<TerminalScreen>) async {
        do {
            let result = try await router.navigate(to: destination)
            status = "arrived"
            if case .stopped(let reason) = result.ending { status = "stopped: \(reason)" }
        } catch let error as RoutingError {
            status = "\(error.code): \(error.cause.map { "\($0)" } ?? error.wanted)"
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
