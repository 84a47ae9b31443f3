// swift-format-ignore-file
import IOC

// A program with everything that a check tells apart; it is read, not compiled.

public protocol Gateway: Sendable {}
public protocol LoudGateway: Gateway {}
public protocol Audited: IOCComponent {}
public protocol Store<Item>: Sendable { associatedtype Item }
public protocol Nobody: Sendable {}

extension Audited {
    public static var traits: [ComponentTrait] { [.order(7), .lazy] }
}

open class CoreBase<Value: Sendable>: IOCComponent, @unchecked Sendable {
    @Autowired var value: Value
    @Autowired("core-log") var log: any Sendable
    public required init() {}
}

public final class CoreLog: IOCComponent {
    public static var traits: [ComponentTrait] { [.named("core-log"), .order(-3)] }
}
public final class CorePlain: Audited {}
@Component("core-named", .primary, .scope(.prototype)) public final class CoreNamed: Gateway {}
@Component(.fallback) public final class CoreFallback: Gateway {}
#if os(Windows)
public final class CoreWindows: IOCComponent {}
#elseif FLAG
public final class CoreFlag: IOCComponent, Gateway {}
#endif
enum CoreOuter {
    final class Inner: IOCComponent { static let traits: [ComponentTrait] = [.profile("night"), .dependsOn(CoreLog.self)] }
    typealias Alias = any LoudGateway
}
