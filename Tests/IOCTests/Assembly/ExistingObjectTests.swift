import IOC
import Testing

@Suite("Injecting objects that are there already")
struct ExistingObjectTests {
    final class Part: IOCComponent {}
    final class View: @unchecked Sendable {
        @Autowired var part: Part
        var children: [AnyObject] = []
        var title = ""
    }
    final class Plain {}
    final class Views: Assembly {
        let view = Definition(.prototype) { (_: Views) in View() }
            .inject { view, _ in view.title = "injected" }
        let page = Definition(.prototype) { (_: Views) in Page() }.inject { page, _ in page.title = "page" }
        let otherPage = Definition(.prototype) { (_: Views) in Page() }.inject { page, _ in page.title = "other" }
    }
    final class Page: @unchecked Sendable {
        var title = ""
    }

    let views: Views

    init() throws { views = try Views.activated(configuration: ContextConfiguration(Part.self)) }

    @Test("By type: wrappers are bound and the definition's injections run")
    func byType() throws {
        let view = View()
        try views.context.inject(into: view)
        #expect(view.title == "injected")
        #expect(try view.part === views.context.component(Part.self))
    }

    @Test("By the name of a definition, where several are of the type")
    func byName() throws {
        let page = Page()
        let error = try #require(throws: IOCError.self) { try views.context.inject(into: page) }
        #expect(error.code == .dependencyAmbiguous)
        try views.context.inject(into: page, named: "otherPage")
        #expect(page.title == "other")
        #expect(throws: IOCError.self) { try views.context.inject(into: page, named: "view") }
    }

    @Test("With everything below it in a tree")
    func tree() throws {
        let root = View()
        let leaf = View()
        root.children = [Plain(), leaf]
        try views.context.inject(into: root) { ($0 as? View)?.children ?? [] }
        #expect(leaf.title == "injected")
        #expect(throws: IOCError.self) { try views.context.inject(into: Plain(), children: { _ in [Plain()] }) }
    }
}
