import IOCModel

/// A setting source that reads `--server.port=80` from a program's arguments.
///
/// An argument that begins with two dashes and has an equals sign behind a key is a setting; of equal keys the last wins, and a
/// lone `--` ends them. A key on the command line has neither colons nor blanks, and no index: a list is given as a whole,
/// with commas. Values are text, as in ``EnvironmentSettingSource``. Other arguments are left to the program.
public struct ArgumentSettingSource: SettingSource {
    private(set) var faults: [Fault] = []
    private let source: TreeSettingSource

    /// A source of a program's arguments.
    public init(_ arguments: [String]) {
        var values: [String: SettingValue] = [:]
        for argument in arguments.prefix(while: { $0 != "--" }) {
            guard let name = SettingKey.text(ofArgument: argument) else { continue }
            let key = SettingKey(name)
            if let excess = key.excess {
                faults.append(Fault(.settingKeyTooLong(key: key.shown, excess: excess), at: .code("the arguments")))
            } else if key.isWellFormed, !name.hasSuffix("]") {
                values[name] = .string(String(argument.dropFirst(name.count + 3)))
            } else {
                faults.append(Fault(.argumentMalformed(argument)))
            }
        }
        source = TreeSettingSource(.object(values), name: "the arguments") { "the argument --\($0)" }
    }

    var table: SettingTable { source.table }

    /// The keys that arguments give.
    package var keys: [String] { table.paths }

    /// The source as messages call it.
    public var name: String { source.name }

    /// The text that an argument gives for a key, or an object if arguments go on below it.
    public func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
        source.setting(at: key, as: kind)
    }

    /// The members that arguments give below a key, in order.
    public func members(of key: SettingKey) -> [String] { source.members(of: key) }
}
