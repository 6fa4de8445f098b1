"""Every kind of page at night: no fault of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import until
from tests.site.kinds import KINDS
from tests.site.quality import Faultless

if TYPE_CHECKING:
    from tests.site.quality import Visit

pytestmark = pytest.mark.browser


class TestAtNight(Faultless):
    scheme = "dark"

    def test_the_open_menu_has_no_fault(self, visit: Visit) -> None:
        visit.open(KINDS["source"])
        visit.page.get_by_role("button", name="Menu").press("Enter")
        until(visit.page, "document.getAnimations().every(each => each.playState !== 'running')")  # it slides in
        assert visit.faults() == []
