"""Workers of other machines: a pool that asks for them, and a host that has them."""
