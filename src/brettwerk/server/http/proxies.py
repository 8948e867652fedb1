"""Proxies in front of the server, whose word is taken for the address of a client."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate


class TrustedProxies:
    """Addresses and networks; BadOptions for anything else."""

    def __init__(self, given: Iterable[str]) -> None:
        self._networks = [_network(text) for text in given]

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError:
        raise BadOptions("cli-serve-proxy", given=truncate(text)) from None
