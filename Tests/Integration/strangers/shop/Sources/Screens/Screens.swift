// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The user documents no more than this.
public import IOC
public import Kit

// A module whose default isolation is the main actor.

// The annotation can't see the module's default isolation, so a class with variables states its own.
@Component
@MainActor public final class Title {
    let labels: Labels
    @Injected(setting: "title.size", default: 12) let size: Int
    var text = "shop"
    public var shown: String { "\(labels.prefix ?? "-")\(text) \(size)" }
}

@Component
public struct Panel: Sendable {
    public let title: Title
    public let desk: Desk
}

@Component
nonisolated public final class Store {
    public let sink: any Sink
    let missing: (any Missing)?
    public var isWhole: Bool { missing == nil }
}

@Component
public actor Loader {
    let store: Store
    let later: Provider<Panel>
    public func panel() throws -> Panel { try later() }
}

@Component
public final class Menu {
    public let entries: [any Entry]
    nonisolated init(entries: [any Entry]) { self.entries = entries }
}

nonisolated public protocol Entry: Sendable {}
nonisolated protocol Missing: Sendable {}

@Component
public enum FirstEntry: Entry {
    case only
    nonisolated init() { self = .only }
}

// A function is the main actor's here, unless it says otherwise.
enum Entries {
    @Provides nonisolated static func second() -> any Entry { FirstEntry.only }
    @Provides static func third() async -> any Entry { FirstEntry.only }
}
