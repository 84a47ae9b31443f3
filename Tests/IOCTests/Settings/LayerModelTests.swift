import FoundationEssentials
import IOC
import IOCConfiguration
import TestSupport
import Testing

/// Random layers of settings, read through a context and through a model.
///
/// `IOC_LAYER_WORLDS` gives the number of worlds, `IOC_MODEL_SEED` the first seed.
@Suite("Random layers of settings", .timeLimit(.minutes(600)))
struct LayerModelTests {
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_MODEL_SEED"].flatMap(UInt64.init) ?? 20_260_101
        let count = environment["IOC_LAYER_WORLDS"].flatMap(Int.init) ?? 150
        return (0..<count).map { first &+ UInt64($0) }
    }

    @Test("A stronger value replaces the weaker one at its path and everything below it, in every source and spelling")
    func worlds() throws {
        let folder = try TemporaryFolder()
        for (number, seed) in Self.seeds.enumerated() {
            var generator = SplitMix(seed: seed)
            let layers = Layers(&generator)
            let expected = layers.expected(Layers.names)
            let configuration = try layers.configuration(in: folder, &generator)
            // The boot of a context takes much longer than the reading of all settings.
            let context = number < 50 ? try ApplicationContext(configuration) : nil
            let store = SettingStore(configuration, parent: nil)
            func read<Wanted: Decodable & Sendable>(_ key: String, _ type: Wanted.Type) throws -> Wanted {
                try context?.setting(key) ?? store.read(type, at: key, for: nil, default: nil)
            }
            var found: [String: [String]] = [:]
            for path in Layers.paths {
                // An object is no list.
                found[path] = (try? read(path, [String]?.self)) ?? nil
            }
            #expect(found == expected.mapValues(\.texts), "seed \(seed): \(layers)")
            // A variable doesn't name new entries of a map.
            let named = layers.expected(Layers.names.filter { $0 != "environment" })
            func isListed(_ path: String) -> Bool {
                named[path] != nil || expected[path]?.texts.first?.hasPrefix("environment") != true
            }
            let map = try read("r", [String: [String]]?.self) ?? [:]
            let listed = Dictionary(uniqueKeysWithValues: map.map { ("r.\($0)", $1) }).filter { isListed($0.key) }
            #expect(listed == expected.filter { isListed($0.key) }.mapValues(\.texts), "seed \(seed): \(layers)")
        }
    }
}

/// What each source says, by path.
private struct Layers: CustomStringConvertible {
    enum Said: Equatable {
        case text(String)
        case list([String])
        case null

        var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .list(let texts): texts
            case .null: []
            }
        }
        var value: SettingValue {
            switch self {
            case .text(let text): .string(text)
            case .list(let texts): .array(texts.map { .string($0) })
            case .null: .null
            }
        }
    }

    /// From the weakest to the strongest.
    static let names = [
        "import", "other import", "file", "profile", "source", "second source", "environment", "arguments", "code",
        "overrides",
    ]
    static let paths: [String] = {
        let parts = ["a", "b", "c"]
        let two = parts.flatMap { one in parts.map { "\(one).\($0)" } }
        return (parts + two + two.flatMap { start in parts.map { "\(start).\($0)" } }).map { "r.\($0)" }
    }()

    private var said: [[String: Said]] = []

    init(_ generator: inout SplitMix) {
        for name in Self.names {
            var layer: [String: Said] = [:]
            let count = generator.chance(50) ? generator.number(1...4) : 0
            for _ in 0..<count { layer[generator.pick(Self.paths)] = Self.value(of: name, &generator) }
            // Code sets one setting after the other, so that nothing of it is below another one.
            if name == "code" { layer = layer.filter { path, _ in !layer.keys.contains { path.hasPrefix("\($0).") } } }
            said.append(layer)
        }
    }

    private static func value(of name: String, _ generator: inout SplitMix) -> Said {
        let text = "\(name) \(generator.number(1...9))"
        if name == "environment" || name == "arguments" { return .text(text) }
        let choice = generator.number(1...10)
        if choice == 1, name != "code" { return .null }
        return choice < 4 ? .list([text, "more"]) : .text(text)
    }

    /// The model of some layers.
    func expected(_ names: [String]) -> [String: Said] {
        var result: [String: Said] = [:]
        for (name, layer) in zip(Self.names, said) where names.contains(name) {
            // A variable is for its own setting alone: `USER` is not meant for `user.name`.
            for path in layer.keys where name != "environment" {
                result = result.filter { !$0.key.hasPrefix("\(path).") }
            }
            result.merge(layer) { $1 }
        }
        return result.filter { $0.value != .null }
    }

    var description: String {
        zip(Self.names, said).map { name, layer in "\(name): \(layer.sorted { $0.key < $1.key })" }
            .joined(separator: "\n")
    }

    /// A tree in which each path is written with dots, or with objects in each other.
    private static func tree(_ layer: [String: Said], _ generator: inout SplitMix) -> SettingValue {
        var tree: [String: SettingValue] = [:]
        func insert(_ value: SettingValue, _ parts: ArraySlice<String>, into members: inout [String: SettingValue]) {
            let count = Int.random(in: 1...parts.count, using: &generator)
            let key = parts.prefix(count).joined(separator: ".")
            let whole = parts.joined(separator: ".")
            guard count < parts.count else { return members[key] = value }
            switch members[key] ?? [:] {
            case .object(var inner):
                insert(value, parts.dropFirst(count), into: &inner)
                members[key] = .object(inner)
            default: members[whole] = value
            }
        }
        // A value and the members beside it can't both be at the short key.
        for (path, value) in layer.sorted(by: { $0.key.count < $1.key.count }) {
            insert(value.value, path.split(separator: ".").map(String.init)[...], into: &tree)
        }
        return .object(tree)
    }

    func configuration(in folder: TemporaryFolder, _ generator: inout SplitMix) throws -> ContextConfiguration {
        func layer(_ name: String) -> [String: Said] { said[Self.names.firstIndex(of: name)!] }
        func tree(_ name: String) -> SettingValue { Self.tree(layer(name), &generator) }
        try folder.write("one.json", "{ \"settings\": \(tree("import")) }")
        try folder.write("two.json", "{ \"settings\": \(tree("other import")) }")
        try folder.write("a-test.json", "{ \"settings\": \(tree("profile")) }")
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: SettingBystander.self))"], "imports": ["one.json", "two.json"],
              "settings": \(tree("file")) }
            """)
        let variables = layer("environment").map { path, said in
            (path.uppercased().replacing(".", with: "_"), said.texts[0])
        }
        var configuration = try ContextConfiguration(
            contentsOf: path, profiles: ["test"], environment: Dictionary(uniqueKeysWithValues: variables),
            arguments: layer("arguments").map { "--\($0)=\($1.texts[0])" })
        configuration.settingSources = ["source", "second source"].map { TreeSettingSource(tree($0), name: $0) }
        for (path, said) in layer("code") { configuration.settings[path] = said.value }
        configuration.overrides = layer("overrides").mapValues(\.value)
        return configuration
    }
}
