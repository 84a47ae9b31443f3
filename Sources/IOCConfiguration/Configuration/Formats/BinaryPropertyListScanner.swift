import IOCModel

/// Goes over the object table of a binary property list before it is decoded.
///
/// Objects refer to each other by number, so a small file can contain itself, or unfold to more than memory holds;
/// the decoder would follow it until the stack or the memory is used up.
struct BinaryPropertyListScanner {
    typealias ObjectID = Int

    let table: BinaryObjectTable
    /// The known facts of an object once all below it was visited.
    struct Summary {
        /// The levels of containers, this one included.
        var height: Int
        /// The bytes that the object and all below it take once unfolded.
        var size: Int
    }

    private var summaries: [ObjectID: Summary] = [:]
    private var entered: Set<ObjectID> = []
    private var outline = DocumentOutline(root: nil)
    private var path: [KeyStep] = []
    private var trail = KeyTrail()

    /// The outline of a whole document; it has no positions.
    static func outline(of bytes: [UInt8]) throws(DocumentFault) -> DocumentOutline {
        var scanner = BinaryPropertyListScanner(table: try BinaryObjectTable(bytes))
        _ = try scanner.visit(scanner.table.top, depth: 1)
        try scanner.outline(scanner.table.top, at: DocumentOutline.root)
        return scanner.outline
    }

    private mutating func visit(_ object: ObjectID, depth: Int) throws(DocumentFault) -> Summary {
        if let known = summaries[object] {
            guard depth + known.height - 1 <= DocumentLimits.depth else { throw .tooDeep(at: nil) }
            return known
        }
        let entry = try table.entry(object)
        if let number = refusedNumber(entry) { outline.note(DocumentFault(refusing: number, path: path)) }
        var summary = Summary(height: 0, size: entry.length + 1)
        if entry.kind == .array || entry.kind == .object {
            guard depth <= DocumentLimits.depth else { throw .tooDeep(at: nil) }
            guard entered.insert(object).inserted else { throw BinaryObjectTable.malformed("it contains itself") }
            let children = try children(of: entry)
            refuseRepetition(in: children)
            summary.height = 1
            for child in children {
                path.append(child.step)
                let below = try visit(child.value, depth: depth + 1)
                path.removeLast()
                summary.height = max(summary.height, below.height + 1)
                summary.size += below.size
                guard summary.size <= DocumentLimits.bytes else {
                    throw BinaryObjectTable.malformed("its values unfold to more than \(DocumentLimits.bytes) bytes")
                }
            }
        }
        summaries[object] = summary
        return summary
    }

    /// The elements of a list or the values of a dictionary.
    private func children(
        of entry: BinaryObjectTable.Entry
    ) throws(DocumentFault) -> [(step: KeyStep, value: ObjectID)] {
        let references = table.references(entry)
        guard entry.kind == .object else { return references.enumerated().map { (.index($0.offset), $0.element) } }
        let count = references.count / 2
        var children: [(step: KeyStep, value: ObjectID)] = []
        for (key, value) in zip(references.prefix(count), references.dropFirst(count)) {
            children.append((.key(try table.text(table.entry(key))), value))
        }
        return children
    }

    private mutating func refuseRepetition(in children: [(step: KeyStep, value: ObjectID)]) {
        var steps: Set<KeyStep> = []
        for case (.key(let name), _) in children where !steps.insert(.key(name)).inserted {
            outline.note(DocumentFault(kind: .keyRepeated(key: name), path: path + [.key(name)]))
        }
    }

    /// A number that can't be held, as a fault shows it; nil for anything else.
    private func refusedNumber(_ entry: BinaryObjectTable.Entry) -> String? {
        switch entry.kind {
        case .real, .date: table.real(entry).flatMap { $0.isFinite ? nil : "\($0)" }
        case .integer: table.fitsInteger(entry) ? nil : "of \(entry.length) bytes"
        default: nil
        }
    }

    /// Unfolds what was found to be sound and small enough.
    private mutating func outline(_ object: ObjectID, at node: DocumentOutline.Node) throws(DocumentFault) {
        let entry = try table.entry(object)
        // The decoder is spared the parts it would fail at, so that it reads the rest.
        outline.setKind(refusedNumber(entry) == nil ? entry.kind : .refused, of: node)
        guard entry.kind == .array || entry.kind == .object else { return }
        for child in try children(of: entry) {
            switch child.step {
            case .index(let index):
                trail.enter(index)
                try outline(child.value, at: outline.addElement(to: node, at: nil))
            case .key(let key):
                guard let member = outline.addMember(key, to: node, at: nil) else { continue }
                try trail.enter(key, at: nil)
                try outline(child.value, at: member)
            }
            trail.leave()
        }
    }
}
