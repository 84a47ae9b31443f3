import FoundationEssentials
import IOC
import IOCTesting
import Testing

@Suite("The conformance suite of setting sources")
struct SettingSourceConformanceTests {
    struct Absent: Error {}

    /// A source that keeps every promise, except for what its closures change.
    struct Changed: SettingSource {
        let inner = TreeSettingSource(SettingSourceConformance.sample, name: "inner")
        var name = "changed"
        var answer: @Sendable (String, SettingKind, SourcedSetting?) throws -> SourcedSetting? = { $2 }
        var list: @Sendable ([String]) -> [String] = { $0 }

        func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
            try answer("\(key)", kind, inner.setting(at: key, as: kind))
        }

        func members(of key: SettingKey) -> [String] { list(inner.members(of: key)) }
    }

    struct Flaw: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: Changed
        /// The keys that the failures report.
        let keys: [String]
        /// Parts of the failures.
        let says: [String]

        init(_ description: String, _ source: Changed, _ keys: [String], _ says: String...) {
            (testDescription, self.source, self.keys, self.says) = (description, source, keys, says)
        }
    }

    private static let values = [
        "server.host", "server.port", "server.debug", "server.ratio", "server.tags", "server.limits.maxBody", "title",
    ]
    private static let absent = [
        "nothing", "server.nothing", "serv", "server.hos", "server.host.name", "server.tags.first", "host", "port",
        "maxBody", "server..host", "server.", ".server", "title.", "",
    ]

    static let flaws: [Flaw] = [
        Flaw("no name", Changed(name: ""), [], "the source has no name: return what messages are to call it"),
        Flaw(
            "a wrong value",
            Changed { key, _, found in key == "server.port" ? SourcedSetting(1, from: "somewhere") : found },
            ["server.port"], "'server.port' has another value than the sample's: give the value itself, or text that"),
        Flaw(
            "a prefix of a key", Changed { key, _, found in key == "serv" ? SourcedSetting(1, from: "here") : found },
            ["serv"], "'serv' is found, and the source does not have it: compare the whole key, part by part"),
        Flaw(
            "an error for an absent key",
            Changed { _, _, found in
                guard let found else { throw Absent() }
                return found
            }, absent,
            "'server.nothing' throws Absent(), and the source does not have it: return nil for a key that is not"),
        Flaw(
            "an origin that quotes",
            Changed { _, _, found in found.map { SourcedSetting($0.value, from: "the value \($0.value)") } },
            ["server.host", "server.port", "server.ratio", "server.tags", "server.limits.maxBody", "title"],
            "'title' has an origin that quotes the value: name the place without the value"),
        Flaw(
            "an empty origin", Changed { _, _, found in found.map { SourcedSetting($0.value, from: "") } },
            values, "'title' has an empty origin: say where the value stands"),
        Flaw(
            "an object as text",
            Changed { key, _, found in key == "server" ? SourcedSetting("text", from: "somewhere") : found },
            ["server"], "'server' is an object, and is given as a single value: return nil for it, or the object"),
        Flaw(
            "an error for an object",
            Changed { key, _, found in
                if key == "server.limits" { throw Absent() }
                return found
            }, ["server.limits", "server"],
            "'server.limits' is an object, and throws Absent(): return nil for it, or the object"),
        Flaw(
            "a value that changes",
            Changed { key, _, found in
                key == "title" ? SourcedSetting(.int(Int.random(in: 0..<1_000_000_000)), from: "somewhere") : found
            }, ["title"], "gives different values: answer from a snapshot, or under a lock"),
        Flaw(
            "a repeated member", Changed(list: { $0 + $0 }), ["", "server", "server.limits"],
            "a member of 'server' is listed twice: return each name once"),
        Flaw(
            "members without a value", Changed(list: { $0 + ($0.isEmpty ? [] : ["more", "most"]) }),
            ["", "", "server", "server", "server.limits", "server.limits"],
            "the member 'more' of 'server' leads to nothing: list only what",
            "the member 'most' of 'server' leads to nothing: list only what"),
        Flaw(
            "members of a value", Changed(list: { $0.isEmpty ? ["more"] : $0 }), ["server.port", "nothing"],
            "'server.port' is no object and has members: return none for what is a single value"),
        Flaw(
            "nothing for some kinds", Changed { _, kind, found in kind == .bool || kind == .int ? nil : found },
            values, "'title', asked for as bool or int, is not there: give the value that the key has"),
        Flaw(
            "an error for some kinds",
            Changed { _, kind, found in
                if found != nil, [.bool, .int, .double].contains(kind) { throw Absent() }
                return found
            }, values + ["server", "server.limits"],
            "'title', asked for as bool or int or double, throws Absent(): give the value as it is, or its text"),
        Flaw(
            "several flaws of one answer",
            Changed { key, kind, found in
                switch key {
                case "title" where kind == .int: throw CancellationError()
                case "title" where kind == .bool || kind == .double: throw Absent()
                case "title": return SourcedSetting("another-title", from: "")
                case "server.host": return SourcedSetting("another-host", from: "the host another-host")
                default: return found
                }
            }, ["server.host", "server.host", "title", "title", "title", "title"],
            "'server.host' has another value than the sample's", "'server.host' has an origin that quotes the value",
            "'title', asked for as bool or double, throws Absent()",
            "'title', asked for as int, throws CancellationError()",
            "'title', asked for as any or string or list of any or list of string, has another value",
            "'title', asked for as any or string or list of any or list of string, has an empty origin"),
        Flaw(
            "origins with values of at least five characters",
            Changed { _, _, found in found.map { SourcedSetting($0.value, from: "/etc/true/8/49217.json") } },
            ["server.port"], "'server.port' has an origin that quotes the value"),
    ]

    @Test("A source that breaks a promise does not conform, and each key has a failure with a remedy", arguments: flaws)
    func flawed(flaw: Flaw) {
        let failures = SettingSourceConformance.failures(of: flaw.source)
        for text in flaw.says { #expect(failures.contains { $0.contains(text) }, "\(failures)") }
        #expect(Set(failures).count == failures.count)
        // The last quoted word of a member's sentence is the object's.
        let reported = failures.compactMap { failure in
            failure.prefix { $0 != ":" }.matches(of: #/'([^']*)'(?: |,|$)/#).last.map { String($0.1) }
        }
        #expect(reported == flaw.keys, "\(failures)")
    }

    static let shipped: [any SettingSource] = [
        TreeSettingSource(SettingSourceConformance.sample, name: "a tree"),
        EnvironmentSettingSource([
            "SERVER_HOST": "host-of-the-sample", "SERVER_PORT": "49217", "SERVER_DEBUG": "true",
            "SERVER_RATIO": "0.125", "SERVER_TAGS": "first-tag,second-tag", "SERVER_LIMITS_MAX_BODY": "73501",
            "TITLE": "title-of-the-sample",
        ]),
        ArgumentSettingSource([
            "--server.host=host-of-the-sample", "--server.port=49217", "--server.debug=true", "--server.ratio=0.125",
            "--server.tags=first-tag,second-tag", "--server.limits.maxBody=73501", "--title=title-of-the-sample",
        ]),
    ]

    @Test("The shipped sources conform", arguments: shipped.indices)
    func conform(index: Int) {
        #expect(SettingSourceConformance.failures(of: Self.shipped[index]) == [])
    }

    @Test("A list can be asked for without its element")
    func lists() {
        func word(_ kind: SettingKind) -> String {
            switch kind {
            case .list: "a list"
            default: "a number"
            }
        }
        #expect(word(.list(of: .int)) == "a list")
        #expect(word(.list) == "a list")
        #expect(word(.int) == "a number")
        #expect(SettingKind.list(of: .string).isList)
        #expect(!SettingKind.string.isList)
        #expect(SettingKind.list.element == .any)
        #expect(SettingKind.list != .list(of: .string))
    }
}
