import TestSupport
import Testing

@Suite("Reports in full")
struct WholeReportTests {
    @Test("Every fault is told with all of its candidates, near misses and steps, in the order in which they stand")
    func everything() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            """
            import IOC
            protocol Sink: Sendable {}
            final class AppOne: IOCComponent, Sink {}
            final class AppTwo: IOCComponent, Sink {}
            @Component struct AppThree: Sink {}
            protocol Gone: Sendable {}
            final class NearOne: IOCComponent, Gone {}
            final class AppNear: Gone {}
            final class NearTwo: Gone, IOCComponent {}
            final class AppDesk: IOCComponent, @unchecked Sendable {
                @Autowired var sink: any Sink
                @Autowired var gone: any Gone
                @Autowired("AppTow") var named: any Sink
                @Value("desk.size") var size: Int
                @Value("desk.title") var title: String
                @Value("desk.tags") var tags: [Int]
            }
            @Component final class AppHen { let egg: AppEgg }
            @Component struct AppEgg { let nests: [AppNest] }
            @Component final class AppNest { let hen: AppHen? }
            """)
        let file = try scratch.write(
            "config.json",
            """
            {
              "prefixes": ["App"],
              "properties": { "desk": { "size": "big", "tags": [1, "b", "c"] } }
            }
            """)
        let run = ioc("check", "--sources", scratch.path + "/Sources", "--no-cache", "--config", file)
        #expect(
            run.error.replacing(scratch.path + "/Sources/Shop/", with: "") == """
                Shop.swift:11:20: error: dependency-ambiguous: AppDesk.sink needs any Shop.Sink, and \
                several components provide one
                Shop.swift:3:13: note: candidate Shop.AppOne
                Shop.swift:5:19: note: candidate Shop.AppThree
                Shop.swift:4:13: note: candidate Shop.AppTwo
                Shop.swift:11:20: note: fix: mark one .primary, name one at the property, or bind any \
                Shop.Sink in "bindings"
                Shop.swift:12:20: error: dependency-missing: AppDesk.gone needs any Shop.Gone, and no \
                component provides one
                Shop.swift:8:13: note: near miss Shop.AppNear: does not conform to IOCComponent
                Shop.swift:7:13: note: near miss Shop.NearOne: no prefix or class list names it
                Shop.swift:9:13: note: near miss Shop.NearTwo: no prefix or class list names it
                Shop.swift:12:20: note: fix: put @Component on Shop.AppNear, or make the property optional
                Shop.swift:13:30: error: qualifier-unknown: AppDesk.named needs any Shop.Sink named \
                'AppTow', and nobody is called so; did you mean 'AppTwo'?
                Shop.swift:3:13: note: candidate Shop.AppOne
                Shop.swift:5:19: note: candidate Shop.AppThree
                Shop.swift:4:13: note: candidate Shop.AppTwo
                Shop.swift:13:30: note: fix: use the name of a component that is there
                Shop.swift:14:29: error: property-conversion: AppDesk.size needs Int, and 'desk.size' is \
                "big"
                Shop.swift:14:29: note: fix: give 'desk.size' a whole number from -9223372036854775808 to \
                9223372036854775807
                Shop.swift:15:30: error: property-missing: AppDesk.title needs the property 'desk.title', \
                and no source has it; did you mean 'desk.size'?
                Shop.swift:15:30: note: fix: set 'desk.title' under "properties", or DESK_TITLE in the \
                environment, or give the property a default
                Shop.swift:16:29: error: property-conversion: AppDesk.tags needs Int, and 'desk.tags[1]' is \
                "b"
                Shop.swift:16:29: note: fix: give 'desk.tags[1]' a whole number from -9223372036854775808 \
                to 9223372036854775807
                Shop.swift:19:32: error: construction-cycle: the initializers of these components need each \
                other
                Shop.swift:19:32: note: in the circle: Shop.AppEgg.nests
                Shop.swift:20:38: note: in the circle: Shop.AppNest.hen
                Shop.swift:18:37: note: in the circle: Shop.AppHen.egg
                Shop.swift:19:32: note: fix: break the circle at one of them: let 'nests' of Shop.AppEgg or \
                'hen' of Shop.AppNest or 'egg' of Shop.AppHen be a Provider, or a property with @Autowired

                """)
    }

    @Test("Every definition that two collaborators replace is told where the second one does")
    func replacements() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            """
            import IOC
            final class Core: Assembly {
                let one: Definition<Core, Int> = .value(1)
                let two: Definition<Core, String> = .option("none", .when("a") { _ in "a" })
                let three: Definition<Core, Double> = .value(3)
            }
            final class Side: Assembly {
                let core = Collaborator(Core.self).replace(\\.two) { _ in "" }.replace(\\.one) { _ in 2 }
            }
            final class Kit: Assembly {
                let core = Collaborator(Core.self).replace(\\.one) { _ in 3 }.replace(\\.three) { _ in 4 }.replace(\\.two) { _ in "b" }
                let side = Collaborator(Side.self)
            }
            """)
        let file = try scratch.write("config.json", #"{ "assemblies": ["Shop.Kit"] }"#)
        let run = ioc("check", "--sources", scratch.path + "/Sources", "--no-cache", "--config", file)
        #expect(
            run.error.split(separator: "\n").filter { $0.contains("error") }.map {
                $0.replacing(scratch.path + "/Sources/Shop/", with: "")
            }
                == ["one", "two"].map {
                    "Shop.swift:8:9: error: definition-replaced-twice: Shop.Core.\($0) is replaced where it is "
                        + "composed, and again here"
                })
    }
}
