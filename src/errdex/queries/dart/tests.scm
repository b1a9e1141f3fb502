((arguments) @call)
