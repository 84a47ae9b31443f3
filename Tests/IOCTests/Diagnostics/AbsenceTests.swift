import Foundation
import IOC
import Testing

/// Components that exist and that a context does not have.
private enum Absences {
    enum Profile {
        protocol Mail: Sendable {}
        @Component("absence-smtp", .profile("production")) final class SMTP: Mail {}
        @Component final class Log: Mail {}
        @Component final class Desk { @Injected("absence-smtp") let mail: any Mail }
    }
    enum Bound {
        protocol Mail: Sendable {}
        @Component("absence-bound", .profile("test & production")) final class SMTP: Mail {}
        @Component final class Desk { let mail: any Mail }
    }
    enum Named {
        @Component("absence-first", .profile("production")) final class First {}
        @Component(.dependsOn("absence-first")) final class Second {}
    }
    enum Typed {
        @Component(.profile("production")) final class First {}
        @Component(.dependsOn(First.self)) final class Second {}
    }
    enum Condition {
        protocol Mail: Sendable {}
        @Component(.when(setting: "absence.hots")) final class SMTP: Mail {}
        @Component final class Desk { let mail: any Mail }
    }
    enum Plain {
        protocol Mail: Sendable {}
        final class SMTP: Mail {}
        @Component final class Desk { @Injected("SMTP") let mail: any Mail }
    }
    enum Assembled {
        final class Clock: Sendable {}
        final class Kit: Assembly { let absentClock = Define { _ in Clock() } }
        @Component final class Desk { @Injected("absentClock") let clock: Clock }
    }
    enum Unlisted {
        protocol Mail: Sendable {}
        final class Plain: Mail {}
        @Component("absence-unlisted") final class SMTP: Mail {}
        @Component final class Desk { let mail: any Mail }
    }
    enum Forgotten {
        protocol Check: Sendable {}
        protocol Extra: Sendable {}
        protocol Kept: Sendable {}
        class Base: Check, @unchecked Sendable {}
        @Component final class First: Base {}
        final class Second: Check {}
        final class Spare: Extra, Kept {}
        @Component final class Keeper: Kept {}
        final class Helper: Sendable {}
        @Component final class Desk {
            static let line = #line + 1
            let checks: [any Check]
            let extra: (any Extra)?
            let kept: (any Kept)?
        }
    }
    enum Methods {
        @Component final class Cache {
            @Autowired var helper: Helper
            func start() async throws {}
            func stop() {}
            func health() async throws -> String { "" }
        }
        @Component final class Helper: Startable { func start() async throws {} }
        class Service: IOCService, @unchecked Sendable { func run() async throws {} }
    }
    enum Foreign {
        protocol Source: Sendable {}
        @Component final class Reader { let decoder: JSONDecoder }
        @Component final class Writer { let source: any Source }
    }
    enum Unreadable {
        @Component final class Log {}
        @Component final class Desk {
            @Autowired var log: Log
            let other = Desk.wired()
            static func wired() -> Autowired<Log> { Autowired<Log>() }
        }
    }
    enum Captive {
        @Component(.scope(.request)) final class User {}
        @Component(.scope(.prototype)) final class Session { let user: User }
        @Component final class Desk { let session: Session }
    }
}

extension JSONEncoder: Absences.Foreign.Source {}

@Suite("Why something isn't there")
struct AbsenceTests {
    private func all(
        _ world: String, _ change: (inout ContextConfiguration) -> Void = { _ in }
    ) -> ContextConfiguration {
        ContextConfiguration(prefixes: ["IOCTests.Absences.\(world)."]).with {
            $0.environment = [:]
            change(&$0)
        }
    }

