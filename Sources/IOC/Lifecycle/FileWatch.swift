import Dispatch
import IOCBase
import IOCConfiguration

/// Hears of changes of files: by inotify on Linux, elsewhere by looking every second.
///
/// The listener judges a change: a call means that a file may have changed, once those that change
/// with it have been quiet for a moment.
final class FileWatch: Sendable {
    private let queue = DispatchQueue(label: "ioc.files")
    private let changed: @Sendable () -> Void
    private let state = Guarded(State())

    private struct Source: @unchecked Sendable {
        // Sound: Dispatch's objects may be used from any thread.
        let dispatch: any DispatchSourceProtocol
    }

    private struct State: Sendable {
        var source: Source?
        var files: [String] = []
        #if canImport(Glibc) || canImport(Musl)
        var folders = FolderWatch?.none
        #endif
        var stamps: [FileStamp] = []
        /// The number of the last event, and whether a call is to come.
        var events = 0
        var isPending = false
        var hasEnded = false

        /// - Returns: True if it is the first one since the last call.
        mutating func noteEvent() -> Bool {
            events += 1
            return !exchange(&isPending, with: true)
        }
    }

    init(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }

    /// Watches files, and none of those before.
    /// - Returns: True if they are others than before.
    func follow(_ files: [String]) -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            let areOthers = state.files != files
            state.files = files
            if state.source == nil { begin(&state) }
            look(&state)
            return areOthers
        }
    }

    #if canImport(Glibc) || canImport(Musl)
    /// The descriptor of inotify; nil where there is none.
    var descriptor: Int32? { state.withLock { $0.folders?.descriptor } }
    #endif

    /// Gives back what it watches with.
    func end() {
        let source = state.withLock { state in
            state.hasEnded = true
            return state.source.take()
        }
        source?.dispatch.cancel()
    }

    private func begin(_ state: inout State) {
        #if canImport(Glibc) || canImport(Musl)
        if let folders = FolderWatch() {
            let source = DispatchSource.makeReadSource(fileDescriptor: folders.descriptor, queue: queue)
            source.setEventHandler { [weak self] in self?.hear() }
            source.setCancelHandler { folders.close() }
            source.activate()
            state.folders = folders
            state.source = Source(dispatch: source)
            return
        }
        #endif
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { [weak self] in self?.hear() }
        timer.activate()
        state.source = Source(dispatch: timer)
    }

    /// Looks where the files are now, as links may lead elsewhere.
    private func look(_ state: inout State) {
        state.stamps = state.files.map(FileStamp.init)
        #if canImport(Glibc) || canImport(Musl)
        state.folders?.follow(state.files)
        #endif
    }

    private func hear() {
        let isNew = state.withLock { state -> Bool in
            #if canImport(Glibc) || canImport(Musl)
            if let folders = state.folders {
                guard folders.hasChanged(), !state.hasEnded else { return false }
                look(&state)
                return state.noteEvent()
            }
            #endif
            let stamps = state.files.map(FileStamp.init)
            guard stamps != state.stamps, !state.hasEnded else { return false }
            state.stamps = stamps
            return state.noteEvent()
        }
        if isNew { settle(rounds: 10) }
    }

    /// Calls once nothing has come for a moment, or after some rounds.
    private func settle(rounds: Int) {
        let before = state.withLock { $0.events }
        queue.asyncAfter(deadline: .now() + .milliseconds(30)) { [weak self] in
            guard let self else { return }
            let isQuiet = state.withLock { state in
                let isQuiet = state.events == before || rounds == 0
                if isQuiet { state.isPending = false }
                return isQuiet
            }
            if !isQuiet { return settle(rounds: rounds - 1) }
            if !state.withLock({ $0.hasEnded }) { changed() }
        }
    }
}
