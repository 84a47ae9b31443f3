extension Fault {
    /// The kind of the fault: its code, and what a message says of it.
    ///
    /// Each has a function of its name, which takes the facts that only this kind has.
    package final class Kind: Sendable {
        package let code: IOCError.Code
        let phase: Phase
        /// The key path of the property it is about.
        let key: String?
        /// The circle that it is about.
        package let cycle: [CycleStep]
        /// The labelled lines that only this kind has.
        let details: [(label: String, text: String)]
        /// The number of untold faults that it stands for; 0 for one that is reported itself.
        let rest: Int
        /// Asked for only by those who read it.
        let wording: @Sendable (Fault) -> Wording

        /// A kind whose message hangs on what is known of the fault.
        init(
            _ code: IOCError.Code, in phase: Phase = .points, key: String? = nil, cycle: [CycleStep] = [],
            details: [(label: String, text: String)] = [], rest: Int = 0,
            wording: @escaping @Sendable (Fault) -> Wording
        ) {
            self.code = code
            self.phase = phase
            self.key = key
            self.cycle = cycle
            self.details = details
            self.rest = rest
            self.wording = wording
        }

        /// A kind that says the same wherever it is found.
        convenience init(
            _ code: IOCError.Code, in phase: Phase = .points, _ sentence: String,
            do remedy: String, key: String? = nil, cycle: [CycleStep] = [],
            details: [(label: String, text: String)] = [], rest: Int = 0
        ) {
            self.init(code, in: phase, key: key, cycle: cycle, details: details, rest: rest) { _ in
                Wording(sentence, do: remedy)
            }
        }
    }

    /// Faults of files are reported before those of classes, these before those of names, and points come last.
    enum Phase: Int {
        case files, classes, names, points
    }

    /// The text of a fault's message.
    struct Wording {
        /// The fault in one sentence.
        let sentence: String
        /// One thing to do about it.
        let remedy: String

        init(_ sentence: String, do remedy: String) {
            self.sentence = sentence
            self.remedy = remedy
        }
    }
}
