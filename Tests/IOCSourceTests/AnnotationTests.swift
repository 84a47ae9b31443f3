import FoundationEssentials
import IOCSource
import Testing

@Suite("Annotations")
struct AnnotationTests {
    @Test("The quickstart's components, their traits and their injection points can be read from source")
    func quickstart() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path()
        func files(_ folder: String) throws -> [SourceFile] {
            let found = FileFinder().files(in: [root + folder])
            #expect(found.faults.isEmpty)
            let result = try SourceLoader().load(found.files)
            #expect(result.diagnostics.isEmpty)
            return result.files
        }
        let index = ProjectIndex([
            .init(name: "IOC", files: try files("Sources/IOC")),
            .init(name: "QuickstartShop", files: try files("Sources/Examples/QuickstartShop")),
            .init(name: "quickstart", files: try files("Sources/Examples/quickstart")),
        ])
        let components = index.types.filter { $0.main.declaration.attribute("Component") != nil }
        let receipt = try #require(components.first { $0.qualifiedName == "QuickstartShop.ShopReceipt" })
        let trait = try #require(receipt.main.declaration.attribute("Component")?.arguments?.first)
        let scope = ExpressionSyntax(trait.value.text).callee
        #expect(scope?.name == "scope")
        #expect(scope?.arguments.first?.value.callee?.name == "prototype")

        let gateway = try #require(receipt.main.declaration.properties.first { $0.name == "gateway" })
        let wrapper = try #require(gateway.attribute("Autowired")?.arguments?.first)
        #expect(ExpressionSyntax(wrapper.value.text).string == "invoice")
        let type = index.canonical(TypeSyntax(try #require(gateway.type).text), in: receipt.scope(receipt.main))
        #expect(type.description == "any PaymentGateway")
        guard case .any(let name) = type else { return }
        let contract = try #require(index.type(named: name, file: receipt.main.file))
        let candidates = components.filter { index.supertypes(of: $0).contains(contract.name) }
        #expect(candidates.map(\.simpleName).sorted() == ["ShopInvoiceGateway", "ShopStripeGateway"])

        let checkout = try #require(components.first { $0.name == "ShopCheckout" }).main.declaration
        let types = checkout.properties.filter { $0.attribute("Autowired") != nil }.compactMap(\.type?.text)
        #expect(types == ["[any OrderStep]", "Provider<ShopReceipt>", "ShopCoupon?"])
    }
}
