import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Headless host") struct HeadlessHostTests {
    @Test("A lazy container refuses a push until it is visible, then loads once") func lazy() async throws {
        let lazy = HeadlessStack(named: "lazy", isLazy: true)
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [HeadlessScreen(named: "first"), lazy]))
        let port = try #require(host.container(lazy))
        let error = await #expect(throws: HeadlessFault.self) {
            try await port.setContained([HeadlessScreen(named: "a")], animated: false)
        }
        #expect(error?.description == "lazy has not loaded: it was never shown")
        #expect(host.log == [])
        let tabs = try #require(host.root.flatMap { host.container($0) })
        try await tabs.reveal(lazy, animated: false)
        try await port.setContained([HeadlessScreen(named: "a")], animated: false)
        #expect(host.log == [.select("lazy", in: "tabs"), .load("lazy"), .push("a", in: "lazy")])
    }

    @Test("A lazy container loads when it is presented or becomes the root") func loads() async throws {
        let host = HeadlessHost(root: HeadlessStack(named: "root", isLazy: true))
        #expect(host.log == [] && (host.root as? HeadlessStack)?.isLoaded == true)
        let sheet = HeadlessStack(named: "sheet", isLazy: true)
        try await host.present(sheet, on: try #require(host.root), style: .sheet, animated: false)
        #expect(host.log == [.present("sheet", on: "root"), .load("sheet")])
    }

    @Test("Requested faults occur as often as requested, and leave the tree unchanged") func faults() async throws {
        let root = HeadlessScreen(named: "root")
        let host = HeadlessHost(root: root)
        host.fail(times: 2) { if case .present = $0 { true } else { false } }
        for _ in 0..<2 {
            let error = await #expect(throws: HeadlessFault.self) {
                try await host.present(HeadlessScreen(named: "a"), on: root, style: .automatic, animated: false)
            }
            #expect(error?.description == "failed as requested: present a on root")
        }
        #expect(host.log == [] && root.presented == nil)
        try await host.present(HeadlessScreen(named: "a"), on: root, style: .automatic, animated: false)
        #expect(host.log.count == 1)
    }

    @Test("During a delayed dismissal, the screen is being dismissed") func latency() async throws {
        let clock = ManualClock()
        let root = HeadlessScreen(named: "root")
        let host = HeadlessHost(root: root)
        let sheet = HeadlessScreen(named: "sheet")
        try await host.present(sheet, on: root, style: .automatic, animated: false)
        host.delay(by: .seconds(1), clock: clock)
        let dismissal = Task { try await host.dismissPresented(from: root, animated: true) }
        await clock.untilTaskSleeps()
        #expect(host.phase(of: sheet) == .dismissing)
        #expect(ScreenTree(host).topmost === root && !ScreenTree(host).contains(sheet))
        clock.advance(by: .seconds(1))
        try await dismissal.value
        #expect(host.phase(of: sheet) == .detached)
    }

    @Test("A delayed operation is checked again before it happens") func checkedAgain() async throws {
        let root = HeadlessScreen(named: "root")
        let host = HeadlessHost(root: root)
        host.beforeOperation = { operation in
            host.beforeOperation = nil
            try await host.present(HeadlessScreen(named: "first"), on: root, style: .automatic, animated: false)
        }
        let error = await #expect(throws: HeadlessFault.self) {
            try await host.present(HeadlessScreen(named: "second"), on: root, style: .automatic, animated: false)
        }
        #expect(error?.description == "root presents a screen already")
        #expect(root.presented?.name == "first")
    }

    @Test("Operations and shapes are readable") func texts() async throws {
        let operations: [HeadlessOperation] = [
            .present("a", on: "b"), .dismiss("a", from: "b"), .replaceRoot(nil), .replaceRoot("a"),
            .select("a", in: "b"), .push("a", in: "b"), .pop(to: "a", in: "b"), .set(["a", "c"], in: "b"), .load("b"),
        ]
        #expect(
            operations.map(\.description) == [
                "present a on b", "dismiss a from b", "replace root by none", "replace root by a", "select a in b",
                "push a in b", "pop to a in b", "set [a, c] in b", "load b",
            ])
        let world = World("tabs[stack[list chat:u] settings]/sheet[sheetRoot sheetTop]/top")
        #expect(
            world.tree.shape.description == """
                tabs
                  stack
                    list (hidden)
                    Chat
                  settings (hidden)
                  presents (sheet) sheet
                    sheetRoot (hidden)
                    sheetTop
                    presents (sheet) top
                """)
    }
}
