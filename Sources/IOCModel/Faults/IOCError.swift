import IOCBase

/// The error of the container: one or more faults. Each has a stable code, and a text with the place and a remedy.
public struct IOCError: Error, Sendable {
    /// All faults, sorted by phase, place and code; never empty. There are at most one hundred faults of each code. If
    /// there were more, another fault with this code has the number of the others.
    public let faults: [Fault]

    /// Creates an error for a test.
    /// - Parameters:
    ///   - first: A fault.
    ///   - others: More faults.
    public init(_ first: Fault, _ others: Fault...) {
        self.init([first] + others)
    }

    package init(_ faults: [Fault]) {
        self.faults = Fault.reported(faults)
    }

    /// Creates an error of one fault.
    package init(
        _ kind: Fault.Kind, at place: Origin? = nil, wanted: String? = nil, path: [String] = [],
        cause: (any Error)? = nil, hints: (@Sendable (inout Fault.Hints) -> Void)? = nil
    ) {
        self.init([Fault(kind, at: place, wanted: wanted, path: path, cause: cause, hints: hints)])
    }

    /// The code of the first fault.
    public var code: Code { faults[0].code }

    /// The first error of a component or other code that caused a fault; nil if there is none.
    public var cause: (any Error)? { faults.lazy.compactMap(\.cause).first }
}

extension IOCError: CustomStringConvertible {
    /// All faults with their texts. If there are several, they are counted.
    public var description: String { FaultRenderer.render(faults) }
}

package typealias Fault = IOCError.Fault

extension IOCError {
    /// One thing that is wrong.
    public struct Fault: Sendable {
        package let kind: Kind
        /// The place of the fault: a place in a file, a class, or a line of code.
        package var place: Origin?
        /// The injection point that the fault is about.
        package var point: InjectionPointFacts?
        /// The names of the components from the requested one to the one at fault.
        public package(set) var path: [String] = []
        /// The error of a component or other code that caused the fault; nil if there is none.
        public package(set) var cause: (any Error)?
        private var search: HintSearch?

        /// Creates a fault with its place and its injection point.
        /// - Parameter hints: Finds the hints. It is called when the hints are first read.
        package init(
            _ kind: Kind, at place: Origin? = nil, asked point: InjectionPointFacts? = nil, wanted: String? = nil,
            path: [String] = [], cause: (any Error)? = nil, hints: (@Sendable (inout Hints) -> Void)? = nil
        ) {
            self.kind = kind
            self.place = place
            self.point = point
            self.path = path
            self.cause = cause
            search = hints.map { HintSearch(of: nil, $0) }
            if let wanted { hint { $0.wanted = wanted } }
        }

        /// Creates a fault for a test of code that handles errors of the container.
        /// - Parameters:
        ///   - code: The stable code.
        ///   - sentence: The sentence that describes the fault.
        ///   - remedy: A way to repair it.
        ///   - location: The place of the fault.
        ///   - wanted: The type that was wanted.
        ///   - path: The names of the components from the requested one to the one at fault.
        ///   - nearMisses: The near misses.
        ///   - suggestion: The known word that was probably meant.
        ///   - cause: The error of a component or other code that caused the fault.
        public init(
            _ code: IOCError.Code, _ sentence: String, remedy: String = "see the code", location: String? = nil,
            wanted: String? = nil, path: [String] = [], nearMisses: [NearMiss] = [], suggestion: String? = nil,
            cause: (any Error)? = nil
        ) {
            self.init(Kind(code, sentence, do: remedy), at: location.map(Origin.code), path: path, cause: cause) {
                $0 = Hints(wanted: wanted, nearMisses: nearMisses, suggestion: suggestion)
            }
        }

        /// The stable code. Programs can compare it.
        public var code: Code { kind.code }
        /// The key path of the setting; nil if the fault is not about a setting.
        public var settingKey: String? { kind.key }
        /// The injection point, as `Owner.property`; nil if the fault is not about an injection point.
        public var injectionPoint: String? { point?.label }
        /// The place of the fault in a file or in the source; nil if it is unknown.
        public var location: String? { origin?.description }
        package var origin: Origin? { place ?? point?.location.map(Origin.source) }
        /// The wanted type in source form; nil if the fault is not about a type.
        public var wanted: String? { hints.wanted }
        /// The names of the components that the message lists as candidates; empty if it lists none.
        public var candidates: [String] { hints.candidates.map(\.name) }
        /// The near misses, and why each was rejected.
        public var nearMisses: [NearMiss] { hints.nearMisses }
        /// A known word that was probably meant; nil if no word is near.
        public var suggestion: String? { hints.suggestion }
        /// The first line of the text: the code, and one sentence about the fault.
        public var headline: String { ShownText.line("\(code): \(kind.sentence(self))") }
        /// A way to repair the fault.
        public var remedy: String { kind.remedy(self) }
    }
}

