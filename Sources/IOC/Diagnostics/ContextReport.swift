import IOCBase
public import IOCConfiguration
import IOCModel

/// A report of a context: its size, the files it was read from, conditions, and the notices.
public struct ContextReport: Sendable, CustomStringConvertible {
    /// The configuration files, in the order they were read.
    public let sources: [String]
    /// The active profiles.
    public let profiles: [String]
    /// The number of components there are.
    public let componentCount: Int
    /// The number of injection points they have.
    public let injectionPointCount: Int
    /// The names of the components that the start of the context creates: those with an `async` initializer, and those that are
    /// passed what such an initializer creates.
    public let createdAtStart: [String]
    /// The components that are in or out by a condition or an exclusion, by name.
    public let conditions: [Decision]
    /// Notices, which are no faults: classes a prefix matched in vain, components left out by a condition.
    public let notices: [IOCError.Fault]
    /// The settings that files and code give or that were asked for, by key, with secrets masked: the first 1,000.
    public let settings: [Setting]
    /// The number of further keys.
    public let omittedSettings: Int

    /// The decision on a component, in or out, and the reason.
    public struct Decision: Sendable, Equatable, CustomStringConvertible {
        /// The component's name.
        public let component: String
        /// True if it is one of the context's.
        public let isIn: Bool
        /// The condition that has decided it.
        public let reason: String
        /// The profiles that it asks for, as they are written: `production`, `!test`.
        public let profiles: [String]
        /// Where the component was declared, or left out.
        public let origin: String

        /// Component, decision and reason in one line.
        public var description: String {
            ShownText.line("\(component) is \(isIn ? "in" : "out"): \(reason) (\(origin))")
        }
    }

    /// A setting as a report shows it.
    public typealias Setting = ReportedSetting

    /// The report as text; the settings are left out.
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
    /// The fault on one line: the headline, the place, and the word that was probably meant.
    var line: String { headline + (location.map { ShownText.line(" (\($0))") } ?? "") + question }

    /// The word that was probably meant, as a continuation of the headline.
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
    /// The notices in order; of what is wrong a hundred of each code, and whatever a condition has left out.
    fileprivate var shownNotices: [Fault] {
        let leftOut = plan.notices.filter { $0.code == .conditionNotMet }
        return Fault.reported(leftOut, limit: .max)
            + Fault.reported(plan.notices.filter { $0.code != .conditionNotMet })
    }
}

/// A report, or the result of a check, as JSON. What is nil is left out.
package struct WrittenReport: Encodable {
    struct Entry: Encodable {
        let code, text: String
        /// `Module/File.swift:LINE`, or a place in a configuration file.
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

    /// The result of a check, as tools read it. A component that a condition leaves out is nothing to warn about.
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
