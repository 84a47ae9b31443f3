import IOCModel

extension IOCError.Fault {
    /// The key path of the property it is about, if it is about one.
    public var propertyKey: String? {
        guard case .property(let property) = model.kind else { return nil }
        switch property {
        case .missing(let key, _), .conversion(let key, _, _, _), .placeholderMalformed(let key, _, _),
            .sourceFailed(_, let key), .unread(let key), .keyTooLong(let key, _):
            return key
        case .placeholderUnresolved(_, let chain), .placeholderCycle(let chain): return chain.first
        case .variableAmbiguous, .variableUnread, .argumentMalformed, .unreadRest: return nil
        }
    }
}
