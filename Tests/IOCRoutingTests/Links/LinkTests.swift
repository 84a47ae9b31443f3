import IOCRouting
import IOCRoutingTesting
import TestSupport
import Testing

@MainActor @Suite("Links") struct LinkTests {
    enum Tab: String, URLValue, CaseIterable { case chats, settings }

    struct Place: Hashable {
        var user: String
        var message: Int
        var tab: Tab?
        var isNew: Bool
    }

    let place: RouteLink<Place>

    init() throws {
        place = try URLPattern(
            "chat/:user/message/:id", .value("user", String.self), .value("id", Int.self), .optional("tab", Tab.self),
            .value("new", Bool.self)
        ).link(
            { Place(user: $0, message: $1, tab: $2, isNew: $3) }, values: { ($0.user, $0.message, $0.tab, $0.isNew) })
    }

    /// A link whose input is one value.
    static func single<Value: URLValue>(_ path: String, _ type: Value.Type) throws -> RouteLink<Value> {
        try URLPattern(path, .value("value", type)).link({ $0 }, values: { $0 })
    }

    static func fixed(_ path: String) throws -> RouteLink<Void> {
        try URLPattern(path).link({ () }, values: { () })
    }

    @Test("What is printed is read again, whatever the values") func roundTrip() throws {
        var random = SplitMix(seed: 7)
        let characters = Array("aZ09 /?&=%#.~_-+é😀\u{0}\n\"\\:")
        for _ in 0..<2_000 {
            let length = Int.random(in: 0...12, using: &random)
            let user = String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" })
            let original = Place(
                user: user, message: Int.random(in: .min ... .max, using: &random),
                tab: Tab.allCases.randomElement(using: &random).flatMap { random.chance(50) ? $0 : nil },
                isNew: random.chance(50))
            let address = place.address(of: original)
            #expect(try place.input(in: address) == original, "\(address)")
            #expect(try place.address(of: place.input(in: address)) == address)
        }
    }

