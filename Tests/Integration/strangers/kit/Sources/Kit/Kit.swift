// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The user documents no more than this.
public import IOC
import Synchronization

/// Takes lines.
public protocol Sink: Sendable {
    var name: String { get }
}

// Types that only this module can create in code, because their initializers are internal. Any program may boot them.

@Component("console", .primary, .order(1))
public struct ConsoleSink: Sink {
    public var name: String { "console" }
}

@Component("audit", .order(2))
public final class AuditSink: Sink {
    let mapper: Mapper
    public var name: String { "audit" }
}

@Component
public final class Mapper {
    public init() {}
}

@Component
public actor Journal {
    let sink: any Sink
    @Injected("audit") let log: any Sink
    @Injected(setting: "journal.title", default: "Journal") let title: String

    public var line: String { "\(title) on \(sink.name) and \(log.name)" }
}

// Types that every module can create in code, because all constants are public or the initializer is written.

@Component
public struct Labels: Equatable {
    @Injected(setting: "labels.prefix") public let prefix: String?
    @Injected(setting: "labels.list", default: []) public let list: [String]
}

@Component
open class Desk {
    public let mapper: Mapper
    public let labels: Labels
}

@Component(.scope(.prototype))
public final class Job {
    public let sinks: [any Sink]

    public init(sinks: [any Sink], @Named(setting: "job.limit") limit: Int = 3) throws {
        guard limit > 0 else { throw JobError.limit(limit) }
        self.sinks = sinks
    }
}

/// The reason why there is no job.
public enum JobError: Error { case limit(Int) }

// Types that know nothing of the container, and a function that makes one of them a component.

public protocol Runner: Sendable { var isClosed: Bool { get } }

public final class Engine: Runner {
    private let closed = Mutex(false)
    public init() {}
    public var isClosed: Bool { closed.withLock { $0 } }
    public func close() { closed.withLock { $0 = true } }
}

public struct Handle: Sendable { public let name: String }

public enum Handles {
    @Provides static func handle(@Named(setting: "handle.name") name: String = "crank") -> Handle { Handle(name: name) }
}
