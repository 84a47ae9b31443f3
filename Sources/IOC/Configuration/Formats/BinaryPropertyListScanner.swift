import IOCModel

/// Goes over the object table of a binary property list before it is decoded.
///
/// Objects refer to each other by number, so a small file can contain itself, or unfold to more than memory holds;
/// the decoder would follow it until the stack or the memory is used up.
struct BinaryPropertyListScanner {
    typealias ObjectID = Int

    let table: BinaryObjectTable
    /// What is known of an object once all below it was visited.
    struct Summary {
        /// The levels of containers, this one included.
        var height: Int
        /// The bytes that the object and all below it take once unfolded.
        var size: Int
        var holdsReals: Bool
    }

    private var summaries: [ObjectID: Summary] = [:]
    private var open: Set<ObjectID> = []
    private var outline = DocumentOutline(root: nil)
    private var path: [KeyStep] = []

    /// The outline of a whole document; it has no positions, and only the nodes that lead to reals.
    static func outline(of bytes: [UInt8]) throws(DocumentFault) -> DocumentOutline {
        var scanner = BinaryPropertyListScanner(table: try BinaryObjectTable(bytes))
        let top = try scanner.visit(scanner.table.top, depth: 1)
        if top.holdsReals { try scanner.markReals(below: scanner.table.top, at: DocumentOutline.root) }
        return scanner.outline
    }

    private init(table: BinaryObjectTable) {
        self.table = table
    }

    private mutating func visit(_ object: ObjectID, depth: Int) throws(DocumentFault) -> Summary {
        if let known = summaries[object] {
            guard depth + known.height - 1 <= DocumentLimits.depth else { throw .tooDeep(at: nil) }
            return known
        }
        let entry = try table.entry(object)
        var summary = Summary(height: 0, size: entry.length + 1, holdsReals: false)
        switch entry.kind {
        case .real, .date:
            summary.holdsReals = entry.kind == .real
            if let number = table.real(entry), !number.isFinite { refuseNumber("\(number)") }
        case .integer:
            if !table.fitsInteger(entry) { refuseNumber("of \(entry.length) bytes") }
        case .array, .dictionary:
            guard depth <= DocumentLimits.depth else { throw .tooDeep(at: nil) }
            guard open.insert(object).inserted else { throw BinaryObjectTable.malformed("it contains itself") }
            let children = try children(of: object, entry)
            summary.height = 1
            for child in children {
                path.append(child.step)
                let below = try visit(child.value, depth: depth + 1)
                path.removeLast()
                summary.height = max(summary.height, below.height + 1)
                summary.size += below.size
                summary.holdsReals = summary.holdsReals || below.holdsReals
                guard summary.size <= DocumentLimits.bytes else {
                    throw BinaryObjectTable.malformed("its values unfold to more than \(DocumentLimits.bytes) bytes")
                }
            }
            open.remove(object)
        case .string, .other: break
        }
        summaries[object] = summary
        return summary
    }

    /// The elements of a list or the values of a dictionary, whose repeated keys are told of on the way.
    private mutating func children(
        of object: ObjectID, _ entry: BinaryObjectTable.Entry
    ) throws(DocumentFault) -> [(step: KeyStep, value: ObjectID)] {
        let references = table.references(entry)
        guard entry.kind == .dictionary else { return references.enumerated().map { (.index($0.offset), $0.element) } }
        let count = references.count / 2
        var names: Set<String> = []
        var children: [(step: KeyStep, value: ObjectID)] = []
        for (key, value) in zip(references.prefix(count), references.dropFirst(count)) {
            let name = try table.text(table.entry(key))
            if !names.insert(name).inserted {
                outline.faults.append(DocumentFault(kind: .keyRepeated(key: name), path: path + [.key(name)]))
            }
            children.append((.key(name), value))
        }
        return children
    }

    private mutating func refuseNumber(_ text: String) {
        let kind = Fault.Kind.numberOutOfRange(key: path.keyPath, text: text)
        outline.faults.append(DocumentFault(kind: kind, path: path))
    }

    private mutating func markReals(below object: ObjectID, at node: DocumentOutline.Node) throws(DocumentFault) {
        let entry = try table.entry(object)
        if entry.kind == .real { outline.markReal(node) }
        guard entry.kind == .array || entry.kind == .dictionary else { return }
        for child in try children(of: object, entry) {
            switch child.step {
            case .index:
                let element = outline.addElement(to: node, at: nil)
                if summaries[child.value]?.holdsReals == true { try markReals(below: child.value, at: element) }
            case .key(let key):
                guard summaries[child.value]?.holdsReals == true,
                    let member = outline.addMember(key, to: node, at: nil)
                else { continue }
                try markReals(below: child.value, at: member)
            }
        }
    }
}