extension IOCError.Fault: CustomStringConvertible {
    /// The full text: the headline, the place, candidates, near misses and a remedy.
    public var description: String { FaultRenderer.render(self) }
}

extension Fault {
    /// Details that a message adds to a fault. A search for them may look at every class of the program.
    package struct Hints: Sendable {
        package var wanted: String?
        /// True if the wanted type is neither a class nor a protocol.
        package var wantsValue = false
        /// True if the wanted type belongs to another package, so the program can't annotate it.
        package var wantsForeign = false
        package var candidates: [NamedCandidate] = []
        package var nearMisses: [NearMiss] = []
        package var suggestion: String?
    }

    /// The details for the message. The first read searches for them.
    package var hints: Hints {
        get { search?.found ?? Hints() }
        set { hint { $0 = newValue } }
    }

    /// Adds a step that changes the hints.
    package mutating func hint(_ add: @escaping @Sendable (inout Hints) -> Void) {
        search = HintSearch(of: search, add)
    }
}

/// The search for the hints of a fault. It runs once, when the hints are first read. Then its steps are released,
/// because they retain the context.
private final class HintSearch: Sendable {
    typealias Step = @Sendable (inout Fault.Hints) -> Void

    /// The hints found so far, and the remaining steps of the search.
    private let state: Guarded<(hints: Fault.Hints, steps: [Step])>

    init(of former: HintSearch?, _ add: @escaping Step) {
        let (hints, steps) = former?.state.withLock(\.self) ?? (Fault.Hints(), [])
        state = Guarded((hints, steps + [add]))
    }

    var found: Fault.Hints {
        var (hints, steps) = state.withLock(\.self)
        if steps.isEmpty { return hints }
        for step in steps { step(&hints) }
        state.withLock { [hints] in $0 = (hints, []) }
        return hints
    }
}

extension Fault {
    /// The kind of a fault: its code and its message. A static function or constant creates each kind.
    ///
    /// It is a class, so that a fault needs little space on the stack of deep recursions.
    package final class Kind: Sendable {
        package let code: IOCError.Code
        let phase: Phase
        /// The key path of the setting that the fault is about.
        let key: String?
        /// The cycle that the fault is about.
        package let cycle: [CycleStep]
        /// The labeled lines that the message of this kind adds.
        let details: @Sendable () -> [Detail]
        /// The number of unreported faults that this one represents; 0 for an ordinary fault.
        let rest: Int
        /// Returns the sentence of a fault. It is called when the message is read.
        let sentence: @Sendable (Fault) -> String
        /// Returns a way to repair the fault.
        let remedy: @Sendable (Fault) -> String

        /// Creates a kind whose message depends on the fault's place, injection point or hints.
        init(
            _ code: IOCError.Code, in phase: Phase = .points, _ sentence: @escaping @Sendable (Fault) -> String,
            do remedy: @escaping @Sendable (Fault) -> String, key: String? = nil, cycle: [CycleStep] = [],
            details: @autoclosure @escaping @Sendable () -> [Detail] = [], rest: Int = 0
        ) {
            self.code = code
            self.phase = phase
            self.sentence = sentence
            self.remedy = remedy
            self.key = key
            self.cycle = cycle
            self.details = details
            self.rest = rest
        }

        /// Creates a kind with a fixed sentence. If a near miss has a fix, the fix is the remedy.
        convenience init(
            _ code: IOCError.Code, in phase: Phase = .points, _ sentence: String, do remedy: String, key: String? = nil,
            cycle: [CycleStep] = [], details: [Detail] = [], rest: Int = 0
        ) {
            self.init(
                code, in: phase, { _ in sentence }, do: { $0.fix(or: remedy) }, key: key, cycle: cycle,
                details: details,
                rest: rest)
        }

        /// Creates a kind whose sentence begins with the need of an injection point: `Shop.gateway needs any Gateway`.
        convenience init(_ code: IOCError.Code, needing rest: String, do remedy: String, cycle: [CycleStep] = []) {
            self.init(code, { $0.need + rest }, do: { $0.fix(or: remedy) }, cycle: cycle)
        }
    }

