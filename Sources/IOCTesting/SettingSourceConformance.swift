import Dispatch
public import IOC
import IOCBase

/// Checks that a setting source follows the rules of the protocol that the compiler can't check.
///
/// In a test, pass a source that contains ``sample`` and nothing else:
///
/// ```swift
/// #expect(SettingSourceConformance.failures(of: MySource(SettingSourceConformance.sample)) == [])
/// ```
///
/// 1. The source has a name.
/// 2. It returns each value of the sample, or text that converts to it, for each requested kind.
/// 3. It returns nil for a key that it does not have: an unknown key, the beginning or the end of a known key, a key
///    below a single value, a key with an empty part, and the empty key.
/// 4. For an object, it returns an object or nil, never a single value.
/// 5. Its origins are not empty, and don't quote the value.
/// 6. It returns the same value again, also to several threads at once.
/// 7. If it lists members, it lists each once, and each has a value. A single value has no members.
public enum SettingSourceConformance {
    /// The content that the tested source must have: a tree of texts, numbers, booleans and a list.
    public static let sample: SettingValue = [
        "server": [
            "host": "host-of-the-sample", "port": 49_217, "debug": true, "ratio": 0.125,
            "tags": ["first-tag", "second-tag"], "limits": ["maxBody": 73_501],
        ],
        "title": "title-of-the-sample",
    ]

    /// The faults of a source that contains ``sample``, with their remedies.
    /// - Parameter source: The source.
    /// - Returns: A sentence for each violated rule and each key, with the remedy at its end; empty if the source
    ///   conforms.
    public static func failures(of source: any SettingSource) -> [String] {
        var failures: [String] = []
        if source.name.isEmpty { failures.append("the source has no name: return what messages are to call it") }
        failures += values(of: source) + absences(of: source) + objects(of: source)
        failures += repetitions(of: source) + members(of: source)
        return failures
    }

    private static let kinds: [SettingKind] = [
        .any, .bool, .int, .double, .string, .list(of: .any), .list(of: .string),
    ]

    /// The keys of the sample, each with a test of the value that a source returns.
    private static let expectations: [(key: SettingKey, accepts: @Sendable (SettingValue) -> Bool)] = [
        ("server.host", { $0 == "host-of-the-sample" }), ("server.port", { $0.matches(49_217) }),
        ("server.debug", { $0.matches(true) }), ("server.ratio", { $0.matches(0.125) }),
        ("server.tags", { $0 == ["first-tag", "second-tag"] || $0 == "first-tag,second-tag" }),
        ("server.limits.maxBody", { $0.matches(73_501) }), ("title", { $0 == "title-of-the-sample" }),
    ]

    private static let absent: [SettingKey] = [
        "nothing", "server.nothing", "serv", "server.hos", "server.host.name", "server.tags.first", "host", "port",
        "maxBody", "server..host", "server.", ".server", "title.", SettingKey(parts: []),
    ]

    /// Reads a key as each kind. Kinds with the same problem are reported together.
    private static func failures(
        _ source: any SettingSource, _ key: SettingKey, as kinds: [SettingKind],
        _ problems: (Result<SourcedSetting?, any Error>) -> [String]
    ) -> [String] {
        var found: [String] = []
        var asked: [String: [SettingKind]] = [:]
        for kind in kinds {
            for problem in problems(answer(source, key, kind)) {
                if asked[problem] == nil { found.append(problem) }
                asked[problem, default: []].append(kind)
            }
        }
        return found.map { problem in
            let kinds = asked[problem]?.count == kinds.count ? nil : asked[problem]
            let condition = kinds.map { ", asked for as \($0.map(\.description).joined(separator: " or "))," } ?? ""
            return "'\(key)'\(condition) \(problem)"
        }
    }

    private static func values(of source: any SettingSource) -> [String] {
        expectations.flatMap { key, accepts in
            failures(source, key, as: kinds) { answer in
                switch answer {
                case .failure(let error):
                    return [
                        "throws \(error): give the value as it is, or its text; the kind is a hint, and the "
                            + "reader converts"
                    ]
                case .success(nil):
                    return [
                        "is not there: give the value that the key has, whatever kind is asked for; where "
                            + "the values behind the source have types, try the others when the first has none"
                    ]
                case .success(let found?):
                    var problems: [String] = []
                    if !accepts(found.value) {
                        problems.append(
                            "has another value than the sample's: give the value itself, or text that "
                                + "converts to it; a list as one, or with commas between its elements")
                    }
                    if found.origin.isEmpty {
                        problems.append(
                            "has an empty origin: say where the value stands, at least the source's name")
                    }
                    if quotes(found) {
                        problems.append(
                            "has an origin that quotes the value: name the place without the value, which "
                                + "may be a secret")
                    }
                    return problems
                }
            }
        }
    }

    private static func quotes(_ found: SourcedSetting) -> Bool {
        let text = if case .string(let text) = found.value { text } else { found.value.description }
        return text.count > 4 && found.origin.contains(text)
    }

    private static func absences(of source: any SettingSource) -> [String] {
        absent.flatMap { key in
            failures(source, key, as: kinds + [.object]) { answer in
                switch answer {
                case .failure(let error):
                    [
                        "throws \(error), and the source does not have it: return nil for a key that is not there, also "
                            + "where its parts are empty; throw only where the source can't answer at all"
                    ]
                case .success(.some):
                    [
                        "is found, and the source does not have it: compare the whole key, part by part; return nil where "
                            + "a part is empty"
                    ]
                case .success(nil): []
                }
            }
        }
    }

    private static func objects(of source: any SettingSource) -> [String] {
        (["server", "server.limits"] as [SettingKey]).flatMap { key in
            failures(source, key, as: kinds + [.object]) { answer in
                switch answer {
                case .failure(let error):
                    return [
                        "is an object, and throws \(error): return nil for it, or the object"
                    ]
                case .success(nil): return []
                case .success(let found?):
                    if case .object = found.value { return [] }
                    return [
                        "is an object, and is given as a single value: return nil for it, or the object; "
                            + "its members are asked for by their own keys"
                    ]
                }
            }
        }
    }

    private static func repetitions(of source: any SettingSource) -> [String] {
        let first = expectations.map { try? answer(source, $0.key, .any).get()?.value }
        let isSteady = Guarded(true)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let place = index % expectations.count
            let again = try? answer(source, expectations[place].key, .any).get()?.value
            if again != first[place] { isSteady.withLock { $0 = false } }
        }
        return isSteady.withLock(\.self)
            ? []
            : [
                "asked by several threads, the source gives different values: answer from a snapshot, or under a lock"
            ]
    }

    private static func members(of source: any SettingSource) -> [String] {
        var failures: [String] = []
        for key in [SettingKey(parts: []), "server", "server.limits"] {
            let members = source.members(of: key)
            if Set(members).count < members.count {
                failures.append("a member of '\(key)' is listed twice: return each name once")
            }
            for member in members where (try? answer(source, key.appending(member), .any).get()) == nil {
                failures.append(
                    "the member '\(member)' of '\(key)' leads to nothing: "
                        + "list only what 'setting(at:as:)' answers for")
            }
        }
        for key in ["server.port", "nothing"] as [SettingKey] where !source.members(of: key).isEmpty {
            failures.append(
                "'\(key)' is no object and has members: return none for what is a single value or not there")
        }
        return failures
    }

    private static func answer(
        _ source: any SettingSource, _ key: SettingKey, _ kind: SettingKind
    ) -> Result<SourcedSetting?, any Error> {
        Result { try source.setting(at: key, as: kind) }
    }
}
