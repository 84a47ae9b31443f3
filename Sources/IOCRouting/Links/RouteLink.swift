/// A two-way connection of addresses and the inputs of a route.
public struct RouteLink<Input> {
    /// The pattern as people write it.
    public let template: String
    let pieces: [URLPiece]
    /// Reads an address; throws ``AddressMisfit``.
    let read: (String) throws -> Input
    let print: (Input) -> String

    /// The input in an address; throws ``RoutingError`` where there is none.
    public func input(in address: String) throws -> Input {
        do {
            return try read(address)
        } catch let misfit as AddressMisfit {
            throw misfit.fault(address, template)
        }
    }

    /// The address of an input.
    public func address(of input: Input) -> String { print(input) }

    /// The key that tells apart patterns that fit the same addresses.
    var signature: [String] {
        pieces.map { piece in
            switch piece {
            case .literal(let literal): "=\(literal)"
            case .parameter: ":"
            case .query(let name, let isRequired): isRequired ? "?\(name)" : ""
            }
        }.filter { !$0.isEmpty }
    }
}
