import IOCModel
import Synchronization
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
        #expect(last.remedy == "correct those that are reported, and check again")
        #expect(error.faults[0].code == .fileMalformed && error.faults[102].code == .configurationEmpty)
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
        let counts = [102, 103].flatMap { Array(Fault.reported(unknown(0..<$0)).suffix(1)) }
        let error = IOCError([counts[0]] + unknown(0..<2) + [counts[1]])
        #expect(error.faults.count == 3)
        #expect(error.faults.last?.headline == "class-unknown: there are 5 more of these")
    }

    @Test("An error that a test makes up has each of its faults")
    func madeUp() {
        let faults = unknown(0..<3)
        #expect(IOCError(faults[0]).faults.map(\.headline) == faults.prefix(1).map(\.headline))
        #expect(Set(IOCError(faults[2], faults[0], faults[1]).faults.map(\.headline)) == Set(faults.map(\.headline)))
    }

    @Test("Faults that are reported alike stay in the order in which they were found")
    func alike() {
        let faults = ["b", "a", "c"].map { Fault(.dependencyMissing, path: [$0]) }
        #expect(Fault.reported(faults).map(\.path) == [["b"], ["a"], ["c"]])
    }

    @Test("Counts of several places are added")
    func together() {
        let error = IOCError(Fault.reported(unknown(0..<130)) + Fault.reported(unknown(0..<120)))
        #expect(error.faults.count == 101)
        #expect(error.faults.map(\.headline).contains("class-unknown: there are 150 more of these"))
    }

    @Test("Faults are sorted by the file and its lines, and by code at one place")
    func places() {
        func fault(_ kind: Fault.Kind, _ line: Int) -> Fault {
            Fault(kind, at: .file(FilePosition(path: "a.json", at: .init(line: line, column: 1))))
        }
        let faults = [
            fault(.keyRepeated(key: "k"), 10), fault(.keyUnknown(key: "k", known: []), 9),
            fault(.keyRepeated(key: "k"), 9), Fault(.configurationEmpty),
        ]
        #expect(
            Fault.reported(faults).map { "\($0.code) \($0.location ?? "")" } == [
                "key-repeated a.json:9:1", "key-unknown a.json:9:1", "key-repeated a.json:10:1", "configuration-empty ",
            ])
    }

    @Test("Near misses are searched for once, when a message is read")
    func lazily() {
        let count = Mutex(0)
        let search: @Sendable (inout Fault.Hints) -> Void = { hints in
            hints.suggestion = "\(count.withLock { $0 += 1; return $0 })"
        }
        let error = IOCError([Fault(.dependencyMissing, hints: search), Fault(.dependencyAmbiguous, hints: search)])
        #expect(error.code == .dependencyAmbiguous && count.withLock(\.self) == 0)
        #expect(error.faults.map(\.suggestion) == ["1", "2"] && "\(error)".contains("did you mean '2'"))
        #expect(count.withLock(\.self) == 2)
    }
}
