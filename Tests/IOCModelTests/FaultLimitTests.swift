import IOCModel
import Synchronization
import Testing

@Suite("The number and order of faults in an error")
struct FaultLimitTests {
    private static func unknown(_ count: Int) -> [Fault] {
        (0..<count).map { Fault(.classUnknown(name: "C\($0)")) }
    }

    private static func more(_ number: Int) -> String {
        "class-unknown: there are \(number) more of these"
    }

    @Test(
        "A hundred faults of each code are listed, and all others are counted in one more",
        arguments: [
            (unknown(100), 100, nil), (unknown(101), 101, "class-unknown: there is one more of these"),
            (unknown(250), 101, more(150)),
            (Fault.reported(unknown(130)) + Fault.reported(unknown(120)), 101, more(150)),
            (
                Array(Fault.reported(unknown(102)).suffix(1)) + unknown(2)
                    + Array(Fault.reported(unknown(103)).suffix(1)), 3, more(5)
            ),
        ] as [([Fault], Int, String?)])
    func limit(_ faults: [Fault], count: Int, last: String?) {
        let error = IOCError(faults + [Fault(.fileEmpty(path: "f")), Fault(.configurationEmpty)])
        #expect(error.faults.count == count + 2)
        #expect(
            error.faults[0].code == .fileMalformed && error.faults[count + 1].code == .configurationEmpty)
        guard let last else { return }
        #expect(error.faults[count].headline == last && error.faults[count].code == .classUnknown)
    }

    @Test(
        "Faults are sorted by the file and its lines, by code at one place, and else stay in their order"
    )
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
                "key-repeated a.json:9:1", "key-unknown a.json:9:1", "key-repeated a.json:10:1",
                "configuration-empty ",
            ])
        let alike = ["b", "a", "c"].map { Fault(.dependencyMissing, path: [$0]) }
        #expect(Fault.reported(alike).map(\.path) == [["b"], ["a"], ["c"]])
        #expect(
            Set(IOCError(alike[2], alike[0], alike[1]).faults.map(\.path)) == [["a"], ["b"], ["c"]])
    }

    @Test("Near misses are searched for once, when a message is read")
    func lazily() {
        let count = Mutex(0)
        let search: @Sendable (inout Fault.Hints) -> Void = { hints in
            let number = count.withLock { count in
                count += 1
                return count
            }
            hints.suggestion = "\(number)"
        }
        let error = IOCError([
            Fault(.dependencyMissing, hints: search), Fault(.dependencyAmbiguous, hints: search),
        ])
        #expect(error.code == .dependencyAmbiguous && count.withLock(\.self) == 0)
        #expect(
            error.faults.map(\.suggestion) == ["1", "2"] && "\(error)".contains("did you mean '2'"))
        #expect(count.withLock(\.self) == 2)
    }
}
