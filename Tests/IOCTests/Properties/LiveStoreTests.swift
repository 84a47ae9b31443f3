import IOCBase
import IOCModel
import Testing

@testable import IOCConfiguration

/// A word that a converter alone can make.
private struct Word: Decodable, Equatable, Sendable {
    struct Refused: Error {}
    let text: String
    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws { throw Refused() }
}

private final class Words: PropertyConverter {
    func converts(to type: Any.Type) -> Bool { type == Word.self }
    func convert(_ value: PropertyValue, to type: Any.Type) throws -> Any {
        guard case .string(let text) = value else { throw Word.Refused() }
        return Word(text: text)
    }
}

/// Notes what becomes of it, and asks for the value that stands where it stood.
private final class Noting: Decodable, Sendable {
    static let notes = Guarded<[String]>([])
    static let slot = Guarded<LiveSlot<Noting>?>(nil)

    static func note(_ text: String) { notes.withLock { $0.append(text) } }

    let number: Int
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    deinit {
        let next = Self.slot.withLock { $0 }?.value?.number ?? 0
        Self.note("\(number) went, \(next) stands")
    }
}

private final class Token: Sendable {}

/// Counts how often a copy is shown no more.
private final class Copy: LiveReader {
    private let count = Guarded(0)
    var times: Int { count.withLock { $0 } }
    func invalidate() { count.withLock { $0 += 1 } }
}

/// Gives another number once it is told to.
private final class Changing: PropertySource {
    let name = "changing"
    let number = Guarded(1)

    func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        key == "number" ? SourcedProperty(.int(number.withLock { $0 }), from: "somewhere") : nil
    }

    func members(of key: PropertyKey) -> [String] { [] }
}

/// Goes as its copy is shown no more, and reads the value then.
private final class Leaving: LiveReader {
    static let kept = Guarded<Leaving?>(nil)
    static let seen = Guarded<[Int?]>([])

    let slot: LiveSlot<Int>
    init(_ slot: LiveSlot<Int>) { self.slot = slot }
    func invalidate() { Self.kept.withLock { $0 = nil } }
    deinit {
        let value = slot.value
        Self.seen.withLock { $0.append(value) }
    }
}

@Suite("Live values of stores")
struct LiveStoreTests {
    private let point = InjectionPointFacts(owner: "B", property: "p", wanted: TypeID(0), shape: .property)

    private func said(
        _ properties: PropertyValue, _ change: (inout ContextConfiguration) -> Void = { _ in }
    ) -> ContextConfiguration {
        var configuration = ContextConfiguration(properties: properties)
        configuration.environment = [:]
        change(&configuration)
        return configuration
    }

