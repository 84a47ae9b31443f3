import IOCBase
public import IOCConfiguration
import IOCModel

/// A report of a context: its size, the files it was read from, the conditions, and the notices.
public struct ContextReport: Sendable, CustomStringConvertible {
    /// The configuration files, in the order they were read.
    public let sources: [String]
    /// The active profiles.
    public let profiles: [String]
    /// The number of components.
    public let componentCount: Int
    /// The number of injection points.
    public let injectionPointCount: Int
    /// The names of the components that are created when the context starts: those with an `async` initializer or
    /// function, and the eager singletons that depend on them.
    public let createdAtStart: [String]
    /// The components that a condition or an exclusion has included or excluded, by name.
    public let conditions: [Decision]
    /// Notices, which are not faults: for example, classes that a prefix matches but that are not components, and
    /// components that a condition excludes.
    public let notices: [IOCError.Fault]
    /// The settings that files and code give or that were read, by key, with secrets masked. At most 1,000.
    public let settings: [Setting]
    /// The number of settings beyond the first 1,000.
    public let omittedSettings: Int

    /// The decision whether a component is included, and the reason.
    public struct Decision: Sendable, Equatable, CustomStringConvertible {
        /// The component's name.
        public let component: String
        /// True if the component is included.
        public let isIn: Bool
        /// The reason for the decision, such as a condition.
        public let reason: String
        /// The profiles in the condition, as they are written: `production`, `!test`.
        public let profiles: [String]
        /// The place where the component was declared or excluded.
        public let origin: String

        /// The component, the decision and the reason in one line.
        public var description: String {
            ShownText.line("\(component) is \(isIn ? "in" : "out"): \(reason) (\(origin))")
        }
    }

    /// A setting as a report shows it.
    public typealias Setting = ReportedSetting

    /// The report as text, without the settings.
    public var description: String {
        func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
        var lines = ["\(count(componentCount, "component")), \(count(injectionPointCount, "injection point"))"]
        lines += sources.map { ShownText.line("read from \($0)") }
        if !profiles.isEmpty { lines.append(ShownText.line("active profiles: \(profiles.joined(separator: ", "))")) }
        if !createdAtStart.isEmpty {
            lines.append(ShownText.line("created when the context starts: \(createdAtStart.joined(separator: ", "))"))
        }
        lines += conditions.map(\.description)
        let others = notices.filter { $0.code != .conditionNotMet }
        if !others.isEmpty {
            lines.append("\(count(others.count, "notice")):")
            lines += others.map(\.line)
        }
        return lines.joined(separator: "\n")
    }
}

extension IOCError.Fault {
    /// The fault in one line: the headline, the location, and the suggestion.
    var line: String { headline + (location.map { ShownText.line(" (\($0))") } ?? "") + question }

    /// The suggestion, as a continuation of the headline.
    package var question: String { suggestion.map { ShownText.line(": did you mean '\($0)'?") } ?? "" }
}

extension ApplicationContext {
    /// The report of the context.
    public var report: ContextReport {
        let wiring = core.shownWiring
        let reported = core.settings.reported
        return ContextReport(
            sources: core.configuration.sources, profiles: core.configuration.activeProfiles,
            componentCount: core.sites.count,
            injectionPointCount: wiring.edges.reduce(0) { $0 + $1.count },
            createdAtStart: core.sites.filter { core.creations.contains($0.index) }.map(\.facts.name)
                .ordered(),
            conditions: core.plan.decisions,
            notices: core.shownNotices + core.notices.withLock(\.self) + Fault.reported(core.unread)
                + Fault.reported(core.settings.strayVariables),
            settings: reported.settings, omittedSettings: reported.omitted)
    }
}

extension ContextCore {
    /// The notices of the plan, in order: all about components that a condition excludes, and at most a hundred of each
    /// other code.
    fileprivate var shownNotices: [Fault] {
        let leftOut = plan.notices.filter { $0.code == .conditionNotMet }
        return Fault.reported(leftOut, limit: .max)
            + Fault.reported(plan.notices.filter { $0.code != .conditionNotMet })
    }
}

/// A report, or the result of a check, as JSON. Properties that are nil are omitted.
package struct WrittenReport: Encodable {
    struct Entry: Encodable {
        let code, text: String
        /// `Module/File.swift:LINE`, or a location in a configuration file.
        let location: String?
        let remedy: String

        init(_ fault: Fault) {
            code = fault.code.rawValue
            text = fault.headline + fault.question
            location = fault.location
            remedy = fault.remedy
        }
    }
    struct Condition: Encodable {
        let component: String
        let `in`: Bool
        let reason, origin: String
    }
    struct Setting: Encodable {
        let key, value, origin: String
        let pending: String?
    }

    private var sources, profiles: [String]?
    private var componentCount, injectionPointCount, omittedSettings: Int?
    private var faults: [Entry]?
    private let notices: [Entry]
    private let conditions: [Condition]
    private let settings: [Setting]

    private init(_ report: ContextReport?, _ notices: [Fault]) {
        self.notices = notices.map(Entry.init)
        conditions = (report?.conditions ?? []).map {
            Condition(component: $0.component, in: $0.isIn, reason: $0.reason, origin: $0.origin)
        }
        settings = (report?.settings ?? []).map {
            Setting(key: $0.key, value: $0.value, origin: $0.origin, pending: $0.pending)
        }
    }

    /// Creates the result of a check, for tools. Notices about components that a condition excludes are left out.
    init(faults: [Fault] = [], checked report: ContextReport? = nil) {
        self.init(report, (report?.notices ?? []).filter { $0.code != .conditionNotMet })
        self.faults = Fault.reported(faults).map(Entry.init)
    }

    package init(_ report: ContextReport) {
        self.init(report, report.notices)
        (sources, profiles) = (report.sources, report.profiles)
        (componentCount, injectionPointCount) = (report.componentCount, report.injectionPointCount)
        omittedSettings = report.omittedSettings
    }

    package var json: String { JSONText.of(self) }
}
