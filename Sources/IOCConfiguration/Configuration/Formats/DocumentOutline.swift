import IOCModel

/// The shape of a configuration file: where each key and element stands, and what the decoders don't tell.
///
/// Foundation's decoders give values, but no positions, keep one of two equal keys without a word, and don't tell `1.0`
/// from `1`. A scan of the same bytes gives what is missing.
struct DocumentOutline: Sendable {
    typealias Node = Int

    static let root: Node = 0

    /// The written form of a value.
    enum Kind: UInt8 {
        case null, bool, integer, real, string, date, data, array, object
        /// A number that can't be held; it is among the faults.
        case refused
    }

    private struct Member: Hashable {
        var parent: Node
        var key: String
    }

    private var values: [(position: TextPosition?, kind: Kind)]
    private var members: [Member: Node] = [:]
    private var elements: [Node: [Node]] = [:]
    /// The faults that do not stop the scan: repeated keys and numbers out of range.
    private(set) var faults: [DocumentFault] = []
    private var count = FaultCount()

    init(root position: TextPosition?) { values = [(position, .null)] }

    /// Adds a member, or gives nil where the object has one of that name.
    mutating func addMember(_ key: String, to parent: Node, at position: TextPosition?) -> Node? {
        let member = Member(parent: parent, key: key)
        guard members[member] == nil else { return nil }
        members[member] = values.count
        return add(position)
    }

    mutating func addElement(to parent: Node, at position: TextPosition?) -> Node {
        elements[parent, default: []].append(values.count)
        return add(position)
    }

    /// Adds a node that no key path leads to: the value of a repeated key.
    mutating func addDetached() -> Node { add(nil) }

    private mutating func add(_ position: TextPosition?) -> Node {
        values.append((position, .null))
        return values.count - 1
    }

    /// Notes a fault that does not stop the scan.
    mutating func note(_ fault: DocumentFault) {
        if count.admits(fault.kind) { faults.append(fault) }
    }

    /// The faults with the file's name: a hundred of each code, and for each how many more there are.
    func faults(in file: String) -> [Fault] { faults.map { $0.located(in: file) } + count.rests }

    /// Notes what the value at a node was written as.
    mutating func setKind(_ kind: Kind, of node: Node) { values[node].kind = kind }

    func kind(of node: Node) -> Kind { values[node].kind }

    func member(_ key: String, of node: Node) -> Node? { members[Member(parent: node, key: key)] }

    func elements(of node: Node) -> [Node] { elements[node] ?? [] }

    private func node(at keyPath: String) -> Node? {
        KeyPathWalk.find(keyPath[...], from: Self.root) { parent, key in
            member(String(key), of: parent)
        } element: { parent, index in
            let nodes = elements(of: parent)
            return nodes.indices.contains(index) ? nodes[index] : nil
        }
    }

    /// Returns true if the file has something at a key path.
    func has(_ keyPath: String) -> Bool { node(at: keyPath) != nil }

    /// Where the key, or the element of a list, stands; nil where the format has no lines.
    func position(of keyPath: String) -> TextPosition? {
        node(at: keyPath).flatMap { values[$0].position }
    }
}
