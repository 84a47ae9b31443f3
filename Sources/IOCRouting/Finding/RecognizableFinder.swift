/// A finder that can tell that another one finds the same.
protocol RecognizableFinder {
    var key: String? { get }
}
