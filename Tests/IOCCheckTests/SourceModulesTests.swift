import IOCCheck
import Testing

@Suite("Modules of sources")
struct SourceModulesTests {
    @Test(
        "A file's module is the folder under Sources, else its own folder",
        arguments: [
            ("Sources/Shop/Cart/Cart.swift", "Shop"), ("./Sources/Shop/A.swift", "Shop"),
            ("/p/Sources/A.swift", "Sources"),
            ("/Sources/p/Sources/my-app/A.swift", "my_app"), ("Tests/AppTests/A.swift", "AppTests"),
            ("code/A.swift", "code"), ("A.swift", "main"),
        ])
    func layout(path: String, module: String) {
        #expect(SourceModules.module(of: path) == module)
    }

    @Test("A root may name its module")
    func named() {
        #expect(SourceModules.Root("App=code/app") == SourceModules.Root(module: "App", path: "code/app"))
        #expect(SourceModules.Root("code/a=b") == SourceModules.Root(module: nil, path: "code/a=b"))
    }
}
