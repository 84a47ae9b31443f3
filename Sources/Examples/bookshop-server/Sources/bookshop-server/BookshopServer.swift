import Bookshop
import IOC

/// Boots the shop and serves until SIGTERM or SIGINT.
@main
struct BookshopServer: ContainerProgram {}
