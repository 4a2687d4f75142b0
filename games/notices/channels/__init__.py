"""The ways to tell somebody beside mail: one module each, with `send`.

What claims a notice, decides whether and when it leaves, tries again and marks it is the outbox's, the
same for all channels.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.models import Channel, Endpoint
from games.notices.channels import push, webhook
from games.notices.compose import Brief

# Sends to an endpoint; returns when the other side has taken it. Raises Gone or Refused where no further
# attempt would help, anything else where a later one may.
Send = Callable[[Endpoint, Brief, datetime], None]

SENDERS: dict[str, Send] = {Channel.PUSH: push.send, Channel.WEBHOOK: webhook.send}
