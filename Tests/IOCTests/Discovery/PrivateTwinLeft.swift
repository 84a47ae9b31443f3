import IOC

// Two files have a class of this name.
@Component
private final class PTTwin {
    let leaf: PTLeaf
}

@Component("left")
private final class PTNamedTwin {
    let leaf: PTLeaf
}

extension PrivateTwinTests {
    static let left: any ManagedComponent.Type = PTTwin.self
    static let leftNamed: any ManagedComponent.Type = PTNamedTwin.self
}
