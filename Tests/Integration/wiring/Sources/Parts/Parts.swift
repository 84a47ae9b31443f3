// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import IOC

public protocol Clock: Sendable {}
public protocol Sink: Sendable {}

@Component("wall")
public struct WallClock: Clock {}

@Component("console")
public struct ConsoleSink: Sink {}

@Component("audit", .lazy)
public final class AuditSink: Sink {
    @Value("audit.file") var file: String
    public init() {}
}

@Component(.scope(.request))
public final class Visit {
    public init() {}
}
