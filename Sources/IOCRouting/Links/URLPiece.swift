enum URLPiece: Hashable {
    case literal(String)
    case parameter(String)
    case query(String, isRequired: Bool)
}
