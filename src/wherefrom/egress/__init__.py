"""The only outbound door.

Whatever address a source, a page or a redirect names, `Egress` resolves it once, refuses it if it leads anywhere but
the public internet, and connects to exactly the address that it checked. `operator_client` is for the endpoints that
the operator configured, which may be anywhere.
"""

from __future__ import annotations

from wherefrom.egress.answer import Fetched
from wherefrom.egress.door import USER_AGENT, Egress, operator_client
from wherefrom.egress.inflating import inflated
from wherefrom.egress.ranges import Address
from wherefrom.egress.target import Target

__all__ = ["USER_AGENT", "Address", "Egress", "Fetched", "Target", "inflated", "operator_client"]
