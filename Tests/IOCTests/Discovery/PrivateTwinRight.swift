import IOC

// Two files have a class of this name.
@Component
private final class PTTwin {
    let leaf: PTLeaf
}

@Component("right")
private final class PTNamedTwin {
    let leaf: PTLeaf
}

extension PrivateTwinTests {
    static let right: any ManagedComponent.Type = PTTwin.self
    static let rightNamed: any ManagedComponent.Type = PTNamedTwin.self
}
