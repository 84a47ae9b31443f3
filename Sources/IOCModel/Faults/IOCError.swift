import IOCBase

/// The error of the container: one or more faults, each with a stable code and a text that names the place and a remedy.
public struct IOCError: Error, Sendable {
    /// All that is wrong, by phase, place and code; never empty. At most one hundred of each code, then one fault with
    /// the number of the others.
    public let faults: [Fault]

    /// An error of faults that a test has made up.
    /// - Parameters:
    ///   - first: A fault.
    ///   - others: More of them.
    public init(_ first: Fault, _ others: Fault...) {
        self.init([first] + others)
    }

    package init(_ faults: [Fault]) {
        self.faults = Fault.reported(faults)
    }

    /// An error of one fault.
    package init(
        _ kind: Fault.Kind, at place: Origin? = nil, wanted: String? = nil, path: [String] = [],
        cause: (any Error)? = nil, hints: (@Sendable (inout Fault.Hints) -> Void)? = nil
    ) {
        self.init([Fault(kind, at: place, wanted: wanted, path: path, cause: cause, hints: hints)])
    }

    /// The code of the first fault.
    public var code: Code { faults[0].code }

    /// The first error that a component's own code threw, if one did.
    public var cause: (any Error)? { faults.lazy.compactMap(\.cause).first }
}

extension IOCError: CustomStringConvertible {
    /// All faults with their texts, and a count where there are several.
    public var description: String { FaultRenderer.render(faults) }
}

package typealias Fault = IOCError.Fault

extension IOCError {
    /// One thing that is wrong.
    public struct Fault: Sendable {
        package let kind: Kind
        /// Where it is wrong: a place in a file, a class, a line of code.
        package var place: Origin?
        /// The injection point that asked.
        package var point: InjectionPointFacts?
        /// The names of the components from the requested one to the one at fault.
        public package(set) var path: [String] = []
        /// The error that the component's own code threw, if one did.
        public package(set) var cause: (any Error)?
        private var search: HintSearch?

        /// A fault of a kind, with its place and the injection point that asked.
        /// - Parameter hints: Finds the hints; called when they are first read.
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

        /// A fault that a test makes up, for code that handles what the container throws.
        /// - Parameters:
        ///   - code: The stable code.
        ///   - sentence: The fault.
        ///   - remedy: One thing to do about it.
        ///   - location: Where it is wrong.
        ///   - wanted: The type that was wanted.
        ///   - path: The names of the components from the requested one to the one at fault.
        ///   - nearMisses: The near misses.
        ///   - suggestion: The known word that was probably meant.
        ///   - cause: The error that a component's own code threw.
        public init(
            _ code: IOCError.Code, _ sentence: String, remedy: String = "see the code", location: String? = nil,
            wanted: String? = nil, path: [String] = [], nearMisses: [NearMiss] = [], suggestion: String? = nil,
            cause: (any Error)? = nil
        ) {
            self.init(Kind(code, sentence, do: remedy), at: location.map(Origin.code), path: path, cause: cause) {
                $0 = Hints(wanted: wanted, nearMisses: nearMisses, suggestion: suggestion)
            }
        }

        /// The stable code to compare.
        public var code: Code { kind.code }
        /// The key path of the setting it is about, if it is about one.
        public var settingKey: String? { kind.key }
        /// The injection point that asked, as `Owner.property`, if one did.
        public var injectionPoint: String? { point?.label }
        /// Where it is wrong: a place in a file or in the source, if one is known.
        public var location: String? { origin?.description }
        package var origin: Origin? { place ?? point?.location.map(Origin.source) }
        /// The wanted type in source form; nil if the fault is not about a type.
        public var wanted: String? { hints.wanted }
        /// The names of the candidates, if there were several.
        public var candidates: [String] { hints.candidates.map(\.name) }
        /// The near misses, and why each was rejected.
        public var nearMisses: [NearMiss] { hints.nearMisses }
        /// The known word that was probably meant, if one is near.
        public var suggestion: String? { hints.suggestion }
        /// The first line of the text: the code, and what is wrong in one sentence.
        public var headline: String { ShownText.line("\(code): \(kind.sentence(self))") }
        /// One thing to do about it.
        public var remedy: String { kind.remedy(self) }
    }
}

extension IOCError.Fault: CustomStringConvertible {
    /// The full text: headline, place, candidates, near misses and a remedy.
    public var description: String { FaultRenderer.render(self) }
}

extension Fault {
    /// What a message adds to a fault. Finding it may look at every class of the program.
    package struct Hints: Sendable {
        package var wanted: String?
        /// True if only a definition can provide the wanted type, as it is no class and no protocol.
        package var wantsValue = false
        /// True if the wanted type is another package's, which the program can't annotate.
        package var wantsForeign = false
        package var candidates: [NamedCandidate] = []
        package var nearMisses: [NearMiss] = []
        package var suggestion: String?
    }

