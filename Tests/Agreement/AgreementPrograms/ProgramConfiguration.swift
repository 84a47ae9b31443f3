/// What a program's configuration file says.
package struct ProgramConfiguration: Encodable, Sendable {
    /// A component's entry.
    struct Entry: Encodable, Sendable {
        var className: String?
        var scope: String?
        var primary: Bool?
        var order: Int?
        var dependsOn: [String]?
        var properties: [String: Value]?

        enum CodingKeys: String, CodingKey {
            case className = "class"
            case scope, primary, order, dependsOn, properties
        }
    }

    /// A property's value.
    indirect enum Value: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([Value])
        case object([String: Value])

        init(stringLiteral value: String) { self = .text(value) }
        init(integerLiteral value: Int) { self = .number(value) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .flag(let flag): try container.encode(flag)
            case .list(let list): try container.encode(list)
            case .object(let members): try container.encode(members)
            }
        }
    }

    var prefixes: [String] = []
    var classes: [String] = []
    var exclude: [String] = []
    var assemblies: [String] = []
    var profiles: [String] = []
    var cycles = "allow"
    var components: [String: Entry] = [:]
    var bindings: [String: String] = [:]
    var properties: [String: Value] = [:]
    var strict = false

    /// Calls classes and protocols by other names.
    mutating func rename(_ name: (String) -> String) {
        classes = classes.map(name)
        exclude = exclude.map(name)
        assemblies = assemblies.map(name)
        components = Dictionary(
            uniqueKeysWithValues: components.map { key, entry in
                var entry = entry
                entry.className = entry.className.map(name)
                entry.dependsOn = entry.dependsOn?.map(name)
                return (name(key), entry)
            })
        bindings = Dictionary(uniqueKeysWithValues: bindings.map { (name($0), name($1)) })
    }
}
