import IOCModel

/// The shape of a configuration file: where each key and element stands, and what the decoders don't tell.
///
/// Foundation's decoders give values, but no positions, keep one of two equal keys without a word, and read `1.0` as an
/// integer. A scan of the same bytes gives what is missing.
struct DocumentOutline: Sendable {
    typealias Node = Int

    static let root: Node = 0

    private struct Member: Hashable {
        var parent: Node
        var key: String
    }

    private var positions: [TextPosition?]
    private var members: [Member: Node] = [:]
    private var elements: [Node: [Node]] = [:]
    private var reals: Set<Node> = []
    /// What is wrong without stopping the scan: repeated keys and numbers out of range.
    var faults: [DocumentFault] = []

    init(root position: TextPosition?) {
        positions = [position]
    }

    /// Adds a member, or gives nil where the object has one of that name.
    mutating func addMember(_ key: String, to parent: Node, at position: TextPosition?) -> Node? {
        let added = positions.count
        let member = Member(parent: parent, key: key)
        guard members[member] == nil else { return nil }
        members[member] = added
        positions.append(position)
        return added
    }

    mutating func addElement(to parent: Node, at position: TextPosition?) -> Node {
        positions.append(position)
        elements[parent, default: []].append(positions.count - 1)
        return positions.count - 1
    }

    /// Adds a node that no key path leads to: the value of a repeated key.
    mutating func addDetached() -> Node {
        positions.append(nil)
        return positions.count - 1
    }

    /// Notes that the number at a node was written as a real.
    mutating func markReal(_ node: Node) {
        reals.insert(node)
    }

    private func node(at keyPath: String) -> Node? {
        KeyPathWalk.find(keyPath, from: Self.root) { parent, key in
            members[Member(parent: parent, key: String(key))]
        } element: { parent, index in
            elements[parent].flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
    }

    /// Whether the file has something at a key path.
    func has(_ keyPath: String) -> Bool { node(at: keyPath) != nil }

    /// Where the key, or the element of a list, stands; nil where the format has no lines.
    func position(of keyPath: String) -> TextPosition? {
        node(at: keyPath).flatMap { positions[$0] }
    }

    /// The decoded value with the reals that the decoder took for integers turned back.
    func restoringReals(in value: PropertyValue) -> PropertyValue {
        reals.isEmpty ? value : restoringReals(in: value, at: Self.root)
    }

    private func restoringReals(in value: PropertyValue, at node: Node) -> PropertyValue {
        switch value {
        case .int(let number) where reals.contains(node):
            return .double(Double(number))
        case .array(let values):
            guard let nodes = elements[node] else { return value }
            return .array(zip(values, nodes).map { restoringReals(in: $0, at: $1) })
        case .object(let values):
            var restored = values
            for (key, value) in values {
                guard let child = members[Member(parent: node, key: key)] else { continue }
                restored[key] = restoringReals(in: value, at: child)
            }
            return .object(restored)
        default: return value
        }
    }
}

/// Something wrong in a file's text, before anybody asks what it means.
struct DocumentFault: Error {
    var kind: Fault.Kind
    var position: TextPosition?
    var path: [KeyStep] = []

    /// The fault with the file's name.
    func located(in file: String) -> Fault {
        let place = FilePosition(
            path: file, keyPath: path.keyPath, line: position?.line, column: position?.column)
        return Fault(kind, at: .file(place))
    }
}
