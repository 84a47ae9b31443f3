/// A step's screen on its way into a container.
struct Embedding {
    let index: Int
    let action: any ContainerAction
}
