import IOCCommand

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

exit(Tool.ioc.run(Array(CommandLine.arguments.dropFirst()), console: .standard).rawValue)
