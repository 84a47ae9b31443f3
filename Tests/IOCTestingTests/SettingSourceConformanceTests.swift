import FoundationEssentials
import IOC
import IOCTesting
import Testing

@Suite("The conformance suite of setting sources")
struct SettingSourceConformanceTests {
    /// A source that keeps every promise but one.
    struct Flawed: SettingSource {
        enum Flaw: CaseIterable {
            case noName, wrongValue, prefixes, throwsForAbsent, quotingOrigin, emptyOrigin, objectAsText, unsteady
            case repeatedMember, memberWithoutValue, membersOfValue, picky, objectThrows, typed
        }
        let flaw: Flaw
        let inner = TreeSettingSource(SettingSourceConformance.sample, name: "inner")

        struct Absent: Error {}

        var name: String { flaw == .noName ? "" : "flawed" }

        func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
            if flaw == .prefixes, "\(key)" == "serv" { return SourcedSetting(1, from: "somewhere") }
            if flaw == .picky, kind == .bool || kind == .int { return nil }
            if flaw == .typed, [.bool, .int, .double].contains(kind), inner.setting(at: key, as: kind) != nil {
                throw Absent()
            }
            if flaw == .objectThrows, key == "server.limits" { throw Absent() }
            guard let found = inner.setting(at: key, as: kind) else {
                if flaw == .throwsForAbsent { throw Absent() }
                return nil
            }
            switch flaw {
            case .wrongValue where "\(key)" == "server.port": return SourcedSetting(1, from: "somewhere")
            case .quotingOrigin: return SourcedSetting(found.value, from: "the value \(found.value)")
            case .emptyOrigin: return SourcedSetting(found.value, from: "")
            case .objectAsText where "\(key)" == "server": return SourcedSetting("text", from: "somewhere")
            case .unsteady where "\(key)" == "title":
                return SourcedSetting(.int(Int.random(in: 0..<1_000_000_000)), from: "somewhere")
            default: return found
            }
        }

