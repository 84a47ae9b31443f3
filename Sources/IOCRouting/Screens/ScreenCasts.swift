/// A screen as its family's root class.
func upcast<Output: RoutedScreen>(_ screen: Output) throws -> Output.Base {
    guard let base = screen as? Output.Base else {
        throw RoutingError(
            .screenOfWrongType, wanted: "a subclass of \(Output.Base.self)", found: "\(Output.self)",
            action: "let `\(Output.self).Base` name a class that \(Output.self) inherits from")
    }
    return base
}

/// A screen of the host as the class a step is about; it always is, unless a finder or factory lies about its type.
@MainActor func downcast<Output: RoutedScreen>(_ screen: Output.Base, at path: [String] = []) throws -> Output {
    guard let result = screen as? Output else {
        throw RoutingError(
            .screenOfWrongType, path: path, wanted: "a \(Output.self)", found: "a \(type(of: screen))",
            action: "let the step's finder and factory give screens of the class they declare")
    }
    return result
}
