"""The one bridge to the kernels: rules and searches as plain Python, compiled when that pays.

A *kernel* is a plain function over 64-bit words, whole numbers and arrays of them. Kernel modules
are imported once, as usual, and use only `primitives`. `link` makes the same functions once more
with other globals: Numba's primitives for the plain ones, a game's own kernels for the
placeholders of `contract`. `game.KernelGame` is the object through which all others run them.
"""
