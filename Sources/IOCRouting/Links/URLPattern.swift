/// The shape of an address and the values in it, read and printed by the same description.
///
/// ```swift
/// try URLPattern("chat/:user", .value("user", String.self), .optional("message", Int.self))   // chat/Anna?message=3
/// ```
///
/// A value whose name stands in the path after a colon is a segment; the others are in the query.
public struct URLPattern<each Value> {
    let pieces: [URLPiece]
    let parts: (repeat URLPart<each Value>)

    /// A pattern of a path and the values in it.
    ///
    /// Throws ``RoutingError`` where the path names a value that is not described, names one twice or optionally,
    /// or names them in another order than they are described.
    public init(_ path: String, _ parts: repeat URLPart<each Value>) throws {
        self.parts = (repeat each parts)
        var described: [(name: String, isRequired: Bool)] = []
        repeat described.append(((each parts).name, (each parts).isRequired))
        var pieces: [URLPiece] = path.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix(":") ? .parameter(String($0.dropFirst())) : .literal(String($0))
        }
        let inPath = pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        for part in described.dropFirst(inPath.count) {
            pieces.append(.query(part.name, isRequired: part.isRequired))
        }
        self.pieces = pieces
        let segments = described.prefix(inPath.count)
        guard segments.map(\.name) == inPath, segments.allSatisfy(\.isRequired),
            Set(described.map(\.name)).count == described.count
        else {
            throw RoutingError(
                .addressMalformed,
                wanted: "each segment of \(path) described once, in order, then what is in the query",
                found: described.map { $0.isRequired ? $0.name : "\($0.name) (optional)" }.joined(separator: ", "),
                nearMisses: inPath.filter { name in !described.contains { $0.name == name } }
                    .map { "`:\($0)` is not described" },
                action: "describe the values of the path by `.value`, in the path's order")
        }
    }

    /// The pattern as people write it: `chat/:user?message=`.
    public var template: String {
        let path = pieces.compactMap { piece -> String? in
            switch piece {
            case .literal(let literal): literal
            case .parameter(let name): ":\(name)"
            case .query: nil
            }
        }
        let query = pieces.compactMap { piece -> String? in
            guard case .query(let name, let isRequired) = piece else { return nil }
            return isRequired ? "\(name)=" : "\(name)=?"
        }
        return path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// The values in an address; throws ``RoutingError`` where it does not fit.
    public func values(in address: String) throws -> (repeat each Value) {
        do {
            return try read(address)
        } catch let misfit as AddressMisfit {
            throw misfit.fault(address, template)
        }
    }

    /// The values; throws ``AddressMisfit``.
    private func read(_ address: String) throws -> (repeat each Value) {
        var reader = try AddressReader(address, pieces: pieces)
        let result = (repeat try reader.next(each parts))
        return result
    }

    /// The address that holds these values.
    public func address(of values: repeat each Value) -> String {
        var texts: [String?] = []
        repeat texts.append((each parts).print(each values))
        var path: [String] = []
        var query: [String] = []
        var next = texts.makeIterator()
        for piece in pieces {
            switch piece {
            case .literal(let literal): path.append(PercentEncoding.encode(literal))
            case .parameter: path.append(PercentEncoding.encode((next.next() ?? nil) ?? ""))
            case .query(let name, _):
                guard let text = next.next() ?? nil else { continue }
                query.append("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))")
            }
        }
        return path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

extension URLPattern {
    /// A link to a route whose input is made of the values, and gives them back.
    public func link<Input>(
        _ make: @escaping (repeat each Value) -> Input?, values: @escaping (Input) -> (repeat each Value)
    ) -> RouteLink<Input> {
        RouteLink(
            template: template, pieces: pieces,
            read: { address in
                let found = try self.read(address)
                guard let input = make(repeat each found) else {
                    throw AddressMisfit("its values make no \(Input.self)")
                }
                return input
            },
            print: { input in
                let values = values(input)
                return self.address(of: repeat each values)
            })
    }
}
