/// Takes an address apart along a pattern.
struct AddressReader {
    private var texts: [String?] = []
    private var index = 0

    init(_ address: String, pieces: [URLPiece]) throws(AddressMisfit) {
        // The part after a `#` is for the reader of a page, and no part of the destination.
        let address = address.prefix { $0 != "#" }
        let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        var query: [String: [Substring]] = [:]
        for item in halves.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // A name that is not well formed is none that the pattern reads.
            guard let name = PercentEncoding.decode(sides[0]) else { continue }
            query[name, default: []].append(sides.count > 1 ? sides[1] : "")
        }
        var segments = path.makeIterator()
        for piece in pieces {
            switch piece {
            case .literal(let literal):
                guard let segment = segments.next() else { throw AddressMisfit("it ends before `\(literal)`") }
                guard PercentEncoding.decode(segment) == literal else {
                    throw AddressMisfit("`\(shortened(segment))` stands where `\(literal)` should")
                }
            case .parameter(let name):
                guard let segment = segments.next() else { throw AddressMisfit("it ends before :\(name)") }
                guard let text = PercentEncoding.decode(segment) else {
                    throw AddressMisfit("the escapes in `\(shortened(segment))` are not well formed")
                }
                texts.append(text)
            case .query(let name, let isRequired):
                let values = query[name] ?? []
                guard values.count <= 1 else { throw AddressMisfit("`\(name)` is there \(values.count) times") }
                guard let value = values.first else {
                    guard !isRequired else { throw AddressMisfit("its query has no `\(name)`") }
                    texts.append(nil)
                    continue
                }
                guard let text = PercentEncoding.decode(value) else {
                    throw AddressMisfit("the escapes of `\(name)` in its query are not well formed")
                }
                texts.append(text)
            }
        }
        if let more = segments.next() { throw AddressMisfit("it goes on with `\(shortened(more))`") }
    }

    mutating func next<Value>(_ part: URLPart<Value>) throws(AddressMisfit) -> Value {
        let text = texts.indices.contains(index) ? texts[index] : nil
        index += 1
        guard let value = part.read(text) else {
            throw AddressMisfit("`\(shortened(text ?? ""))` is no \(part.type), as `\(part.name)` should be")
        }
        return value
    }
}
