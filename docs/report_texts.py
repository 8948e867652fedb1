"""What docs/research/report.md says about its tables, and their heads."""

POSITIONS = 300  # asked of each player in each game
RECIPES_HEAD = (
    "| command | game | minutes | curve | return against random play | won given away "
    "| lost per move |"
)
HEAD = "| player | positions | won given away | drawn given away | lost per move | lost per game |"
TITLE = """# Benchmark report

Written by `python docs/report.py` from the [results](results), which are the outputs of the
commands named below. To measure something again, delete its file there and run
`python docs/report.py environments speed regret networks recipes`, which measures what is missing;
`--only rllib` runs only the commands with this word, for a library in an environment of its own.
Intervals are 95 %: Wilson’s for shares, normal ones for means.

## Environments

2,000 random games of each game with the default options of its environment
(`brettwerk environment GAME --games 2000 --json`, seed 0). If a turn has several parts, each part
is an action. The error of the number of legal actions takes into account that positions of one game
depend on each other.
"""
SPEED = """## Speed

Thousands of steps a second: mean and standard deviation of several turns. A command measures its
workloads in turns within one run, so other load on the machine affects all of them alike.

- **Batch**: a step is one action in one of 256 games, with observations, masks, rewards and
  automatic reset, in pgx as well as here. Ours runs on one thread, or on two in the column that
  says so; JAX may use all cores.
- **OpenSpiel**: a step is the legal actions and the next state; *with tensors*, also the
  observation of the player to move.
- **PettingZoo**: a step includes observation and mask.
"""
REGRET = f"""## Regret

[How far players are from perfect play](README.md#regret-how-far-from-perfect-play), asked about
{POSITIONS} positions of the sets shipped with the games. Seed 1 draws them, so they are the same
for all players: `brettwerk regret GAME PLAYER --positions {POSITIONS}`, for UCT (`mcts`) with
`--nodes 100`, 1,000 and 10,000.

- A set has positions of random games, of games of a tree search and of mixtures, on boards of both
  splits. Moves before the first phase of a set (such as the first placements of Die Schlacht) are
  not asked, so *lost per game* is about the rest.
- All levels but the strongest overlook moves on purpose, so they do not measure the engine.
  `games/GAME/data/levels.json` has their settings.
- If nothing was given away, the normal interval has no width; the interval of the share then tells
  how much may have been missed.
- `net` is the network shipped with the game: with one node its first choice, otherwise a search
  with it.
"""
RECIPES = """## Recipes

Agents trained by other libraries, each in one run with one seed and without tuning: they show that
the libraries work, not which is best.

- The curve is the mean return of the agent’s first choices in 300 games against random play, from
  −1 to 1, at equal distances of the training. The next column is that of the trained agent in 300
  other games.
- Regret is that of the agent’s first choices, as above, on 300 positions. Agents were trained on
  the standard board alone and are asked about other boards. With `--train-boards` they were trained
  on the boards that the set has for training, which half of the positions use.
- Minutes include the measuring, on a busy machine. Training was stopped after `--minutes`; a curve
  with fewer points than others of its library was cut short by that. AlphaZero made seven of its
  ten steps and was paused for five of its minutes; its last checkpoint, after six, is measured.
- DQN and AlphaZero learn next to nothing in so few steps. AlphaZero in Python would need hours: a
  simulation takes about 4 ms of processor time.
"""
