/// What the running code is part of, so that a navigation which it starts knows where it belongs.
enum CurrentNavigation {
    @TaskLocal static var activity: Activity?
}