    /// The text of a world's one fault.
    private func text(_ configuration: ContextConfiguration, _ code: IOCError.Code) throws -> String {
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error.faults.map(\.code) == [code], "\(error)")
        return "\(error)"
    }

    private let smtp = "near miss   IOCTests.Absences.Profile.SMTP: 'absence-smtp', but its profile is 'production'"

    @Test("The fault of a constant that names a component of an inactive profile names the profile")
    func constant() throws {
        let text = try text(all("Profile"), .qualifierUnknown)
        #expect(text.contains(smtp) && text.contains("fix         activate the profile 'production'"), "\(text)")
    }

    @Test("A lookup by name has the profile in its error, too, and one by the name of the class")
    func lookups() throws {
        let context = try ApplicationContext(all("Profile") { $0.exclude = ["IOCTests.Absences.Profile.Desk"] })
        for body in [
            { _ = try context.component(named: "absence-smtp", as: Absences.Profile.SMTP.self) },
            { _ = try context.component(ofClass: "IOCTests.Absences.Profile.SMTP") },
        ] as [() throws -> Void] {
            let error = try #require(throws: IOCError.self) { try body() }
            let text = "\(error)"
            #expect(text.contains(smtp) && text.contains("activate the profile 'production'"), "\(text)")
            #expect(!text.contains("the program has no class"), "\(text)")
        }
        let excluded = try #require(throws: IOCError.self) {
            try context.component(named: "IOCTests.Absences.Profile.Desk", as: Absences.Profile.Desk.self)
        }
        #expect("\(excluded)".contains("take 'IOCTests.Absences.Profile.Desk' off \"exclude\""), "\(excluded)")
    }

    @Test("A binding to it has the profile in its fault")
    func binding() throws {
        let text = try text(
            all("Bound") { $0.bindings = ["IOCTests.Absences.Bound.Mail": "absence-bound"] }, .bindingTargetUnknown)
        #expect(text.contains("its profile is 'test & production', and none is active"), "\(text)")
    }

    @Test("A component that starts after it has the profile in its fault", arguments: ["Named", "Typed"])
    func dependsOn(world: String) throws {
        let text = try text(all(world), .dependsOnUnknown)
        #expect(text.contains("its profile is 'production', and none is active"), "\(text)")
        #expect(text.contains("fix         activate the profile 'production'"), "\(text)")
    }

    @Test("A condition on a misspelt setting has the key that was probably meant in the fault")
    func condition() throws {
        let text = try text(all("Condition") { $0.settings = ["absence": ["host": "h"]] }, .dependencyMissing)
        #expect(text.contains("the setting absence.hots is not set"), "\(text)")
        #expect(text.contains("set absence.hots, or ask for 'absence.host' in the condition, or make"), "\(text)")
    }

    @Test("A class without an annotation, and a definition of an unlisted assembly, are found by name")
    func otherNames() throws {
        let plain = try text(all("Plain"), .qualifierUnknown)
        #expect(plain.contains("fix         put @Component on IOCTests.Absences.Plain.SMTP"), "\(plain)")
        let assembled = try text(all("Assembled"), .qualifierUnknown)
        #expect(
            assembled.contains("fix         add \"IOCTests.Absences.Assembled.Kit\" to \"assemblies\""), "\(assembled)")
    }

    @Test("A component that no prefix names comes before a class without an annotation")
    func unlisted() throws {
        let text = try text(
            all("Unlisted") { $0.prefixes = ["IOCTests.Absences.Unlisted.Desk"] }, .dependencyMissing)
        #expect(
            text.contains("fix         add \"IOCTests.\" to \"prefixes\" (ContextConfiguration.prefixes in code)"),
            "\(text)")
        #expect(text.contains("near miss   IOCTests.Absences.Unlisted.Plain: does not conform to IOCComponent\n"))
    }

    @Test("A class without an annotation is reported at the list or the empty optional that it fits")
    func forgotten() throws {
        let notices = try ApplicationContext(all("Forgotten")).report.notices
        #expect(
            notices.map { "\($0.headline) at \($0.location ?? "")" }
                == [
                    "class-does-not-conform: Desk.init(checks:) takes every any IOCTests.Absences.Forgotten.Check, as an array, "
                        + "but IOCTests.Absences.Forgotten.Second is no component at IOCTests/AbsenceTests.swift:\(Absences.Forgotten.Desk.line)",
                    "class-does-not-conform: Desk.init(extra:) takes any IOCTests.Absences.Forgotten.Extra, or nil, "
                        + "but IOCTests.Absences.Forgotten.Spare is no component at IOCTests/AbsenceTests.swift:\(Absences.Forgotten.Desk.line + 1)",
                ].sorted())
        #expect(
            notices.last?.remedy == "put @Component on IOCTests.Absences.Forgotten.Spare, or add "
                + "\"IOCTests.Absences.Forgotten.Spare\" to \"exclude\"")
        let silent = all("Forgotten") { $0.exclude = ["IOCTests.Absences.Forgotten.S"] }
        #expect(try ApplicationContext(silent).report.notices.isEmpty)
    }

    @Test("A check reports methods of the lifecycle whose protocol is missing")
    func methods() throws {
        let notices = try ApplicationContext.check(all("Methods")).notices
        #expect(
            notices.map(\.headline) == [
                "component-never-started: IOCTests.Absences.Methods.Cache has start(), and nothing calls it: it is no Startable",
                "component-never-started: IOCTests.Absences.Methods.Cache has health(), and nothing calls it: it is no "
                    + "HealthReporting",
            ])
        #expect(notices.first?.remedy == "conform to Startable, or give the method another name")
        #expect(try ApplicationContext(all("Methods")).report.notices.isEmpty)
    }

    @Test("A class of another package is returned from a function, because the program can't annotate it")
    func foreign() throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext(all("Foreign")) }
        #expect(error.faults.map(\.code) == [.dependencyMissing, .dependencyMissing])
        let (reader, writer) = (error.faults[0], error.faults[1])
        #expect(reader.remedy.hasSuffix(".JSONDecoder from a function with @Provides, or make the parameter optional"))
        #expect(writer.remedy.hasSuffix(".JSONEncoder from a function with @Provides, or make the parameter optional"))
    }

    @Test("A class under a prefix of a file is a near miss without the place of the prefix")
    func withoutPrefixPlace() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.json", #"{ "prefixes": ["IOCTests.Absences.Plain."] }"#)
        let text = try text(ContextConfiguration(contentsOf: path, environment: [:]), .qualifierUnknown)
        #expect(
            text.contains("near miss   IOCTests.Absences.Plain.SMTP: does not conform to IOCComponent\n"), "\(text)")
        #expect(!text.contains("a.json"), "\(text)")
    }

    @Test("An annotated class whose wrapper can't be read is not said to conform by hand")
    func unreadable() throws {
        let notices = try ApplicationContext.check(all("Unreadable")).notices
        #expect(
            notices.map(\.headline) == [
                "unchecked: IOCTests.Absences.Unreadable.Desk fills other in a way that @Component can't read, so the names and "
                    + "settings that its properties ask for are not checked"
            ])
    }

    @Test("A component that is held through another one is asked for through that one")
    func captive() throws {
        let text = try text(all("Captive"), .dependencyCaptive)
        #expect(text.contains("as a Provider, and ask for IOCTests.Absences.Captive.Session on each use"), "\(text)")
    }

    @Test("A misspelt class in a prefix or an exclusion gets a suggestion")
    func misspelt() throws {
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext(ContextConfiguration(prefixes: ["IOCTests.Absences.Profile.SMPT"]))
        }
        #expect(error.faults[0].suggestion == "IOCTests.Absences.Profile.SMTP")
        #expect(error.faults[0].remedy == "correct the prefix, or take it off the list")
        let names = ["IOCTests.Absences.Profile.Desk", "IOCTests.Absences.Profile.Lgo"]
        let notices = try ApplicationContext(all("Profile") { $0.exclude = names }).report.notices
        #expect(
            notices.filter { $0.code == .prefixWithoutMatch }.map(\.suggestion) == ["IOCTests.Absences.Profile.Log"])
    }
}
