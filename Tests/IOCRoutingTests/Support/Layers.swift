import IOCRouting
import IOCRoutingTesting

/// A window with tabs (a stack of a list and a chat; settings), a sheet over it that holds a stack, and one over that.
@MainActor struct Layers {
    let list = ListScreen(named: "list")
    let chat = ChatScreen(user: "u")
    let settings = SettingsScreen(named: "settings")
    let sheetRoot = HeadlessScreen(named: "sheetRoot")
    let sheetTop = SettingsScreen(named: "sheetTop")
    let stack: HeadlessStack
    let tabs: HeadlessTabs
    let sheet: HeadlessStack
    let top = HeadlessScreen(named: "top")
    let host: HeadlessHost
    var tree: ScreenTree<HeadlessScreen> { ScreenTree(host) }

    init() async throws {
        stack = HeadlessStack(named: "stack", children: [list, chat])
        tabs = HeadlessTabs(named: "tabs", children: [stack, settings])
        sheet = HeadlessStack(named: "sheet", children: [sheetRoot, sheetTop])
        host = HeadlessHost(root: tabs)
        try await host.present(sheet, on: tabs, style: .sheet, animated: false)
        try await host.present(top, on: sheet, style: .sheet, animated: false)
    }

    func names(_ start: HeadlessScreen, _ options: SearchOptions) -> [String] {
        tree.screens(from: start, options).map(\.name)
    }
}
