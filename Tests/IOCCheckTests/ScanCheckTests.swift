import Testing

@Suite("What a check says of prefixes and of code that is not compiled")
struct ScanCheckTests {
    @Test("What came near a prefix stands below it in the order of names, by simple or qualified name")
    func nearMisses() throws {
        let source = """
            final class AppZebra: IOCComponent {}
            final class AppApple: IOCComponent {}
            """
        for prefix in ["App", "App.App"] {
            let lines = try told(source, #"{ "prefixes": ["\#(prefix)"], "exclude": ["AppZ", "AppA"] }"#)
            let misses = lines.filter { $0.contains("note: near miss") }
            #expect(lines.first?.contains("error: prefix-without-match") == true, "\(lines)")
            #expect(misses.count == 2)
            #expect(misses.first?.contains("near miss App.AppApple: excluded by 'AppA'") == true)
            #expect(misses.last?.contains("near miss App.AppZebra: excluded by 'AppZ'") == true)
        }
    }

    @Test("What is not compiled asks for nothing, also among statements")
    func notCompiled() throws {
        let lines = try told(
            """
            final class AppMain: IOCComponent {}
            func start() {
                #if os(Windows)
                final class AppLocal: IOCComponent, @unchecked Sendable { @Autowired var missing: AppMissing }
                #endif
                class AppOther: IOCComponent, @unchecked Sendable {
                    #if os(Windows)
                    @Autowired var missing: AppMissing
                    #endif
                    required init() {}
                }
            }
            final class AppMissing {}
            """, #"{ "prefixes": ["App"] }"#)
        #expect(lines == [])
    }
}
