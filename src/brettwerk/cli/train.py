"""`brettwerk train`: a small network that learns a game by self-play."""

from typing import Annotated

from typer import Option

from brettwerk.cli.choose import parse_options
from brettwerk.cli.options import Count, GameName, GameOptions, NewFile, Seed
from brettwerk.cli.output import progress_bar
from brettwerk.cli.shared import translator
from brettwerk.core.registry import find_name


def train(
    *,
    game: GameName,
    out: NewFile,
    rounds: Count = 60,
    warmup: Annotated[int, Option(min=0)] = 20,
    teacher: Annotated[int, Option(min=0)] = 0,
    boards: Annotated[int, Option(min=0, max=4096)] = 0,
    games: Annotated[int, Option(min=1, max=4096)] = 64,
    simulations: Annotated[int, Option(min=2, max=100_000)] = 64,
    hidden: Annotated[int, Option(min=1, max=4096)] = 256,
    steps: Count = 60,
    seed: Seed = 1,
    options: GameOptions,
) -> None:
    """Train a small policy-value network by self-play."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    from brettwerk.research.learning import Course, Progress
    from brettwerk.research.learning import train as learn

    course = Course(
        find_name(game), parse_options(game, *options), rounds=rounds, warmup=warmup,
        teacher=teacher, boards=boards, games=games, simulations=simulations, hidden=hidden,
        steps=steps, seed=seed,
    )  # fmt: skip
    t = translator()
    with progress_bar() as bar:
        task = bar.add_task(course.game, total=rounds)

        def told(done: Progress) -> None:
            losses = t(
                "train-losses", policy=f"{done.policy_loss:.3f}", value=f"{done.value_loss:.3f}"
            )
            bar.update(task, completed=done.round, description=losses)

        network = learn(course, out, told)
    last = network.about["curve"][-1]
    policy, value = (f"{last[name]:.3f}" for name in ("policy_loss", "value_loss"))
    print(t("train-done", file=out, policy=policy, value=value))
