import IOCRouting
import IOCRoutingTesting

final class Panes: HeadlessContainer, ContainerScreen {
    enum Role: ContainerRole {
        static var behavior: ContainerBehavior { .panes }
    }

    init(_ children: [HeadlessScreen]) { super.init(behavior: .panes, children: children) }
}
