/// Templates, like swift-mustache, with the parts that the page needs.
package struct MustacheLibrary: Sendable {
    package init(directory: String, withExtension: String = "mustache") async throws { await Task.yield() }
    package func render(_ object: Any, withTemplate name: String) -> String? { "<\(name)>\(object)" }
}
