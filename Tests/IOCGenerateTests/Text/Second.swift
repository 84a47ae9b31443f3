// swift-format-ignore-file
@_spi(Inner) import Doubled
@testable import Doubled
package import Shared
import struct Tracing.Span

public protocol ShopResolver: Resolver, BaseResolver {
    func provideClock() -> any Clock
    func provideOther() -> any Clock
    func provideSpan(_ size: Int, named: String) async throws -> Span
    static func provideCount() -> Int
    @available(macOS 13, *) func provideURLSession() -> URLSession
}
package protocol BaseResolver { func provideTheme() -> Theme }
struct Theme { }
#if DEBUG
package protocol DebugResolver: Resolver { func provideProbe() -> Probe; func provideText() -> String }
extension DebugResolver { func provideText() -> String { "" } }
#endif
@MainActor protocol ScreenResolver: Resolver { func provideBadge() -> Badge; func provideTitle() -> String }
actor OwnResolver: Resolver { func provideSize() -> Int { 1 } }
struct NeedsSpan: Injectable { struct Dependency { let span: Span; let clock: any Clock; let theme: Theme }; init(dependency: Dependency) throws {} }
