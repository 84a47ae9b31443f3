import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("Contexts and their end")
struct SharingTests {
    private static let shared = Sightings()
    private static let own = Sightings()
    private static let afterFailure = Sightings()

    private static let fleet = {
        var configuration = ContextConfiguration.of(Fleet.self)
        configuration.knownProfiles = ["other"]
        return configuration
    }()

    @Suite(
        "Tests that share a context by its configuration",
        .afterwards {
            #expect(shared.fleets.count == 2)
            #expect(shared.fleets.allSatisfy { $0.starts == 1 && $0.stops == 1 })
        },
        .applicationContext(fleet, sharing: .configuration, starting: true))
    struct Shared {
        @Autowired var fleet: Fleet

        @Test("Tests that share a configuration get the same context, started once", arguments: 0..<8)
        func same(number: Int) {
            shared.see(fleet)
            #expect(fleet.starts == 1 && fleet.stops == 0)
        }

        @Suite("A nested suite")
        struct Nested {
            @Test("A nested suite shares the context")
            func same() throws {
                let fleet = try ApplicationContext.current.component(Fleet.self)
                shared.see(fleet)
                #expect(fleet.stops == 0)
            }
        }

        @Test(
            "A test with overrides has another context, which its cases share",
            .applicationContext { $0.activate(profile: "other") }, arguments: 0..<4)
        func another(number: Int) {
            shared.see(fleet)
            #expect(fleet.starts == 1 && fleet.stops == 0)
        }
    }

    @Suite(
        "Tests that share none",
        .afterwards {
            #expect(own.fleets.count == 4)
            #expect(own.fleets.allSatisfy { $0.starts == 1 && $0.stops == 1 })
        },
        .applicationContext(.of(Fleet.self), starting: true))
    struct Own {
        @Autowired var fleet: Fleet

        @Test("Tests without sharing get one context each, started and stopped", arguments: 0..<4)
        func each(number: Int) {
            own.see(fleet)
            #expect(fleet.starts == 1 && fleet.stops == 0)
        }
    }

    struct Failure: Error {}

    @Test(
        "A test that throws keeps its error, and its context is stopped",
        .afterwards { #expect(afterFailure.fleets.map(\.stops) == [1]) },
        .expectingError("Failure"), .applicationContext(.of(Fleet.self), starting: true))
    func throwing() throws {
        Self.afterFailure.see(try ApplicationContext.current.component(Fleet.self))
        throw Failure()
    }
}
