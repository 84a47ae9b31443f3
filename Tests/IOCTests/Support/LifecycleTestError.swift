struct LifecycleTestError: Error {}
