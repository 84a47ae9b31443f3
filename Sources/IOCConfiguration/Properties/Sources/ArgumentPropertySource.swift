import IOCModel

/// A property source that reads `--server.port=80` from a program's arguments.
///
/// An argument that begins with two dashes and has an equals sign behind a key is a property; of equal keys the last wins, and a
/// lone `--` ends them. A key on the command line has neither colons nor blanks, and no index: a list is given as a whole,
/// with commas. Values are text, as in ``EnvironmentPropertySource``. Other arguments are left to the program.
public struct ArgumentPropertySource: PropertySource {
    private(set) var faults: [Fault] = []
    private let source: TreePropertySource

    /// A source of a program's arguments.
    public init(_ arguments: [String]) {
        var values: [String: PropertyValue] = [:]
        for argument in arguments.prefix(while: { $0 != "--" }) {
            guard let name = PropertyKey.text(ofArgument: argument) else { continue }
            let key = PropertyKey(name)
            if let excess = key.excess {
                faults.append(Fault(.propertyKeyTooLong(key: key.shown, excess: excess), at: .code("the arguments")))
            } else if key.isWellFormed, !name.hasSuffix("]") {
                values[name] = .string(String(argument.dropFirst(name.count + 3)))
            } else {
                faults.append(Fault(.argumentMalformed(argument)))
            }
        }
        source = TreePropertySource(.object(values), name: "the arguments") { "the argument --\($0)" }
    }

    var table: PropertyTable { source.table }

    /// The keys that arguments give.
    package var keys: [String] { table.paths }

    /// The source as messages call it.
    public var name: String { source.name }

    /// The text that an argument gives for a key, or an object if arguments go on below it.
    public func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        source.property(at: key, as: kind)
    }

    /// The members that arguments give below a key, in order.
    public func members(of key: PropertyKey) -> [String] { source.members(of: key) }
}
