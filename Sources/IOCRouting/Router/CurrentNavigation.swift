/// The navigation that the running code is part of, so that one which it starts knows its parent.
enum CurrentNavigation {
    @TaskLocal static var activity: Activity?
}