    private func slot<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, _ key: String, in store: PropertyStore, for component: DefinitionFacts? = nil,
        isRequired: Bool = false
    ) throws -> LiveSlot<Wanted> {
        try store.liveSlot(type, at: key, for: component, isRequired: isRequired, point: point)
    }

    @Test("Each of three contexts follows its own sources and those of all above it, in whatever order they change")
    func chain() throws {
        let top = propertyStore(["a": 1, "b": 1, "c": 1, "w": "one"])
        let middle = propertyStore(["b": 2, "c": 2], parent: top)
        let low = propertyStore(["c": 3, "d": "${a}${b}${c}"], parent: middle)
        low.install([Words()])
        let word = try slot(Word.self, "w", in: low)
        let stores = [top, middle, low]
        let slots = try stores.map { store in try ["a", "b", "c", "d"].map { try slot(Int.self, $0, in: store) } }
        var told: [String] { slots.map { $0.map { $0.value.map { "\($0)" } ?? "-" }.joined(separator: " ") } }
        #expect(told == ["1 1 1 -", "1 2 2 -", "1 2 3 123"])
        #expect(try low.takeOver(said(["c": 4, "d": "${a}${b}${c}"])) == ["c", "d"])
        #expect(told == ["1 1 1 -", "1 2 2 -", "1 2 4 124"])
        #expect(try middle.takeOver(said(["b": 5, "c": 2])) == ["b", "d"])
        #expect(told == ["1 1 1 -", "1 5 2 -", "1 5 4 154"])
        #expect(try top.takeOver(said(["a": 6, "b": 1, "c": 7, "w": "two"])) == ["a", "c", "d", "w"])
        #expect(told == ["6 1 7 -", "6 5 2 -", "6 5 4 654"])
        #expect(word.value?.text == "two")
        #expect(try low.takeOver(said(["d": "${a}${b}${c}0"])) == ["c", "d"])
        #expect(told == ["6 1 7 -", "6 5 2 -", "6 5 2 6520"])
        #expect(try low.takeOver(said(["d": "${a}${b}${c}0"])) == [])
        // Who asks only now gets what the others have.
        let late = try stores.map { store in try ["a", "b", "c"].map { try slot(Double.self, $0, in: store).value } }
        #expect(late == [[6, 1, 7], [6, 5, 2], [6, 5, 2]])
        #expect(try slot([Word].self, "w", in: low).value == [Word(text: "two")])
        let fresh = propertyStore(["b": 9], parent: middle)
        fresh.install([Words()])
        #expect(try ["a", "b", "c"].map { try slot(Int.self, $0, in: fresh).value } == [6, 9, 2])
        #expect(try slot(Word.self, "w", in: fresh).value?.text == "two")
        // One that has ended keeps what it has, and the others go on.
        low.endLive()
        #expect(try top.takeOver(said(["a": 8, "w": "two"])) == ["a", "b", "c"])
        #expect(told == ["8 - - -", "8 5 2 -", "6 5 2 6520"])
    }

    @Test("A context that takes new values over leaves others alone, whatever their sources say by now")
    func above() throws {
        let source = Changing()
        let top = propertyStore { $0.propertySources = [source] }
        let low = propertyStore(["own": 1], parent: top)
        let beside = propertyStore(["own": 5], parent: top)
        let numbers = try [top, beside].map { try slot(Int.self, "number", in: $0) }
        let own = try slot(Int.self, "own", in: low)
        source.number.withLock { $0 = 2 }
        #expect(try low.takeOver(said(["own": 2])) == ["own"])
        #expect(numbers.map(\.value) == [1, 1] && own.value == 2)
        #expect(try top.takeOver(said([:]) { $0.propertySources = [source] }) == ["number"])
        #expect(numbers.map(\.value) == [2, 2] && own.value == 2)
    }

    @Test("A place that goes as its copy is shown no more may read the new value")
    func leaving() throws {
        let store = propertyStore(["a": 1])
        let slot = try slot(Int.self, "a", in: store)
        do {
            let place = Leaving(slot)
            #expect(slot.read(for: place) { value, _ in value } == 1)
            Leaving.kept.withLock { $0 = place }
        }
        #expect(try store.takeOver(said(["a": 2])) == ["a"])
        #expect(Leaving.seen.withLock { $0 } == [2])
    }

    @Test("A live value that nobody gives is one to those for whom nothing is a value, and to no others")
    func nothing() throws {
        let store = propertyStore()
        #expect(try slot(Int.self, "a", in: store).value == nil)
        for _ in 1...2 {
            let failure = try #require(throws: PropertyFailure.self) {
                try slot(Int.self, "a", in: store, isRequired: true)
            }
            #expect(failure.isMissing)
        }
    }

    @Test("Sources that are faulty themselves are told, and no value has changed")
    func faultySources() throws {
        let store = propertyStore(["a": 1])
        let slot = try slot(Int.self, "a", in: store)
        let long = String(repeating: "k", count: PropertyKey.lengthLimit + 1)
        let error = try #require(throws: IOCError.self) {
            try store.takeOver(said(["a": 2]) { $0.overrides = [long: 1] })
        }
        #expect(error.code == .propertyKeyTooLong && slot.value == 1)
    }

    @Test("Every value of every context that is missing or does not convert is told, and none has changed")
    func refused() throws {
        let top = propertyStore(["a": 1, "b": 1, "c": 1, "d": 1, "e": 1])
        let low = propertyStore(parent: top)
        let asked = [("a", top), ("b", top), ("c", low), ("d", low), ("e", low)]
        let slots = try asked.map { try slot(Int.self, $0.0, in: $0.1, isRequired: $0.0 != "e") }
        let error = try #require(throws: IOCError.self) { try top.takeOver(said(["b": "x", "d": "y"])) }
        #expect(
            error.faults.map { "\($0.code) \($0.propertyKey ?? "")" }.sorted() == [
                "property-conversion b", "property-conversion d", "property-missing a", "property-missing c",
            ])
        #expect(error.faults.allSatisfy { $0.injectionPoint == "B.p" })
        #expect(slots.map(\.value) == [1, 1, 1, 1, 1])
        #expect(try top.takeOver(said(["a": 2, "b": 2, "c": 2, "d": 2])) == ["a", "b", "c", "d", "e"])
        #expect(slots.map(\.value) == [2, 2, 2, 2, nil])
        // Sources that are faulty themselves are told for themselves.
        #expect(throws: IOCError.self) { try top.takeOver(said(5)) }
        #expect(slots.map(\.value) == [2, 2, 2, 2, nil])
    }

    @Test("What a component's entry gives for it alone is followed for it alone, and each type for itself")
    func own() throws {
        func facts(_ name: String) -> DefinitionFacts {
            DefinitionFacts(
                name: name, simpleName: name, type: TypeID(1), writer: TypeWriter(name), origin: .code("here"))
        }
        func said(_ properties: PropertyValue, _ own: PropertyValue?) -> ContextConfiguration {
            self.said(properties) {
                $0.components = ["A": .init(properties: own), "B": .init(properties: ["size": 5])]
            }
        }
        let store = PropertyStore(said(["size": 7], ["size": 1]), parent: nil)
        let askers = [facts("A"), facts("B"), facts("C"), nil]
        let numbers = try askers.map { try slot(Int.self, "size", in: store, for: $0) }
        let reals = try askers.map { try slot(Double.self, "size", in: store, for: $0) }
        #expect(numbers.map(\.value) == [1, 5, 7, 7] && reals.map(\.value) == [1, 5, 7, 7])
        #expect(try store.takeOver(said(["size": 8], ["size": 2])) == ["size"])
        #expect(numbers.map(\.value) == [2, 5, 8, 8] && reals.map(\.value) == [2, 5, 8, 8])
        #expect(try store.takeOver(said(["size": 9], nil)) == ["size"])
        #expect(numbers.map(\.value) == [9, 5, 9, 9] && reals.map(\.value) == [9, 5, 9, 9])
        #expect(try slot(Int.self, "size", in: store, for: facts("A")) === numbers[0])
    }

    @Test("All who listen hear of each value that changes, and the end; who listens no more is forgotten")
    func observers() async throws {
        let store = propertyStore(["a": 1, "b": 1, "c": 1])
        let slots = try ["a", "b", "c"].map { try slot(Int.self, $0, in: store) }
        weak var token: Token?
        do {
            let made = Token()
            token = made
            let stream = slots[0].changes { [made] value in withExtendedLifetime(made) { value } }
            withExtendedLifetime(stream) {}
        }
        #expect(token == nil)
        let streams = slots.map { slot in (0..<3).map { _ in slot.changes { $0 } } }
        _ = slots[1].changes { $0 }
        #expect(try store.takeOver(said(["a": 2, "b": 2, "c": 1])) == ["a", "b"])
        store.endLive()
        var heard: [[Int?]] = []
        for stream in streams.joined() + slots.map({ $0.changes { $0 } }) {
            var values: [Int?] = []
            for await value in stream { values.append(value) }
            heard.append(values)
        }
        #expect(heard == [[2], [2], [2], [2], [2], [2], [], [], [], [], [], []])
    }

    @Test("A value goes with no lock held, before anybody hears of the one that has taken its place")
    func former() throws {
        let store = propertyStore(["a": 1])
        let slot = try slot(Noting.self, "a", in: store)
        Noting.slot.withLock { $0 = slot }
        defer {
            let last = Noting.slot.withLock { $0.take() }
            withExtendedLifetime(last) {}
        }
        let stream = slot.changes { Noting.note("heard of \($0?.number ?? 0)") }
        for number in 2...3 { _ = try store.takeOver(said(["a": .int(number)])) }
        withExtendedLifetime(stream) {}
        #expect(
            Noting.notes.withLock { $0 } == [
                "1 went, 2 stands", "heard of 2", "2 went, 3 stands", "heard of 3",
            ])
    }

    @Test(
        "A change that meets a value that was added, or is required from now on, is made again, and the other way round"
    )
    func races() throws {
        let store = propertyStore(["a": 1, "b": 1, "c": 1])
        let live = store.live
        func isPublished(_ between: () throws -> Void = {}) throws -> Bool {
            let snapshot = live.snapshot
            try between()
            return live.publish([], since: snapshot) {}
        }
        let first = try slot(Int.self, "a", in: store)
        #expect(try isPublished())
        #expect(try !isPublished { _ = try slot(Int.self, "a", in: store, isRequired: true) })
        #expect(try isPublished { _ = try slot(Int.self, "a", in: store, isRequired: true) })
        for isRequired in [false, true] {
            for key in ["b", "c"] {
                #expect(try !isPublished { _ = try slot(Int.self, key, in: store, isRequired: isRequired) })
                #expect(try isPublished { _ = try slot(Int.self, key, in: store, isRequired: isRequired) })
            }
        }
        func isAdded(_ key: String, _ between: () throws -> Void = {}) throws -> Bool {
            let changes = live.changes
            try between()
            let slot = LiveSlot<Int>(
                1, raw: 1, in: live, key: key, component: nil, point: point, isRequired: false)
            let reading = PropertyStore.Reading(type: ObjectIdentifier(Int.self), key: key, component: nil)
            return live.add(slot, of: reading, in: store, after: changes)
        }
        #expect(try !isAdded("a") && isAdded("d") && !isAdded("d"))
        for key in ["e", "f"] {
            #expect(try !isAdded(key) { _ = try isPublished() })
            #expect(try isAdded(key))
        }
        #expect(try slot(Int.self, "a", in: store) === first)
    }

    @Test("Every copy of every value that changes is shown no more, and those of others go on")
    func copies() throws {
        let store = propertyStore(["a": 1, "b": 1, "c": 1])
        let slots = try ["a", "b", "c"].map { try slot(Int.self, $0, in: store) }
        let copies = slots.map { slot in
            (0..<3).map { _ in
                let copy = Copy()
                #expect(slot.read(for: copy) { value, _ in value } == 1)
                return copy
            }
        }
        #expect(try store.takeOver(said(["a": 2, "b": 2, "c": 1])) == ["a", "b"])
        #expect(copies.map { $0.map(\.times) } == [[1, 1, 1], [1, 1, 1], [0, 0, 0]])
        #expect(try store.takeOver(said(["a": 3, "b": 2, "c": 3])) == ["a", "c"])
        #expect(
            copies.map { $0.map { $0.times > 0 } } == [[true, true, true], [true, true, true], [true, true, true]])
    }
}
