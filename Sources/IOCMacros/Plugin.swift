import IOCMacroExpansion

/// The compiler plugin behind `@Component`, `@Injected` and `@Provides`.
///
/// The code is in the module `IOCMacroExpansion`, so that tests can import it. If tests imported the plugin itself,
/// every other module would be built a second time, for the plugin's platform.
@main
enum Plugin {
    static func main() { PluginChannel.answerAll() }
}
