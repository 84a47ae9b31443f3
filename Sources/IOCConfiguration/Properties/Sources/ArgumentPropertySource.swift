import IOCModel

/// A property source that reads `--server.port=80` from a program's arguments.
///
/// An argument that begins with two dashes and has an equals sign behind a key is a property; of equal keys the last wins, and a
/// lone `--` ends them. A key on the command line has neither colons nor blanks. Everything else is the program's own affair. Values are text, as in ``EnvironmentPropertySource``.
public struct ArgumentPropertySource: PropertySource {
    private var tree: PropertyValue = [:]
    private(set) var faults: [Fault] = []

    /// A source of a program's arguments.
    public init(_ arguments: [String]) {
        for argument in arguments.prefix(while: { $0 != "--" }) {
            guard let name = PropertyKey.text(ofArgument: argument) else { continue }
            let key = PropertyKey(name)
            if let excess = key.excess {
                faults.append(Fault(.propertyKeyTooLong(key: key.shown, excess: excess), at: .code("the arguments")))
            } else if key.isWellFormed {
                tree.set(.string(String(argument.dropFirst(name.count + 3))), at: key.parts)
            } else {
                faults.append(Fault(.argumentMalformed(argument)))
            }
        }
    }

    /// The keys that arguments give.
    package var keys: [String] { tree.leafKeys }

    /// The source as messages call it.
    public var name: String { "the arguments" }

    /// The text that an argument gives for a key, or an object where arguments go on below it.
    public func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        guard key.isWellFormed, let value = tree.value(at: key.description) else { return nil }
        return SourcedProperty(value, from: "the argument --\(key)")
    }

    /// The members that arguments give below a key, in order.
    public func members(of key: PropertyKey) -> [String] {
        TreePropertySource(tree, name: name).members(of: key)
    }
}
