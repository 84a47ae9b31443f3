import Testing

@Suite("Static lists beside a component's traits")
struct StaticListTests {
    @Test("A list of another name says nothing of the component, wherever it stands")
    func otherList() throws {
        let lists = [
            "static var traits: [ComponentTrait] { [.named(\"real\")] }",
            "static var others: [ComponentTrait] { [.named(\"other\")] }",
        ]
        for order in [lists, lists.reversed()] {
            let source = """
                final class MainA: IOCComponent {
                \(order.joined(separator: "\n"))
                }
                @Component final class MainB { @Autowired("real") var a: MainA }
                """
            #expect(try FalseAlarmTests.told(source) == [])
        }
        let wrong = """
            final class MainA: IOCComponent {
            \(lists.reversed().joined(separator: "\n"))
            }
            @Component final class MainB { @Autowired("other") var a: MainA }
            """
        #expect(try FalseAlarmTests.told(wrong).count == 1)
    }
}
