package import IOCModel

/// What a catalogue says to a question.
package enum Answer: Hashable, Sendable {
    case yes
    case no
    /// Only the compiler or a run could tell, for this reason.
    case open(String)
}

/// Something that is wrong, and why it may not be after all.
package struct Finding: Sendable {
    package var fault: Fault
    /// Why it hangs on what is open; nil where it holds whatever that turns out to be.
    package var doubt: String?

    package init(_ fault: Fault, doubt: String? = nil) {
        self.fault = fault
        self.doubt = doubt
    }
}
