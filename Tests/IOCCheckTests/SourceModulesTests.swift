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
            ("code/A.swift", "code"), ("A.swift", "main"), ("Sources/Kit_2/A.swift", "Kit_2"),
        ])
    func layout(path: String, module: String) {
        #expect(SourceModules.module(of: path) == module)
    }

    @Test("A root may name its module")
    func named() {
        let roots = ["App=code/app", "code/a=b"].map { SourceModules.Root($0) }
        #expect(roots.map(\.module) == ["App", nil])
        #expect(roots.map(\.path) == ["code/app", "code/a=b"])
    }
}
