import IOCRouting

@testable import IOCRoutingTesting

final class ListScreen: HeadlessScreen {}

final class SettingsScreen: HeadlessScreen {}

final class LoginScreen: HeadlessScreen {}

struct Refusal: Error, Hashable {
    var reason = "refused"
}

final class ChatScreen: HeadlessScreen, InputAccepting, InputChecking {
    private(set) var user: String?
    private(set) var setUps = 0

    convenience init(user: String) {
        self.init(named: "Chat")
        self.user = user
    }

    static func check(_ input: String) throws {
        if input.isEmpty { throw Refusal(reason: "a chat needs a user") }
    }

    func setUp(with input: String) {
        user = input
        setUps += 1
    }

    func isTarget(for input: String) -> Bool { user == input }
}

/// A container with a role of the tests.
final class Panes: HeadlessContainer, ContainerScreen {
    enum Role: ContainerRole {
        static var behavior: ContainerBehavior { .panes }
    }

    init(named name: String = "Panes", _ children: [HeadlessScreen]) {
        super.init(named: name, behavior: .panes, children: children)
    }
}

/// Adds a first pane.
struct AddPane: ContainerAction {
    typealias Role = Panes.Role

    func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained.insert(element, at: 0)
    }
}

/// Counts how often it is asked whether it may go.
final class Asked: HeadlessScreen {
    private(set) var count = 0

    override var isDismissible: Bool {
        get {
            count += 1
            return true
        }
        set {}
    }
}
