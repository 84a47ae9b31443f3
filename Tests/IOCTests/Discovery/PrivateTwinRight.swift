import IOC

// Two files have classes of these names.
@Component private final class PTTwin { let meters: [any Meter] }
@Component("right") private final class PTNamedTwin { let meters: [any Meter] }

extension PrivateTwinTests {
    static let right: any ManagedComponent.Type = PTTwin.self
    static let rightNamed: any ManagedComponent.Type = PTNamedTwin.self
}
