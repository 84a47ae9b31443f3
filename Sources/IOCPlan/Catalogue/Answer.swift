package import IOCModel

/// The answer of a catalogue to a question.
package enum Answer: Hashable, Sendable {
    case yes
    case no
    /// Only the compiler or a run could tell, for this reason.
    case open(String)
}

/// The faults that are reported: the first hundred of each code, of the certain and of the uncertain ones.
package struct Findings: Sendable {
    private var reported: [Finding] = []
    private var certain = FaultCount()
    private var doubtful = FaultCount()
    /// The reason why those hang on what is open that are not reported.
    private var doubt: String?

    package init() {}

    /// Adds something that is wrong.
    /// - Parameters:
    ///   - doubt: The reason why it hangs on what is open; nil where it holds whatever that turns out to be.
    ///   - complete: Says more of it, where it is told.
    package mutating func add(
        _ kind: Fault.Kind, at place: Origin? = nil, doubt: String? = nil, _ complete: (inout Fault) -> Void = { _ in }
    ) {
        if let doubt, self.doubt == nil { self.doubt = doubt }
        guard doubt == nil ? certain.admits(kind) : doubtful.admits(kind) else { return }
        var fault = Fault(kind, at: place)
        complete(&fault)
        reported.append(Finding(fault, doubt: doubt))
    }

    /// All of them, and how many more there are.
    package var all: [Finding] {
        reported + certain.rests.map { Finding($0) } + doubtful.rests.map { Finding($0, doubt: doubt) }
    }
}

/// Something that is wrong, and why it may not be after all.
package struct Finding: Sendable {
    package var fault: Fault
    /// The reason why it hangs on what is open; nil where it holds whatever that turns out to be.
    package var doubt: String?

    package init(_ fault: Fault, doubt: String? = nil) {
        self.fault = fault
        self.doubt = doubt
    }
}
