import IOCMacroExpansion

/// The compiler plugin behind `@Component`, `@Injected` and `@Provides`.
///
/// Its answers are a module of their own, as tests of a plugin itself would have every other module built a second time, for
/// the plugin's platform.
@main
enum Plugin {
    static func main() { PluginChannel.answerAll() }
}
