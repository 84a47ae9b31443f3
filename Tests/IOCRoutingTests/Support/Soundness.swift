import IOCRouting
import IOCRoutingTesting

/// Whether screens and their places agree on each other.
@MainActor func isSound(_ tree: ScreenTree<HeadlessScreen>) -> Bool {
    tree.screens.allSatisfy { screen in
        let children = (screen as? HeadlessContainer)?.contained ?? []
        return children.allSatisfy { $0.parent === screen && $0.presenter == nil }
            && (screen.presented.map { $0.presenter === screen && $0.parent == nil } ?? true) && tree.contains(screen)
    }
}
