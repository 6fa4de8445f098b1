"""Every kind of page by day: no fault of any kind."""

from __future__ import annotations

import pytest

from tests.site.quality import Faultless

pytestmark = pytest.mark.browser


class TestByDay(Faultless):
    scheme = "light"
