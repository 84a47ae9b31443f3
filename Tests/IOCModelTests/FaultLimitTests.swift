import IOCModel
import Testing

@Suite("The number of faults in an error")
struct FaultLimitTests {
    private func unknown(_ numbers: Range<Int>) -> [Fault] { numbers.map { Fault(.classUnknown(name: "C\($0)")) } }

    @Test("A hundred of each code, and behind them how many more there are")
    func limit() {
        let error = IOCError(
            unknown(0..<250) + unknown(0..<1) + [Fault(.configurationEmpty), Fault(.fileEmpty(path: "f"))])
        #expect(error.faults.count == 103)
        let last = error.faults[101]
        #expect(last.headline == "class-unknown: there are 151 more of these" && last.code == .classUnknown)
        #expect(last.remedy == "correct those that are told, and look again")
        #expect(error.faults[0].code == .fileEmpty && error.faults[102].code == .configurationEmpty)
    }

    @Test("A hundred faults are listed, and further ones are counted")
    func edges() {
        #expect(IOCError(unknown(0..<100)).faults.count == 100)
        let error = IOCError(unknown(0..<101))
        #expect(error.faults.count == 101)
        #expect(error.faults[100].headline == "class-unknown: there is one more of these")
    }

    @Test("Counts of one code are counted together, however few faults there are")
    func counts() {
        let kind = Fault.Kind.classUnknown(name: "C")
        let counts = [2, 3].map { Fault(.rest(of: kind, count: $0)) }
        let error = IOCError([counts[0]] + unknown(0..<2) + [counts[1]])
        #expect(error.faults.count == 3)
        #expect(error.faults.last?.headline == "class-unknown: there are 5 more of these")
    }

    @Test("An error that a test makes up has each of its faults")
    func madeUp() {
        let faults = unknown(0..<3)
        #expect(IOCError(faults[0]).faults.map(\.headline) == faults.prefix(1).map(\.headline))
        #expect(IOCError(faults[2], faults[0], faults[1]).faults.map(\.headline) == faults.map(\.headline))
    }

    @Test("Faults that are told alike stay in the order in which they were found")
    func alike() {
        let faults = ["b", "a", "c"].map { Fault(.dependencyMissing, path: [$0]) }
        #expect(Fault.sorted(faults).map(\.path) == [["b"], ["a"], ["c"]])
    }

    @Test("What was counted in several places is counted together")
    func together() {
        var counts = (FaultCount(), FaultCount())
        var told: [Fault] = []
        for fault in unknown(0..<130) where counts.0.admits(fault.kind) { told.append(fault) }
        for fault in unknown(0..<120) where counts.1.admits(fault.kind) { told.append(fault) }
        let error = IOCError(told + counts.0.rests + counts.1.rests + [Fault(.settingUnread(more: 3))])
        #expect(error.faults.count == 102)
        #expect(error.faults.map(\.headline).contains("class-unknown: there are 150 more of these"))
        // What says itself how many more there are is left as it is.
        #expect(error.faults.map(\.headline).contains("setting-unread: nobody reads 3 more settings"))
    }
}
