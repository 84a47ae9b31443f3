import IOC
import Kit

// Every form of a function that makes a component. No other code mentions the functions.

struct Made: Sendable {
    let name: String
}

struct Label: Sendable {
    let text: String
}

@Provides func fileScope() -> Made { Made(name: "fileScope") }

@Provides private func privateFileScope() async -> Made { Made(name: "privateFileScope") }

enum Makers {
    @Provides static func plain() -> Made { Made(name: "plain") }

    @Provides private static func hidden() -> Made { Made(name: "hidden") }

    @Provides fileprivate static func inFile() throws -> Made { Made(name: "inFile") }

    /// A documented one.
    @Provides("renamed", .order(2), .lazy)
    static func named() -> Made { Made(name: "named") }

    @Provides static func awaited(_ mapper: Mapper, for labels: Labels) async throws -> Made { Made(name: "awaited") }

    @MainActor @Provides static func main() async -> Made { Made(name: "main") }

    @Provides static func parameters(
        sink: any Sink, all: [any Sink], byName: [String: any Sink], maybe: Mapper?, later: Provider<Job>,
        context: ApplicationContext, @Named("audit") audit: any Sink, @Named(setting: "made.size") size: Int = 3,
        @Named(setting: "made.none") none: String?, `in` mapper: Mapper
    ) throws -> Made {
        let parts = [sink.name, "\(all.count)", "\(byName.count)", audit.name, "\(size)", none ?? "-"]
        return Made(name: "parameters(\(parts.joined(separator: " ")) \(maybe === mapper) \(try later().sinks.count))")
    }

    #if NEVER
    @Provides static func condition() -> Made { Made(name: "never") }
    #else
    @Provides static func condition() -> Made { Made(name: "condition") }
    #endif

    @Provides(.scope(.prototype)) static func label(_ point: InjectionPoint) -> Label {
        Label(text: "\(point.component).\(point.property)")
    }

    @Provides static func engine() -> any Runner { Engine() }

    struct Inner { @Provides static func nested() -> Made { Made(name: "nested") } }
}

extension Makers { @Provides static func extended() -> Made { Made(name: "extended") } }
private enum Hidden { @Provides static func hidden() -> Made { Made(name: "hidden enum") } }
class InClass { @Provides class func inClass() -> Made { Made(name: "inClass") } }
actor InActor { @Provides static func inActor() -> Made { Made(name: "inActor") } }
extension Engine { @Provides static func foreign() -> Made { Made(name: "foreign") } }

extension Engine: @retroactive Stoppable {
    /// Ends with the program.
    public func stop() async { close() }
}
