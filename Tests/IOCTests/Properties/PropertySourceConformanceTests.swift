import FoundationEssentials
import IOC
import Testing

@Suite("The conformance suite of property sources")
struct PropertySourceConformanceTests {
    /// A source that keeps every promise but one.
    struct Flawed: PropertySource {
        enum Flaw: CaseIterable {
            case noName, wrongValue, prefixes, throwsForAbsent, quotingOrigin, emptyOrigin, objectAsText, unsteady
            case repeatedMember, memberWithoutValue, membersOfValue, picky
        }
        let flaw: Flaw
        let inner = TreePropertySource(PropertySourceConformance.sample, name: "inner")

        struct Absent: Error {}

        var name: String { flaw == .noName ? "" : "flawed" }

        func property(at key: PropertyKey, as kind: PropertyKind) throws -> SourcedProperty? {
            if flaw == .prefixes, "\(key)" == "serv" { return SourcedProperty(1, from: "somewhere") }
            if flaw == .picky, kind == .bool { return nil }
            guard let found = inner.property(at: key, as: kind) else {
                if flaw == .throwsForAbsent { throw Absent() }
                return nil
            }
            switch flaw {
            case .wrongValue where "\(key)" == "server.port": return SourcedProperty(1, from: "somewhere")
            case .quotingOrigin: return SourcedProperty(found.value, from: "the value \(found.value)")
            case .emptyOrigin: return SourcedProperty(found.value, from: "")
            case .objectAsText where "\(key)" == "server": return SourcedProperty("text", from: "somewhere")
            case .unsteady where "\(key)" == "title":
                return SourcedProperty(.int(Int.random(in: 0..<1_000_000_000)), from: "somewhere")
            default: return found
            }
        }

        func members(of key: PropertyKey) -> [String] {
            let members = inner.members(of: key)
            return switch flaw {
            case .repeatedMember: members + members
            case .memberWithoutValue: members + (members.isEmpty ? [] : ["more"])
            case .membersOfValue: members.isEmpty ? ["more"] : members
            default: members
            }
        }
    }

    static let shipped: [any PropertySource] = [
        TreePropertySource(PropertySourceConformance.sample, name: "a tree"),
        EnvironmentPropertySource([
            "SERVER_HOST": "host-of-the-sample", "SERVER_PORT": "49217", "SERVER_DEBUG": "true",
            "SERVER_RATIO": "0.125", "SERVER_TAGS": "first-tag,second-tag", "SERVER_LIMITS_MAX_BODY": "73501",
            "TITLE": "title-of-the-sample",
        ]),
        ArgumentPropertySource([
            "--server.host=host-of-the-sample", "--server.port=49217", "--server.debug=true", "--server.ratio=0.125",
            "--server.tags=first-tag,second-tag", "--server.limits.maxBody=73501", "--title=title-of-the-sample",
        ]),
    ]

    @Test("The shipped sources conform", arguments: shipped.indices)
    func conform(index: Int) {
        #expect(PropertySourceConformance.failures(of: Self.shipped[index]) == [])
    }

    @Test("A source that breaks a promise does not", arguments: Flawed.Flaw.allCases)
    func flawed(flaw: Flawed.Flaw) {
        #expect(!PropertySourceConformance.failures(of: Flawed(flaw: flaw)).isEmpty)
    }
}
