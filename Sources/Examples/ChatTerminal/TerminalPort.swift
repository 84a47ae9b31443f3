import IOCRouting

/// Access to a terminal container through its host.
struct TerminalPort: ContainerPort {
    let host: TerminalHost
    let screen: TerminalContainer

    var contained: [TerminalScreen] { screen.contained }
    var visible: [TerminalScreen] { screen.visible }
    var behavior: ContainerBehavior { screen.behavior }

    func reveal(_ child: TerminalScreen, animated: Bool) async throws {
        guard let index = screen.contained.firstIndex(where: { $0 === child }) else {
            throw TerminalHost.Fault(description: "\(host.name(of: screen)) does not hold \(host.name(of: child))")
        }
        if behavior.revealing == .truncates, !visible.contains(where: { $0 === child }) {
            hold(Array(screen.contained[...index]))
        }
        screen.selected = index
        host.didChange?()
    }

    func setContained(_ screens: [TerminalScreen], animated: Bool) async throws {
        guard Set(screens.map { ObjectIdentifier($0) }).count == screens.count else {
            throw TerminalHost.Fault(description: "a screen is in \(host.name(of: screen)) twice")
        }
        for child in screens where child.parent !== screen || child.isPresented {
            try host.requireFree(child, in: screen)
        }
        hold(screens)
        host.didChange?()
    }

    private func hold(_ screens: [TerminalScreen]) {
        let shown = visible.first
        for child in screen.contained { child.owner = nil }
        screen.contained = screens
        for child in screens { child.owner = screen }
        screen.selected = screens.firstIndex { $0 === shown } ?? (screens.isEmpty ? nil : 0)
    }
}
