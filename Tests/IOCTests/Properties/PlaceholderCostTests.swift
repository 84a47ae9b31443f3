import IOCModel
import Testing

@testable import IOCConfiguration

@Suite("What placeholders may cost")
struct PlaceholderCostTests {
    private func failure(_ body: () throws -> Void) throws -> Fault {
        try #require(throws: PropertyFailure.self) { try body() }.fault()
    }

    @Test("What it costs to put a value together is counted, and more than that is refused")
    func budget() throws {
        let text = String(repeating: "t", count: 160)
        let store = propertyStore([
            "one": ["a"], "two": ["a", "b"], "numbers": [1, 2], "long": [.string(text)], "objects": [["k": 1]],
            "wide": [["k": 1, "l": 2]],
            "plain": "x", "texts": .string(text),
        ])
        /// The least that a reading needs.
        func cost(_ value: PropertyValue) throws -> Int {
            var (low, high) = (0, 4096)
            while low < high {
                let middle = (low + high) / 2
                let budget = PlaceholderBudget()
                try budget.spend(PlaceholderBudget.bytes - middle)
                var expansion = PlaceholderExpansion(budget)
                var isSecret = false
                let lookup = store.lookup(for: nil)
                let found = try? expansion.expand(value, at: "asked", from: { "" }, isSecret: &isSecret, by: lookup)
                if found == nil { low = middle + 1 } else { high = middle }
            }
            return low
        }
        #expect(try cost("plain") == 0 && cost(["a", "b"]) == 0, "what holds no placeholder costs nothing")
        #expect(try cost("${plain}") == "${plain}".utf8.count + 5 + 64 + 5)
        #expect(try cost("${texts}") == "${texts}".utf8.count + 5 + 64 + 5 + 10)
        #expect(try cost("ab${plain}") == "ab${plain}".utf8.count + 5 + 64 + 5 + 2 + 1)
        #expect(try cost("${one}") == "${one}".utf8.count + 3 + 64 + 3 + 256)
        #expect(try cost("${long}") == "${long}".utf8.count + 4 + 64 + 4 + 256 + 10)
        #expect(try cost("${numbers}") == "${numbers}".utf8.count + 7 + 64 + 7 + 512)
        #expect(try cost("${objects}") == "${objects}".utf8.count + 7 + 64 + 7 + 512)
        #expect(try cost("${wide}") == "${wide}".utf8.count + 4 + 64 + 4 + 768)
        #expect(try cost("${none.such:x}") == "${none.such:x}".utf8.count + 9 + 64 + 2 * 8 + 1)
    }

