#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ContextConfiguration {
    /// An environment variable, of the environment that was given or of the process.
    func variable(_ name: String) -> String? {
        (environment ?? ProcessInfo.processInfo.environment)[name]
    }

    /// The profiles that are active, each once: the configuration's, then those `IOC_PROFILES` lists between commas.
    package var activeProfiles: [String] {
        let named = (variable("IOC_PROFILES") ?? "").split(separator: ",").map { name in
            String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return (profiles + named.filter { !$0.isEmpty }).reduce(into: []) { result, name in
            if !result.contains(name) { result.append(name) }
        }
    }
}
