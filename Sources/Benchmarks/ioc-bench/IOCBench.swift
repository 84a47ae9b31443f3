import Measuring

@main
enum IOCBench {
    static func main() {
        Benchmark(
            "ioc-bench",
            rows: ReadRows.all + LookupRows.all + ConstructionRows.all + BootRows.all + FirstBootRows.all,
            works: FirstBootRows.works
        ).run()
    }
}
