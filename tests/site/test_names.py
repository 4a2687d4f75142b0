"""Names that would be read as somebody else."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from games.models import Person


@pytest.mark.parametrize(
    "name",
    [
        "you",
        "You",
        "House",
        "house 2",
        "House player",
        "Former player 3",
        "Empty seat",
        "mei\n",
        "m",
        "a@b",
        "-x",
    ],
)
def test_a_name_that_is_somebody_elses_or_no_name_is_refused(name):
    with pytest.raises(ValidationError):
        Person(username=name, password="x").clean_fields(exclude=["email"])


@pytest.mark.parametrize("name", ["mei", "Young", "Housekeeper", "li 李", "Åse-Marie", "a.b_c"])
def test_other_names_are_fine(name):
    Person(username=name, password="x").clean_fields(exclude=["email"])
