"""The rules: one file a game, with its state, its moves, playing one, and how it ends.

A game's file has a `…State` (a NamedTuple of 64-bit words that begins with the pieces of the
player to move and of the next one) and these functions, called *kernels*:

- `gen_moves(state, ctx, buf, base)` writes the legal moves into `buf` from `base` on and returns
  how many there are; only for a game that goes on.
- `make_move(state, ctx, move)` returns the next state.
- `status(state, ctx)` is 0 while the game goes on, else how it ended (see `kit.ended`).
- `stuck(state, ctx)` is how the game ends when `gen_moves` finds nothing.
- `to_move(state)`, `hash_state(state)`.
- `prepare(ctx, buf)`, if a game has it, notes in `ctx` what is worth finding out only once.

`ctx` holds what stays the same through a game as words: `ctx[0]` is the number of occurrences
that make a draw by repetition (0: none), the rest is the game's own (options, tables of reach).
A move is a small whole number; its meaning is the game's own.

They are plain Python here and compiled by Numba in `brettwerk.compiled`, from the same files: so
they use only what `kit` gives, and only such whole numbers as fit in 64 bits.
"""
