"""Everything that takes long: typed jobs, a pool of workers, and the queue in front of them."""
