// Where kernels keep what in their memory: the places that Python's modules of the same names list. A test compares them.

/** `search/memory_layout.py`: the alpha-beta search. */
export const ALPHABETA = Object.freeze({
  NODES: 0, MOST_NODES: 1, STOP: 2, WITHOUT: 7, MARGIN: 8, NULL_DEPTH: 9, LATE_FROM: 10, REDUCE: 12, FOUND: 13, FOUND_COUNT: 14,
  SINGULAR_FROM: 15, HAS_NETWORK: 17, WEIGHTS: 24, PAST: 1024, SHUT_OUT: 84824, MOST_LINES: 256, VALUE: 0, LENGTH: 1, FIRST: 2, LINE: 66,
  FOUND_LINES: 86104, NETWORK: 119896, NETWORK_HEAD: 64, MOVES: 124008, MAX_PLY: 64, WIN: 30_000, SURE: 29_000, HIGHEST: 20_000,
});

/** `search/mcts_kernels.py`: the tree search. */
export const TREE = Object.freeze({
  STATUS: 0, VISITS: 1, FAMILY: 2, NODE: 3, PROOF: 3, SIDE: 2, MOVE: 5, OVER: 0, UNGROWN: -1, FIRST: 16, COUNT: 65535,
  PLAYERS: 3, PRIOR: 3, WORTH: 4, SETTINGS: 2, NODES: 0, MOST_NODES: 1, WALKS: 2, MOST_WALKS: 3, DEEPEST: 4, MOST_DEPTH: 5, STOP: 6,
  USED: 7, FULL: 8, SEATS: 9, FEATURES: 10, PROVES: 11, UCB1: 12, PAST: 13, LONGEST: 14, RANDOM: 15, NOTES: 17, DEEP: 1000, LARGEST: 1000,
});

/** `search/objectives.py`: the prover. */
export const PROVER = Object.freeze({
  NODES: 0, MOST: 1, STOP: 2, ROOM: 3, KIND: 4, OUT: 8, HELPED: 9, QUESTION: 10, DRAWN_COUNT: 11, DRAWN: 144, MAX_DRAWN: 80,
  MAX_PLIES: 64, MOVES: 384, WIN: 1, HOLD: 2, TAKE: 3, KEEP: 4, ELIMINATE: 5,
});

/** `solving/limited.py`: solvers. */
export const LIMITED = Object.freeze({ NODES: 0, MOST_NODES: 1 });
