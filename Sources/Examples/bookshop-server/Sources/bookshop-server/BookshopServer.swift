import Bookshop
import IOC

/// The program that boots the shop and serves until SIGTERM or SIGINT.
@main
struct BookshopServer: ContainerProgram {}
