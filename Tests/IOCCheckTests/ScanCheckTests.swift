import Testing

@testable import IOCCheck

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

    @Test("Classes of one name are told in the order in which they stand")
    func twins() throws {
        let source = """
            func one() { final class AppTwin: IOCComponent {} }
            func two() { final class AppTwin: IOCComponent {} }
            func three() { final class AppTwin: IOCComponent {} }
            final class Other: IOCComponent {}
            """
        let candidates = try told(source, #"{ "prefixes": ["AppT"], "classes": ["Other"] }"#).filter {
            $0.contains("candidate App.AppTwin")
        }
        #expect(candidates.map { String($0.prefix(11)) } == (1...3).map { "App.swift:\($0)" }, "\(candidates)")
        let unfit = """
            func one() { class AppTwin<T>: IOCComponent {} }
            func two() { final class AppTwin {} }
            func three() { final class AppTwin {} }
            """
        let misses = try told(unfit).filter { $0.contains("near miss App.AppTwin") }
        #expect(misses.map { $0.contains("generic") } == [true, false, false], "\(misses)")
        let listed = ["a", "b"].map { "@Component(\"twin\") final class App_\($0) {}\n" }.joined()
        let others = try told(listed, #"{ "classes": ["App_b", "App_a"] }"#).filter { $0.contains("note: candidate") }
        #expect(others.map { String($0.prefix(11)) } == ["App.swift:1", "App.swift:2"], "\(others)")
        // Of what is said of one name the last word counts in a drawing.
        let named = ["a", "b"].map { "@Component(\"twin\", .profile(\"!\($0)\")) final class App_\($0) {}\n" }
        let drawn = try told(named.joined(), by: ["graph", "--format", "json"])
        #expect(drawn.count { $0.contains("the profile 'b' is not active") } == 2, "\(drawn)")
    }

    @Test("A class of a name whose outer type is none is told without a module that is missing")
    func outerNames() throws {
        let source = "final class AppMain: IOCComponent {}\nenum Outer { final class Inner: IOCComponent {} }"
        let names = ["AppMain.Deep", "Outer.Deep", "App.Deep", "Lib.Deep"].map { "\"\($0)\"" }.joined(separator: ", ")
        let lines = try told(source, #"{ "classes": ["AppMain", \#(names)] }"#)
        let errors = lines.filter { $0.contains("class-unknown") }
        #expect(errors.map { $0.contains("and none of a module") } == [false, false, false, true], "\(lines)")
    }

    @Test("A name that a component and one that may be a component have is left alone")
    func openNames() throws {
        let source = "enum One { final class Work: IOCComponent {} }\nenum Two { final class Work: Unseen {} }"
        let lines = try told(source, #"{ "classes": ["Work"] }"#)
        #expect(lines.count == 1 && lines[0].contains("note: class-ambiguous: "), "\(lines)")
    }

    @Test("A class that two entries name, and that is out, is near for both at once")
    func enteredTwice() throws {
        let source = """
            @Component(.profile("day")) final class AppDay {}
            @Component final class AppMain { @Autowired var day: AppDay }
            """
        let entries = #"{ "one": { "class": "AppDay" }, "two": { "class": "AppDay" } }"#
        let lines = try told(
            source, #"{ "classes": ["AppMain"], "components": \#(entries) }"#, by: ["check", "--profile", "night"])
        let misses = lines.filter { $0.contains("near miss App.AppDay: its profile is 'day'") }
        #expect(misses.count == 1, "\(lines)")
    }

    @Test("A protocol that asks for a constructor is no component")
    func constructedProtocols() throws {
        let source = """
            import IOC
            protocol AppPart: ConstructedComponent {}
            @Component struct AppOne: AppPart {}
            @Component final class AppDesk { let part: any AppPart }
            """
        #expect(try told(source) == [])
        let catalogue = SourceCatalogue(graph: try typeGraph([("App", source), ("Empty", "")]))
        #expect(catalogue.componentNames == ["App.AppOne", "App.AppDesk"])
        #expect(!catalogue.classNames.contains("AppPart") && catalogue.typeNames.contains("AppPart"))
        #expect(catalogue.hasClasses(in: "App") && catalogue.hasClasses(in: "Empty"))
        #expect(!catalogue.hasClasses(in: "AppOne") && !catalogue.hasClasses(in: "Lib"))
    }
}