    @Test("Lists and objects may be as many as there are, and as deep as a file, where a placeholder stands for them")
    func depth() throws {
        func nested(_ depth: Int, _ wrap: (PropertyValue) -> PropertyValue) -> PropertyValue {
            (0..<depth).reduce("end") { inner, _ in wrap(inner) }
        }
        let many = 600
        let lists = PropertyValue.array((0..<many).map { _ in ["text"] })
        let objects = PropertyValue.array((0..<many).map { _ in ["k": "text"] })
        let members = PropertyValue.object(
            Dictionary(uniqueKeysWithValues: (0..<many).map { ("m\($0)", ["k": "text"]) }))
        let store = propertyStore([
            "lists": lists, "objects": objects, "members": members, "word": "w",
            "texts": .string(String(repeating: "${word}", count: many)), "asksLists": "${lists}",
            "asksObjects": "${objects}",
            "asksMembers": "${members}", "deepList": nested(505) { [$0] }, "deepObject": [nested(505) { ["a": $0] }],
            "tooDeepList": nested(515) { [$0] }, "tooDeepObject": [nested(515) { ["a": $0] }],
            "asksDeepList": "${deepList}",
            "listAtLimit": nested(511) { [$0] }, "asksLimit": "${listAtLimit}", "listBeyond": nested(512) { [$0] },
            "asksBeyond": "${listBeyond}", "objectAtLimit": [nested(510) { ["a": $0] }],
            "asksObject": "${objectAtLimit}",
            "objectBeyond": [nested(511) { ["a": $0] }], "asksObjectBeyond": "${objectBeyond}",
            "d0": "${d1}", "d1": "${d2}", "d2": "${d3}", "d3": "${d4}", "d4": "${d5}", "d5": "${d6}", "d6": "${d7}",
            "d7": "${deepList}",
            "asksDeepObject": "${deepObject}", "asksTooDeepList": "${tooDeepList}",
            "asksTooDeepObject": "${tooDeepObject}",
        ])
        #expect(try store.whole("asksLists").value == lists && store.whole("asksObjects").value == objects)
        #expect(try store.whole("asksMembers").value == members)
        #expect(try store.whole("texts").value == .string(String(repeating: "w", count: many)))
        #expect(try store.whole("asksDeepList").value != nil && store.whole("asksDeepObject").value != nil)
        #expect(try store.whole("asksLimit").value != nil && store.whole("asksObject").value != nil)
        #expect(try store.whole("tooDeepList").value != nil, "what was asked for itself may be deeper")
        for key in ["asksTooDeepList", "asksTooDeepObject", "asksBeyond", "asksObjectBeyond", "d0"] {
            #expect(try failure { _ = try store.whole(key) }.headline.contains("it is nested deeper than 512 levels"))
        }
    }

    @Test("What stands behind a placeholder, a list or an object is as deep as it is, whatever stood before it")
    func depthBehind() throws {
        func nested(_ depth: Int, _ inner: PropertyValue) -> PropertyValue {
            (0..<depth).reduce(inner) { inner, _ in [inner] }
        }
        for first in ["${word}", ["text"], ["k": "text"], "${members}", "${list}"] as [PropertyValue] {
            // Behind the placeholder itself two hundred lists, the one of two, and those behind the first.
            func isFound(_ behind: Int) throws -> Bool {
                let store = propertyStore([
                    "asks": "${all}", "all": nested(200, [first, first, nested(behind, "end")]), "word": "w",
                    "members": ["a": ["b": 1], "c": 2], "list": [["x"], "y"],
                ]) { $0.overrides = ["members.d": ["e": "f"]] }
                do { return try store.whole("asks").value != nil } catch is PropertyFailure { return false }
            }
            #expect(try isFound(310) && !isFound(311), "\(first)")
        }
    }

    @Test("Placeholders lead through a hundred properties, are thirty-two deep in each other, and make a megabyte")
    func placeholderLimits() throws {
        func chained(_ count: Int) -> PropertyStore {
            var properties: [String: PropertyValue] = ["c\(count)": "end"]
            for index in 0..<count { properties["c\(index)"] = .string("${c\(index + 1)}") }
            return propertyStore(.object(properties))
        }
        #expect(try chained(PlaceholderExpansion.chainLimit).whole("c0").value == "end")
        #expect(
            try failure { _ = try chained(PlaceholderExpansion.chainLimit + 1).whole("c0") }.headline
                .contains("more than 100 properties"))
        func nested(_ depth: Int) -> String {
            String(repeating: "${", count: depth) + "a" + String(repeating: "}", count: depth)
        }
        #expect(try PlaceholderText(nested(PlaceholderText.depth)).pieces.count == 1)
        #expect(throws: PlaceholderText.Malformed.self) { try PlaceholderText(nested(PlaceholderText.depth + 1)) }
        let half = String(repeating: "h", count: PlaceholderExpansion.lengthLimit / 2)
        let long = propertyStore(["half": .string(half), "whole": "${half}${half}", "more": "${half}${half}x"])
        #expect(try long.whole("whole").value == .string(half + half))
        #expect(try failure { _ = try long.whole("more") }.headline.contains("grows beyond 1048576 bytes"))
    }
}