        func members(of key: SettingKey) -> [String] {
            let members = inner.members(of: key)
            return switch flaw {
            case .repeatedMember: members + members
            case .memberWithoutValue: members + (members.isEmpty ? [] : ["more", "most"])
            case .membersOfValue: members.isEmpty ? ["more"] : members
            default: members
            }
        }
    }

    /// A source that says the same of where each value stands.
    struct Placed: SettingSource {
        let origin: String
        let inner = TreeSettingSource(SettingSourceConformance.sample, name: "inner")
        var name: String { "placed" }
        func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
            inner.setting(at: key, as: kind).map { SourcedSetting($0.value, from: origin) }
        }
        func members(of key: SettingKey) -> [String] { inner.members(of: key) }
    }

    @Test("An origin that contains at least five characters of a value quotes it")
    func quotes() {
        #expect(SettingSourceConformance.failures(of: Placed(origin: "/etc/true/8.json")) == [])
        let port = SettingSourceConformance.failures(of: Placed(origin: "/etc/49217.json"))
        #expect(port.count == 1 && port.first?.hasPrefix("'server.port' has an origin that quotes the value") == true)
        #expect(SettingSourceConformance.failures(of: Placed(origin: "0.125 of title-of-the-sample")).count == 2)
    }

    /// A source with several things wrong in each answer, not the same as every kind.
    struct Wrong: SettingSource {
        struct Refused: Error {}
        struct Unknown: Error {}
        let inner = TreeSettingSource(SettingSourceConformance.sample, name: "inner")
        var name: String { "wrong" }

        func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
            guard let found = inner.setting(at: key, as: kind) else { return nil }
            switch "\(key)" {
            case "title" where kind == .int: throw Refused()
            case "title" where kind == .bool || kind == .double: throw Unknown()
            case "title": return SourcedSetting("another-title", from: "")
            case "server.host": return SourcedSetting("another-host", from: "the host another-host")
            default: return found
            }
        }

        func members(of key: SettingKey) -> [String] { inner.members(of: key) }
    }

    @Test("Everything wrong with an answer is reported, with its kinds unless it applies to all")
    func severalFlaws() {
        let others = "any or string or list of any or list of string"
        let value = "has another value than the sample's"
        let failures = SettingSourceConformance.failures(of: Wrong()).map { $0.split(separator: ":")[0] }
        #expect(failures.count == 6)
        #expect(
            Set(failures) == [
                "'server.host' \(value)", "'server.host' has an origin that quotes the value",
                "'title', asked for as bool or double, throws Unknown()",
                "'title', asked for as int, throws Refused()", "'title', asked for as \(others), \(value)",
                "'title', asked for as \(others), has an empty origin",
            ])
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

    @Test(
        "A source that breaks a promise does not conform, and each failure has a remedy",
        arguments: [
            (.noName, "the source has no name: return what messages are to call it"),
            (.wrongValue, "'server.port' has another value than the sample's: give the value itself, or text that"),
            (.prefixes, "'serv' is found, and the source does not have it: compare the whole key, part by part"),
            (
                .throwsForAbsent,
                "'server.nothing' throws Absent(), and the source does not have it: return nil for a key that is not"
            ),
            (.quotingOrigin, "'title' has an origin that quotes the value: name the place without the value"),
            (.emptyOrigin, "'title' has an empty origin: say where the value stands"),
            (.objectAsText, "'server' is an object, and is given as a single value: return nil for it, or the object"),
            (.objectThrows, "'server.limits' is an object, and throws Absent(): return nil for it, or the object"),
            (.unsteady, "gives different values: answer from a snapshot, or under a lock"),
            (.repeatedMember, "a member of 'server' is listed twice: return each name once"),
            (.memberWithoutValue, "the member 'more' of 'server' leads to nothing: list only what"),
            (.memberWithoutValue, "the member 'most' of 'server' leads to nothing: list only what"),
            (.membersOfValue, "'server.port' is no object and has members: return none for what is a single value"),
            (.picky, "'title', asked for as bool or int, is not there: give the value that the key has"),
            (
                .typed,
                "'title', asked for as bool or int or double, throws Absent(): give the value as it is, or its text"
            ),
        ] as [(Flawed.Flaw, String)])
    func flawed(flaw: Flawed.Flaw, says: String) {
        let failures = SettingSourceConformance.failures(of: Flawed(flaw: flaw))
        #expect(failures.contains { $0.contains(says) }, "\(failures)")
        #expect(Set(failures).count == failures.count)
    }

    @Test(
        "Each key with a broken promise of a source is reported",
        arguments: [
            (.membersOfValue, ["server.port", "nothing"]),
            (.repeatedMember, ["", "server", "server.limits"]),
            (.memberWithoutValue, ["", "", "server", "server", "server.limits", "server.limits"]),
            (.objectThrows, ["server.limits", "server"]), (.objectAsText, ["server"]),
            (
                .throwsForAbsent,
                [
                    "nothing", "server.nothing", "serv", "server.hos", "server.host.name", "server.tags.first", "host",
                    "port", "maxBody", "server..host", "server.", ".server", "title.", "",
                ]
            ),
            (
                .typed,
                [
                    "server.host", "server.port", "server.debug", "server.ratio", "server.tags",
                    "server.limits.maxBody", "title", "server", "server.limits",
                ]
            ),
            (
                .emptyOrigin,
                [
                    "server.host", "server.port", "server.debug", "server.ratio", "server.tags",
                    "server.limits.maxBody", "title",
                ]
            ),
        ] as [(Flawed.Flaw, [String])])
    func everyKey(flaw: Flawed.Flaw, keys: [String]) {
        let failures = SettingSourceConformance.failures(of: Flawed(flaw: flaw))
        // The last quoted word of a member's sentence is the object's.
        let reported = failures.map { failure in
            let quoted = failure.prefix { $0 != ":" }.split(separator: "'", omittingEmptySubsequences: false)
            return quoted.indices.filter { $0 % 2 == 1 }.last.map { String(quoted[$0]) }
        }
        #expect(reported == keys, "\(failures)")
    }

    @Test("Every flaw of the table above is tried")
    func allFlaws() { #expect(Flawed.Flaw.allCases.count == 14) }

    @Test("A list can be asked for without its element")
    func lists() {
        func word(_ kind: SettingKind) -> String {
            switch kind {
            case .list: "a list"
            case .int: "a number"
            default: "something"
            }
        }
        #expect(word(.list(of: .int)) == "a list")
        #expect(word(.list(of: .list(of: .int))) == "a list")
        #expect(word(.list) == "a list")
        #expect(word(.int) == "a number")
        #expect(word(.any) == "something")
        #expect(SettingKind.list(of: .string).isList)
        #expect(!SettingKind.string.isList)
        #expect(SettingKind.list.element == .any)
        #expect(SettingKind.list != .list(of: .string))
    }
}