    /// What is known for the message. The first read searches for it.
    package var hints: Hints {
        get { search?.found ?? Hints() }
        set { hint { $0 = newValue } }
    }

    /// Adds a step that changes the hints.
    package mutating func hint(_ add: @escaping @Sendable (inout Hints) -> Void) {
        search = HintSearch(of: search, add)
    }
}

/// The hints of a fault, which are searched for once. After that, nothing of the context is kept.
private final class HintSearch: Sendable {
    typealias Step = @Sendable (inout Fault.Hints) -> Void

    /// What was found, and the steps that are left.
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
    /// The kind of a fault: its code, and what a message says of it. A static function or constant makes each kind.
    ///
    /// It is a class so that errors which are still without a place are small on the stack: they are passed through
    /// deep recursions.
    package final class Kind: Sendable {
        package let code: IOCError.Code
        let phase: Phase
        /// The key path of the setting it is about.
        let key: String?
        /// The circle that it is about.
        package let cycle: [CycleStep]
        /// The labelled lines that only this kind has.
        let details: @Sendable () -> [Detail]
        /// The number of unreported faults that this one represents; 0 for an ordinary fault.
        let rest: Int
        /// Makes the sentence of a fault when its message is read.
        let sentence: @Sendable (Fault) -> String
        /// One thing to do about it.
        let remedy: @Sendable (Fault) -> String

        /// A kind whose message depends on what is known of the fault.
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

        /// A kind with a fixed sentence. If a near miss has a fix, the fix is the remedy.
        convenience init(
            _ code: IOCError.Code, in phase: Phase = .points, _ sentence: String, do remedy: String, key: String? = nil,
            cycle: [CycleStep] = [], details: [Detail] = [], rest: Int = 0
        ) {
            self.init(
                code, in: phase, { _ in sentence }, do: { $0.fix(or: remedy) }, key: key, cycle: cycle,
                details: details,
                rest: rest)
        }

        /// A kind whose sentence begins with what was needed: `Shop.gateway needs any Gateway`.
        convenience init(_ code: IOCError.Code, needing rest: String, do remedy: String, cycle: [CycleStep] = []) {
            self.init(code, { $0.need + rest }, do: { $0.fix(or: remedy) }, cycle: cycle)
        }
    }

    /// Faults of files are reported before those of classes, these before those of names. A start's own faults come before those
    /// of services that it has set to work, and points come last.
    enum Phase: Int {
        case files, classes, names, start, startedService, points
    }

    /// True if a context has not started because of it.
    package var hasEndedStart: Bool { kind.phase == .start || kind.phase == .startedService }

    /// A labelled line of a message.
    package typealias Detail = (label: String, text: String)

    /// One step of a cycle: the component and the property that leads to the next.
    package typealias CycleStep = (component: String, property: String?)

    /// The beginning of a sentence: `Shop.gateway needs`.
    var asker: String { point.map { "\($0.label) needs" } ?? "looking for" }

    /// The fix of the first near miss that has one; otherwise `other`.
    func fix(or other: String) -> String { nearMisses.lazy.compactMap(\.fix).first ?? other }

    /// What to do to have a component of a type that can't be annotated.
    package static func providing(_ type: String) -> String { "return \(type) from a function with @Provides" }

    /// The noun for the asking point in a remedy.
    var pointNoun: String { point?.isParameter == true ? "parameter" : "property" }

    /// The wanted type, with the way in which the asking property or parameter takes it.
    var phrase: String? { wanted.map { point?.shape.phrase($0, named: point?.qualifier) ?? $0 } }

    /// The asking property or parameter, and its wanted type.
    var need: String { "\(asker) \(wanted ?? "a component")" }

    /// The maximum number of faults of one code. One more fault counts the rest.
    package static let limit = 100

    /// Faults as an error reports them: by phase, place and code, and of each code the first hundred.
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
    /// Something that almost fits.
    public struct NearMiss: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// The reason why it was passed over.
        public let reason: String
        /// Where it was declared, if that is known.
        public let origin: String?
        /// One thing to do so that it fits, if there is one.
        public let fix: String?

        /// A near miss.
        public init(name: String, reason: String, origin: String? = nil, fix: String? = nil) {
            self.name = name
            self.reason = reason
            self.origin = origin
            self.fix = fix
        }

        /// The reason against a component that a test leaves out.
        package static func removed(in location: SourceLocation) -> String { "the test leaves it out, in \(location)" }
        /// True if a test leaves it out.
        var isRemoved: Bool { reason.contains("the test leaves it out") }
    }
}

extension Fault {
    /// A component as a message lists it.
    package struct NamedCandidate: Sendable {
        package var name: String
        package var typeName: String
        package var origin: Origin
        /// `primary` or `fallback`, where that matters.
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

        /// The candidate with its type and what matters of it.
        package var shown: String {
            (typeName == name ? name : "\(name): \(typeName)") + (remark.map { ", \($0)" } ?? "")
        }
    }
}