    @Test("Addresses are printed with escapes where they are needed") func printing() throws {
        let value = Place(user: "a/b c", message: -3, tab: .settings, isNew: true)
        #expect(place.address(of: value) == "chat/a%2Fb%20c/message/-3?tab=settings&new=true")
        #expect(place.template == "chat/:user/message/:id?tab=?&new=")
        #expect(try Self.fixed("a/b").address(of: ()) == "a/b")
        let dots = try Self.single("x/:value", String.self)
        #expect(
            dots.address(of: "..") == "x/%2E%2E" && dots.address(of: ".") == "x/%2E"
                && dots.address(of: "...") == "x/...")
    }

    @Test(
        "An address that does not fit says why",
        arguments: [
            ("chat/u", "it ends before `message`"), ("chat", "it ends before :user"),
            ("chat/u/note/3?new=true", "`note` stands where `message` should"),
            ("chat/u/message/x?new=true", "`x` is no Int, as `id` should be"),
            ("chat/u/message/3", "its query has no `new`"), ("chat/u/message/3?new=maybe", "`maybe` is no Bool"),
            ("chat/u/message/3?new=true&tab=home", "`home` is no Tab"),
            ("chat/u/message/3/more?new=true", "it goes on with `more`"),
            ("chat/%zz/message/3?new=true", "the escapes in `%zz` are not well formed"),
            ("chat/%FF/message/3?new=true", "the escapes in `%FF` are not well formed"),
            ("chat/u/message/3?new=%2", "the escapes of `new` in its query are not well formed"),
            ("chat/u/message/3?new=true&new=false", "`new` is there 2 times"),
        ])
    func misfits(address: String, reason: String) {
        #expect {
            try place.input(in: address)
        } throws: { error in
            let error = error as? RoutingError
            return error?.code == .addressMalformed && error?.wanted == "an address like \(place.template)"
                && error?.found.hasPrefix("\(address): \(reason)") == true
        }
    }

    @Test("The values of an address are read by a pattern alone, or it says why they are not")
    func values() throws {
        let pattern = try URLPattern("a/:x/:y", .value("x", Int.self), .value("y", Int.self), .optional("z", Int.self))
        let (x, y, z) = try pattern.values(in: "a/1/2?z=3")
        #expect(x == 1 && y == 2 && z == 3 && pattern.address(of: 1, 2, 3) == "a/1/2?z=3")
        let error = #expect(throws: RoutingError.self) { try pattern.values(in: "a/1/b") }
        #expect(error?.wanted == "an address like a/:x/:y?z=?")
        #expect(error?.found == "a/1/b: `b` is no Int, as `y` should be")
    }

    @Test("What an address does not describe is passed over: other query values, and a fragment") func extra() throws {
        let value = try place.input(in: "chat/u/message/3?utm=x&new=true&flag#part")
        #expect(value == Place(user: "u", message: 3, tab: nil, isNew: true))
        let repeated = try place.input(in: "chat/u/message/3?id=1&id=2&new=true&utm=%zz&%zz=1&utm=2")
        #expect(repeated == value)
        #expect(try place.input(in: "chat/%c3%a9%C3%A9/message/3?new=true").user == "éé")
    }

    @Test(
        "The scheme and the server's name are read in any case, the rest as it is written",
        arguments: [
            ("chat://", "CHAT://settings", true), ("chat://", "Chat://settings", true),
            ("chat://", "chat;//settings", false),
            ("https://example.com/", "HTTPS://Example.COM/settings", true),
            ("https://example.com/App/", "https://EXAMPLE.com/App/settings", true),
            ("https://example.com/App/", "https://example.com/app/settings", false),
            ("chat:", "CHAT:settings", true), ("/", "/settings", true), ("/App/", "/app/settings", false),
            ("/a:b/", "/A:b/settings", false), ("chat://", "CHA", false),
            ("chat\u{212A}://", "chatk://settings", false), ("chat://", "chax://settings", false),
            ("chat-1://", "CHAT-1://settings", true), ("chat-1://", "CHAT\u{D}1://settings", false),
            ("chat://a@b/", "chat://a`b/settings", false), ("chat://a[b/", "chat://a{b/settings", false),
            ("mail:to/", "MAIL:to/settings", true), ("mail:to/", "mail:TO/settings", false),
            ("mail:/to/", "mail:/TO/settings", false), ("App/", "app/settings", false), ("app:", "App:settings", true),
        ])
    func anyCase(base: String, address: String, fits: Bool) throws {
        var table = LinkTable<HeadlessScreen>(base: base)
        try table.add(Self.fixed("settings"), to: ChatRoutes.settings)
        do {
            #expect(try table.destination(for: address).name == "SettingsScreen")
            #expect(fits)
        } catch let error as RoutingError {
            #expect(!fits && error.nearMisses == ["every address here starts with \(base)"])
        }
    }

    @Test("An address that no link fits is told of ten links at most, and of none where there is none")
    func nearMisses() throws {
        for count in [0, 1, 9, 10, 11, 13] {
            var table = LinkTable<HeadlessScreen>(base: "chat://")
            for index in 0..<count { try table.add(Self.single("p\(index)/:value", Int.self), to: Self.route(index)) }
            let error = #expect(throws: RoutingError.self) { try table.destination(for: "chat://Settings") }
            let near = error?.nearMisses ?? []
            #expect(near.filter { $0.hasPrefix("chat://p") }.count == min(count, 10))
            let rest = near.filter { !$0.hasPrefix("chat://p") }
            #expect(
                rest
                    == (count == 0
                        ? ["the table has no links"]
                        : count > 10 ? ["and \(count - 10) more patterns do not fit"] : []))
        }
    }

    @Test("Links are told apart by the order of their segments, and tried from the fixed to the open ones")
    func precedence() throws {
        let paths = ["b/a", ":value/b", "a/:value", "a/b", "a", ":value", "a/b/c", ":value/:other"]
        for order in [paths, paths.reversed()] {
            var table = LinkTable<HeadlessScreen>()
            for path in order {
                let names = path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
                switch names.count {
                case 0: try table.add(Self.fixed(path), to: Self.named(path, Void.self))
                case 1: try table.add(Self.single(path, String.self), to: Self.named(path, String.self))
                default:
                    let link = try URLPattern(
                        path, .value(names[0], String.self), .value(names[1], String.self)
                    ).link({ one, _ in one }, values: { ($0, $0) })
                    try table.add(link, to: Self.named(path, String.self))
                }
            }
            let queried = try URLPattern("a/:one", .value("one", String.self), .value("q", Int.self))
                .link({ one, _ in one }, values: { ($0, 1) })
            try table.add(queried, to: Self.named("a/:one?q", String.self))
            for (address, name) in [
                ("a/b", "a/b"), ("b/a", "b/a"), ("a/c", "a/:value"), ("a/c?q=1", "a/:one?q"), ("a/b?q=1", "a/b"),
                ("c/b", ":value/b"), ("c/d", ":value/:other"), ("a", "a"), ("c", ":value"), ("a/b/c", "a/b/c"),
            ] {
                #expect(try table.destination(for: "/" + address).name == name)
            }
        }
    }

    static func named<Input>(_ name: String, _ type: Input.Type) -> Step<HeadlessScreen, Input> {
        StepBuilder(
            finder: NoFinder<HeadlessScreen, Input>(), factory: NoFactory<HeadlessScreen, Input>(), named: name
        ).build()
    }

    @Test("A hostile address is shown once and cut, however long it is and however many patterns it does not fit")
    func hostile() throws {
        var table = LinkTable<HeadlessScreen>(base: "chat://")
        for index in 0..<52 { try table.add(Self.single("place\(index)/:value", Int.self), to: Self.route(index)) }
        let long = String(repeating: "x", count: 100_000)
        for address in ["chat://\(long)", "chat://place3/\(long)", "chat://place3/1/\(long)", "other:\(long)"] {
            let error = #expect(throws: RoutingError.self) { try table.destination(for: address) }
            let text = error?.description ?? ""
            #expect(text.utf8.count < 4_000, "\(text.utf8.count)")
            #expect(error?.found == "\(address.prefix(100))… (\(address.utf8.count - 100) more bytes)")
            #expect(error?.nearMisses.count == (address.hasPrefix("chat") ? 11 : 1))
        }
        let single = #expect(throws: RoutingError.self) {
            try Self.single("a/:value", Int.self).input(in: "a/\(long)")
        }
        #expect((single?.description.utf8.count ?? 0) < 1_000)
    }

    static func route(_ index: Int) -> Step<HeadlessScreen, Int> { Step<HeadlessScreen, Int>.root() }

    @Test("Values that make no input are told about") func noContext() throws {
        let even = try URLPattern("even/:n", .value("n", Int.self)).link({ $0 % 2 == 0 ? $0 : nil }, values: { $0 })
        #expect(throws: Never.self) { try even.input(in: "even/2") }
        #expect { try even.input(in: "even/3") } throws: { ($0 as? RoutingError)?.code == .addressMalformed }
    }

    func table() throws -> LinkTable<HeadlessScreen> {
        var table = LinkTable<HeadlessScreen>(base: "chat://")
        try table.add(Self.single("chat/:value", String.self), to: ChatRoutes().chat)
        try table.add(Self.fixed("chat/new"), to: ChatRoutes.login)
        try table.add(Self.fixed("settings"), to: ChatRoutes.settings)
        return table
    }

    @Test("A table leads from addresses to destinations, fixed segments first") func leading() async throws {
        let (_, _, router) = stackWorld([ListScreen()])
        let table = try self.table()
        #expect(table.templates == ["chat://chat/new", "chat://chat/:value", "chat://settings"])
        #expect(try table.destination(for: "chat://chat/new").name == "login")
        let result = try await router.navigate(to: table.destination(for: "chat://chat/Anna%20B"))
        #expect((result.screen as? ChatScreen)?.user == "Anna B")
    }

    @Test("A table prints the address of a route") func printingTable() throws {
        var table = LinkTable<HeadlessScreen>(base: "https://example.com/")
        let chat = ChatRoutes().chat
        try table.add(Self.single("chat/:value", String.self), to: chat)
        #expect(try table.address(of: chat, with: "a b") == "https://example.com/chat/a%20b")
        let error = #expect(throws: RoutingError.self) {
            try table.address(
                of: StepBuilder(
                    finder: NoFinder<ChatScreen, String>(), factory: NoFactory<ChatScreen, String>(), named: "chats"
                ).build(), with: "a")
        }
        #expect(error?.code == .routeUnknown && error?.nearMisses == ["chat has one"])
    }

    @Test("Of several links the address is by the first that leads to the route and can tell the input")
    func printingSeveral() throws {
        let chat = ChatRoutes().chat
        let byNumber = chat.adaptingInput { (number: Int) in "user \(number)" }
        let byFlag = chat.adaptingInput { (isFirst: Bool) in isFirst ? "a" : "b" }
        let settings = ChatRoutes.settings
        var table = LinkTable<HeadlessScreen>(base: "chat://")
        try table.add(Self.single("chat/:value", String.self), to: chat)
        try table.add(Self.single("chat/number/:value", Int.self), to: byNumber)
        try table.add(Self.fixed("settings"), to: settings)
        try table.add(Self.fixed("sign/in"), to: ChatRoutes.login)
        #expect(
            table.templates == [
                "chat://chat/number/:value", "chat://sign/in", "chat://chat/:value", "chat://settings",
            ])
        #expect(try table.address(of: chat, with: "a") == "chat://chat/a")
        #expect(try table.address(of: byNumber, with: 7) == "chat://chat/number/7")
        #expect(try table.address(of: settings, with: ()) == "chat://settings")
        #expect(throws: RoutingError.self) { try table.address(of: byFlag, with: true) }
    }

    @Test("An address that leads nowhere says why for each pattern") func unknown() throws {
        let table = try self.table()
        let error = #expect(throws: RoutingError.self) { try table.destination(for: "chat://chats/x") }
        #expect(error?.code == .routeUnknown && error?.nearMisses.count == 3)
        let foreign = #expect(throws: RoutingError.self) { try table.destination(for: "other://chat/x") }
        #expect(foreign?.nearMisses == ["every address here starts with chat://"])
        #expect(throws: RoutingError.self) { try table.destination(for: "chat://Settings") }
    }

    @Test("Two links for the same addresses are refused; a query tells them apart") func ambiguous() throws {
        var table = try self.table()
        #expect {
            try table.add(Self.single("chat/:value", String.self), to: ChatRoutes().chat)
        } throws: { ($0 as? RoutingError)?.code == .routeAmbiguous }
        let withMessage = try URLPattern("chat/:name", .value("name", String.self), .value("message", Int.self))
            .link({ user, _ in user }, values: { ($0, 0) })
        try table.add(withMessage, to: ChatRoutes().chat)
        #expect(try table.destination(for: "chat://chat/u?message=1").name == "chat")
        #expect(table.templates.firstIndex(of: "chat://chat/:name?message=") == 1)
    }

    @Test("A pattern that does not describe its values is refused") func badPatterns() {
        func code(_ body: () throws -> Void) -> RoutingError? {
            do {
                try body()
                return nil
            } catch {
                return error as? RoutingError
            }
        }
        let missing = code { _ = try URLPattern("chat/:user/:id", .value("user", String.self)) }
        #expect(missing?.code == .addressMalformed && missing?.nearMisses == ["`:id` is not described"])
        #expect(
            code { _ = try URLPattern("a/:x/:y", .value("y", Int.self), .value("x", Int.self)) }?.code
                == .addressMalformed)
        #expect(
            code { _ = try URLPattern("a/:x", .value("x", Int.self), .value("x", Int.self)) }?.code == .addressMalformed
        )
        let optional = code { _ = try URLPattern("a/:x/:y", .value("x", Int.self), .optional("y", Int.self)) }
        #expect(optional?.code == .addressMalformed && optional?.found == "x, y (optional)")
    }
}
