/// A two-way connection of addresses and the contexts of a route.
public struct Link<Context> {
    /// The pattern as people write it.
    public let template: String
    let pieces: [URLPiece]
    /// Reads an address; throws ``AddressMisfit``.
    let read: (String) throws -> Context
    let print: (Context) -> String

    /// The context in an address; throws ``RoutingError`` where there is none.
    public func context(in address: String) throws -> Context {
        do {
            return try read(address)
        } catch let misfit as AddressMisfit {
            throw misfit.fault(address, template)
        }
    }

    /// The address of a context.
    public func address(of context: Context) -> String { print(context) }

    /// What tells apart patterns that fit the same addresses.
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
