import FoundationEssentials
import IOCModel

@testable import IOCConfiguration

/// Reads an input as lines of `key=value`, and asks for every key.
enum PlaceholderTarget: FuzzTarget {
    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let pieces = try? PlaceholderText(text).pieces {
            promise(pieces.isEmpty == text.isEmpty, "a text has pieces, unless it is empty")
        }
        var properties = PropertyValue.object([:])
        var keys: [String] = []
        for line in text.split(separator: "\n").prefix(16) {
            let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let key = PropertyKey(sides[0])
            guard key.isWellFormed, sides.count == 2 else { continue }
            properties.set(.string(sides[1]), at: key.parts)
            keys.append(sides[0])
        }
        var configuration = ContextConfiguration(properties: properties)
        configuration.environment = ["HOME": "${not.read}"]
        let store = PropertyStore(configuration, parent: nil)
        for key in keys {
            do {
                let value = try store.read(String.self, at: key, for: nil, default: nil)
                promise(value.utf8.count <= 1 << 21, "a text is not larger than the limit")
                let again = try store.read(String.self, at: key, for: nil, default: nil)
                promise(value == again, "a property has one value")
            } catch let failure as PropertyFailure {
                promise(!IOCError(failure.fault()).description.isEmpty, "a failure has words")
            } catch {
                fatalError("broken promise: only a PropertyFailure is thrown, not \(error)")
            }
        }
    }
}

/// Reads an input as keys, as variables of an environment, and as arguments.
enum EnvironmentTarget: FuzzTarget {
    static func run(_ input: [UInt8]) {
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").prefix(64).map(String.init)
        var environment: [String: String] = [:]
        var keys: [String] = []
        for line in lines {
            let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let key = PropertyKey(sides[0])
            let variable = EnvironmentPropertySource.variable(for: key)
            promise(variable.utf8.allSatisfy { Self.isAllowed($0) }, "a variable is capitals, digits and underscores")
            for part in key.parts {
                let word = EnvironmentPropertySource.variable(for: PropertyKey(parts: [part]))
                promise(!word.hasPrefix("_") && !word.hasSuffix("_") && !word.contains("__"), "no stray underscores")
                promise(
                    EnvironmentPropertySource.variable(for: PropertyKey(parts: [word])) == word
                        || word.utf8.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") },
                    "a variable's name maps to itself")
            }
            if sides.count == 2 { environment[variable] = sides[1] }
            keys.append(sides[0])
        }
        var configuration = ContextConfiguration()
        configuration.environment = environment
        configuration.arguments = lines
        let store = PropertyStore(configuration, parent: nil)
        for fault in store.faults { promise(!IOCError(fault).description.isEmpty, "a fault has words") }
        for key in keys {
            _ = try? store.read(String.self, at: key, for: nil, default: nil)
            _ = try? store.read([String].self, at: key, for: nil, default: nil)
            _ = try? store.read(Int?.self, at: key, for: nil, default: nil)
            _ = try? store.read(Settings.self, at: key, for: nil, default: nil)
        }
        _ = store.reported.properties.count
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// What a fuzzed property is decoded as where a whole object is wanted.
struct Settings: Decodable, Sendable, Equatable {
    struct Host: Decodable, Sendable, Equatable {
        var name: String
        var port: UInt16?
    }
    var url: URL?
    var timeout: Duration?
    var hosts: [Host]?
    var byName: [String: Int]?
    var flag: Bool?
}

/// Converts an input to the type that its first byte chooses: as text, and as the JSON it may be.
enum ConversionTarget: FuzzTarget {
    static func run(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let rest = Array(input.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        var values: [PropertyValue] = [.string(text), .int(text.count), .null]
        if let document = try? ConfigurationFormat.json.read(rest, path: "input.json") { values.append(document.0) }
        for value in values { convert(value, choice) }
    }

    private static func convert(_ value: PropertyValue, _ choice: UInt8) {
        switch choice % 24 {
        case 0: read(Int.self, value) { "\($0)" }
        case 1: read(Int8.self, value) { "\($0)" }
        case 2: read(UInt16.self, value) { "\($0)" }
        case 3: read(Int128.self, value) { "\($0)" }
        case 4: read(UInt128.self, value) { "\($0)" }
        case 5: read(Double.self, value) { "\($0)" }
        case 6: read(Float.self, value) { "\($0)" }
        case 7: read(Bool.self, value) { "\($0)" }
        case 8: read(String.self, value) { $0 }
        case 9: read(Duration.self, value)
        case 10: read(ByteSize.self, value)
        case 11: read(URL.self, value)
        case 12: read(Data.self, value) { $0.base64EncodedString() }
        case 13: read(UUID.self, value) { $0.uuidString }
        case 14: read(Decimal.self, value)
        case 15: read(Date.self, value)
        case 16: read([Int].self, value)
        case 17: read([String: Double].self, value)
        case 18: read(Settings.self, value)
        case 19: read([Settings.Host?].self, value)
        case 20: read(Secret<String>.self, value)
        case 21: read(Set<UInt8>.self, value)
        case 22: read(UInt64.self, value) { "\($0)" }
        default: read([[Bool?]].self, value)
        }
    }

    /// Reads a value; where it can be written as text again, that text must give the same value.
    private static func read<Wanted: Decodable & Sendable & Equatable>(
        _ type: Wanted.Type, _ value: PropertyValue, text: (Wanted) -> String
    ) {
        guard let first = try? converted(type, value) else { return }
        let written = text(first)
        // Placeholders are looked for in texts.
        guard !written.contains("${") else { return }
        promise((try? converted(type, .string(written))) == first, "\(type) '\(written)' reads as it was written")
    }

    private static func read<Wanted: Decodable & Sendable>(_ type: Wanted.Type, _ value: PropertyValue) {
        _ = try? converted(type, value)
    }

    private static func converted<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, _ value: PropertyValue
    ) throws -> Wanted {
        var configuration = ContextConfiguration(properties: ["value": value])
        configuration.environment = [:]
        do {
            return try PropertyStore(configuration, parent: nil).read(type, at: "value", for: nil, default: nil)
        } catch let failure as PropertyFailure {
            promise(!IOCError(failure.fault()).description.isEmpty, "a failure has words")
            throw failure
        } catch {
            fatalError("broken promise: only a PropertyFailure is thrown, not \(error)")
        }
    }
}