    /// The order of faults in a report. The faults of a start come before those of the services that the start has run.
    enum Phase: Int {
        case files, classes, names, start, startedService, points
    }

    /// True if the fault has ended the start of a context.
    package var hasEndedStart: Bool { kind.phase == .start || kind.phase == .startedService }

    /// A labeled line of a message.
    package typealias Detail = (label: String, text: String)

    /// One step of a cycle: the component, and the property that leads to the next component.
    package typealias CycleStep = (component: String, property: String?)

    /// The beginning of a sentence: `Shop.gateway needs`, or `looking for` if there is no injection point.
    var asker: String { point.map { "\($0.label) needs" } ?? "looking for" }

    /// Returns the first fix of the near misses; `other` if there is none.
    func fix(or other: String) -> String { nearMisses.lazy.compactMap(\.fix).first ?? other }

    /// Returns the remedy for a missing component of a type that can't be annotated.
    package static func providing(_ type: String) -> String { "return \(type) from a function with @Provides" }

    /// The noun for the injection point in a remedy.
    var pointNoun: String { point?.isParameter == true ? "parameter" : "property" }

    /// The wanted type, in the shape that the injection point has.
    var phrase: String? { wanted.map { point?.shape.phrase($0, named: point?.qualifier) ?? $0 } }

    /// The injection point and its wanted type.
    var need: String { "\(asker) \(wanted ?? "a component")" }

    /// The maximum number of reported faults of one code.
    package static let limit = 100

    /// Returns the faults as an error reports them: sorted by phase, place and code, with at most `limit` faults of
    /// each code. A further fault has the number of the others.
    package static func reported(_ faults: [Self], limit: Int = Fault.limit) -> [Self] {
        if faults.count < 2 { return faults }
        let orders = faults.map { fault in
            let place = fault.origin?.order ?? ("", 0, 0, "")
            return (fault.kind.phase.rawValue, place.0, place.1, place.2, place.3, fault.code.rawValue)
        }
        var reported: [Self] = []
        var counts: [IOCError.Code: Int] = [:]
        var rests: [IOCError.Code: Int] = [:]
        for index in faults.indices.ordered(by: { orders[$0] < orders[$1] }) {
            let fault = faults[index]
            if fault.kind.rest == 0, counts[fault.code, default: 0] < limit {
                counts[fault.code, default: 0] += 1
                reported.append(fault)
            } else {
                rests[fault.code, default: 0] += max(1, fault.kind.rest)
            }
        }
        for index in reported.indices.reversed() {
            let kind = reported[index].kind
            guard let rest = rests.removeValue(forKey: kind.code) else { continue }
            let sentence = rest == 1 ? "there is one more of these" : "there are \(rest) more of these"
            let remedy = "correct those that are reported, and check again"
            reported.insert(Fault(Kind(kind.code, in: kind.phase, sentence, do: remedy, rest: rest)), at: index + 1)
        }
        return reported
    }
}

extension IOCError.Fault {
    /// A component or class that almost fits.
    public struct NearMiss: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// The reason why it was rejected.
        public let reason: String
        /// The place of its declaration; nil if it is unknown.
        public let origin: String?
        /// A way to make it fit; nil if there is none.
        public let fix: String?

        /// Creates a near miss.
        public init(name: String, reason: String, origin: String? = nil, fix: String? = nil) {
            self.name = name
            self.reason = reason
            self.origin = origin
            self.fix = fix
        }

        /// Returns the reason against a component that a test excludes.
        package static func removed(in location: SourceLocation) -> String { "the test leaves it out, in \(location)" }
        /// True if a test excludes it.
        var isRemoved: Bool { reason.contains("the test leaves it out") }
    }
}

extension Fault {
    /// A component as a message lists it.
    package struct NamedCandidate: Sendable {
        package var name: String
        package var typeName: String
        package var origin: Origin
        /// `primary` or `fallback`, if that is relevant.
        package var remark: String?

        package init(name: String, typeName: String, origin: Origin, remark: String? = nil) {
            self.name = name
            self.typeName = typeName
            self.origin = origin
            self.remark = remark
        }

        package init(_ facts: DefinitionFacts) {
            let remark = facts.isPrimary ? "primary" : facts.isFallback ? "fallback" : nil
            self.init(name: facts.name, typeName: facts.typeName, origin: facts.origin, remark: remark)
        }

        /// The candidate with its type and remark.
        package var shown: String {
            (typeName == name ? name : "\(name): \(typeName)") + (remark.map { ", \($0)" } ?? "")
        }
    }
}
