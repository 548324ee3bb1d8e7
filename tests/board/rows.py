"""The table of the toy vendor: every word of the row language stands in it at least once."""

from __future__ import annotations

from board import batches, boards, cards, messages

OPERATIONS = (*cards.ROWS, *boards.ROWS, *messages.ROWS, *batches.ROWS)
