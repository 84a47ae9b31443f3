import IOC

// Two files have classes of these names.
@Component private final class PTTwin { let meters: [any Meter] }
@Component("left") private final class PTNamedTwin { let meters: [any Meter] }

extension PrivateTwinTests {
    static let left: any ManagedComponent.Type = PTTwin.self
    static let leftNamed: any ManagedComponent.Type = PTNamedTwin.self
}
