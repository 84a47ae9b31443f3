import Dispatch
import Synchronization

/// Checks that a property source keeps what the protocol promises and can't say.
///
/// Give a source that holds ``sample`` and nothing else, in a test:
///
/// ```swift
/// #expect(PropertySourceConformance.failures(of: MySource(PropertySourceConformance.sample)) == [])
/// ```
///
/// 1. The source has a name.
/// 2. It gives each value of the sample, or text that converts to it, whatever kind is asked for.
/// 3. It gives nothing for a key that it does not have: an unknown one, the beginning or the end of a known one, one
///    below a single value, one with an empty part, the empty one.
/// 4. For an object it gives an object or nothing, never a single value.
/// 5. Its origins say something, and don't quote the value.
/// 6. Asked again, or by several threads at once, it gives the same.
/// 7. Where it lists members, each is listed once, and each leads to something; a single value has none.
public enum PropertySourceConformance {
    /// What the source under test must hold: a tree of texts, numbers, truth values and a list.
    public static let sample: PropertyValue = [
        "server": [
            "host": "host-of-the-sample", "port": 49_217, "debug": true, "ratio": 0.125,
            "tags": ["first-tag", "second-tag"], "limits": ["maxBody": 73_501],
        ],
        "title": "title-of-the-sample",
    ]

    /// What a source that holds ``sample`` does wrong.
    /// - Parameter source: The source.
    /// - Returns: A sentence for each promise that is not kept; none for a source that conforms.
    public static func failures(of source: any PropertySource) -> [String] {
        var failures: [String] = []
        if source.name.isEmpty { failures.append("the source has no name") }
        failures += values(of: source) + absences(of: source) + objects(of: source)
        failures += repetitions(of: source) + members(of: source)
        return failures
    }

    private static let kinds: [PropertyKind] = [
        .any, .bool, .int, .double, .string, .list(of: .any), .list(of: .string),
    ]

    /// The sample's values with what is wrong with another value in their place.
    private static let expectations: [(key: PropertyKey, accepts: @Sendable (PropertyValue) -> Bool)] = [
        ("server.host", { $0 == "host-of-the-sample" }), ("server.port", { Int.convert($0) == 49_217 }),
        ("server.debug", { Bool.convert($0) == true }), ("server.ratio", { Double.convert($0) == 0.125 }),
        ("server.tags", { $0 == ["first-tag", "second-tag"] || $0 == "first-tag,second-tag" }),
        ("server.limits.maxBody", { Int.convert($0) == 73_501 }), ("title", { $0 == "title-of-the-sample" }),
    ]

    private static let absent: [PropertyKey] = [
        "nothing", "server.nothing", "serv", "server.hos", "server.host.name", "server.tags.first", "host", "port",
        "maxBody", "server..host", "server.", ".server", "title.", PropertyKey(parts: []),
    ]

    private static func values(of source: any PropertySource) -> [String] {
        expectations.flatMap { key, accepts in
            kinds.flatMap { kind -> [String] in
                let asked = "'\(key)', asked for as \(kind),"
                switch answer(source, key, kind) {
                case .failure(let error): return ["\(asked) throws \(error)"]
                case .success(nil): return ["\(asked) is not there"]
                case .success(let found?):
                    var failures = accepts(found.value) ? [] : ["\(asked) has another value than the sample's"]
                    if found.origin.isEmpty { failures.append("the origin of \(asked) is empty") }
                    if quotes(found) { failures.append("the origin of \(asked) quotes the value") }
                    return failures
                }
            }
        }
    }

    private static func quotes(_ found: SourcedProperty) -> Bool {
        let text = if case .string(let text) = found.value { text } else { found.value.description }
        return text.count > 4 && found.origin.contains(text)
    }

    private static func absences(of source: any PropertySource) -> [String] {
        absent.flatMap { key in
            (kinds + [.object]).compactMap { kind in
                switch answer(source, key, kind) {
                case .failure(let error): "'\(key)', which nobody has, throws \(error)"
                case .success(.some): "'\(key)', which nobody has, is there, asked for as \(kind)"
                case .success(nil): nil
                }
            }
        }
    }

    private static func objects(of source: any PropertySource) -> [String] {
        (["server", "server.limits"] as [PropertyKey]).flatMap { key in
            (kinds + [.object]).compactMap { kind in
                switch answer(source, key, kind) {
                case .failure(let error): "the object '\(key)' throws \(error)"
                case .success(nil): nil
                case .success(let found?):
                    if case .object = found.value { nil } else { "the object '\(key)' is a single value" }
                }
            }
        }
    }

    private static func repetitions(of source: any PropertySource) -> [String] {
        let first = expectations.map { try? answer(source, $0.key, .any).get()?.value }
        let isSteady = Mutex(true)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let place = index % expectations.count
            let again = try? answer(source, expectations[place].key, .any).get()?.value
            if again != first[place] { isSteady.withLock { $0 = false } }
        }
        return isSteady.withLock(\.self) ? [] : ["asked by several threads, the source gives different values"]
    }

    private static func members(of source: any PropertySource) -> [String] {
        var failures: [String] = []
        for key in [PropertyKey(parts: []), "server", "server.limits"] {
            let members = source.members(of: key)
            if Set(members).count < members.count { failures.append("a member of '\(key)' is listed twice") }
            for member in members where (try? answer(source, key.appending(member), .any).get()) == nil {
                failures.append("the member '\(member)' of '\(key)' leads to nothing")
            }
        }
        for key in ["server.port", "nothing"] as [PropertyKey] where !source.members(of: key).isEmpty {
            failures.append("'\(key)' is no object and has members")
        }
        return failures
    }

    private static func answer(
        _ source: any PropertySource, _ key: PropertyKey, _ kind: PropertyKind
    ) -> Result<SourcedProperty?, any Error> {
        Result { try source.property(at: key, as: kind) }
    }
}
