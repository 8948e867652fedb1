"""Steps per second of pgx's own games, on the processor, beside our batches."""

from collections.abc import Callable, Iterator, Sequence

from brettwerk.bench.environments import BATCH, GAMES, Steps, in_batch
from brettwerk.bench.measure import SEED, Clock, Work, Workload, is_measured, run_in_turns
from brettwerk.research.extras import needs

PGX_GAMES = ("othello", "chess")


def measure_against_pgx(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> Iterator[list[Steps]]:
    """Measure our batches on one thread and pgx's games in turns; yield what is known after each.

    Both step the same number of games with observations, masks, rewards and automatic reset. JAX
    may use all cores.
    """
    needs("pgx", "recipes")
    found = [Steps(name, {BATCH: Workload(in_batch(name, 1))}) for name in names]
    found += [Steps(name, {BATCH: Workload(_in_pgx(name))}) for name in PGX_GAMES]
    workloads = {steps.name: list(steps.workloads.values()) for steps in found}
    for _ in run_in_turns(clock, rounds, workloads, progress):
        yield [steps for steps in found if is_measured(steps.workloads.values())]


def factors(found: Sequence[Steps]) -> dict[str, dict[str, float]]:
    """Return how many times as fast as pgx's games each of ours is."""
    rates = {steps.name: steps.workloads[BATCH].mean for steps in found}
    theirs = [name for name in PGX_GAMES if name in rates]
    ours = [name for name in rates if name not in PGX_GAMES]
    return {name: {other: rates[name] / rates[other] for other in theirs} for name in ours}


def _in_pgx(name: str) -> Work:
    """Return random steps, drawn and played in one compiled call, as pgx's own benchmark does."""
    import jax  # optional, as is pgx
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def random_step(state: pgx.State, key: jax.Array) -> tuple[pgx.State, jax.Array]:
        after, chance, resets = jax.random.split(key, 3)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chance, weights, axis=-1)
        return step(state, actions, jax.random.split(resets, GAMES)), after

    keys = jax.random.split(jax.random.PRNGKey(SEED % 2**31), GAMES)
    now = jax.jit(jax.vmap(env.init))(keys), keys[0]

    def work(size: int) -> int:
        nonlocal now
        for _ in range(size):
            now = random_step(*now)
        jax.block_until_ready(now)
        return size * GAMES

    return work
