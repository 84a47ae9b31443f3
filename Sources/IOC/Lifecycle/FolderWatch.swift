#if canImport(Glibc) || canImport(Musl)
import IOCBase

/// The folders on the way to some files, watched by inotify.
///
/// A path is followed step by step: each folder that it goes through is watched for the name of the next step, and each
/// link leads on through folders of its own. So whichever step is replaced, as `..data` of a mounted ConfigMap is, is heard.
final class FolderWatch: Sendable {
    let descriptor: Int32
    private let watched = Guarded<[Int32: Names]>([:])

    private struct Names {
        var names: Set<String> = []
        /// True if a configuration lies in it, beside which files of profiles may appear.
        var holdsFiles = false
    }

    /// Nil where the system has none left.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    func close() {
        #if canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    /// Watches what leads to files now, and nothing else.
    func follow(_ files: [String]) {
        var folders: [String: Names] = [:]
        for file in files {
            var budget = 200
            Self.walk(file, from: "", &folders, &budget)
        }
        var new: [Int32: Names] = [:]
        let mask = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ATTRIB)
        for (folder, names) in folders {
            let number = inotify_add_watch(descriptor, folder, mask)
            guard number >= 0 else { continue }
            new[number, default: Names()].names.formUnion(names.names)
            if names.holdsFiles { new[number]?.holdsFiles = true }
        }
        let former = watched.withLock { exchange(&$0, with: new) }
        for number in former.keys where new[number] == nil { _ = inotify_rm_watch(descriptor, number) }
    }

    /// Notes the folders of a path, whose links are followed.
    private static func walk(
        _ path: String, from base: String, _ folders: inout [String: Names], _ budget: inout Int
    ) {
        var current = path.hasPrefix("/") ? "" : base
        let steps = path.split(separator: "/").filter { $0 != "." }.map(String.init)
        for (index, step) in steps.enumerated() {
            budget -= 1
            guard budget > 0 else { return }
            if step == ".." {
                current = current.lastIndex(of: "/").map { String(current[..<$0]) } ?? ""
                continue
            }
            let folder = current.isEmpty ? "/" : current
            folders[folder, default: Names()].names.insert(step)
            if index == steps.count - 1 { folders[folder]?.holdsFiles = true }
            let next = "\(current)/\(step)"
            guard let target = target(of: next) else {
                current = next
                continue
            }
            let rest = ([target] + steps[(index + 1)...]).joined(separator: "/")
            return walk(rest, from: current, &folders, &budget)
        }
    }

    private static func target(of link: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { buffer in
            readlink(link, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// Takes the events that have come, and returns true if one of them may concern the files.
    func hasChanged() -> Bool {
        let watched = watched.withLock { $0 }
        var hasChanged = false
        var buffer = [UInt64](repeating: 0, count: 2048)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress!, $0.count) }
            guard count > 0 else { return hasChanged }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset < count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: Header.self)
                    let start = offset + MemoryLayout<Header>.size
                    offset = start + Int(event.length)
                    let name = String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                    hasChanged = hasChanged || concerns(event, name, watched[event.watch])
                }
            }
        }
    }

    private func concerns(_ event: Header, _ name: String, _ names: Names?) -> Bool {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        guard let names else { return false }
        if name.isEmpty { return event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 }
        return names.names.contains(name)
            || names.holdsFiles && (name.hasSuffix(".json") || name.hasSuffix(".plist"))
    }

    /// The fixed part of an event, as the kernel writes it before the name.
    private struct Header: BitwiseCopyable {
        var watch: Int32 = 0
        var mask: UInt32 = 0
        var cookie: UInt32 = 0
        var length: UInt32 = 0
    }
}
#endif
