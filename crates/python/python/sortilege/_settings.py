"""Settings as keyword arguments."""

from collections.abc import Mapping
from typing import TypeAlias

Setting: TypeAlias = bool | int | float | str
"""Value of a setting: a number, a truth value, or a word that may have settings, as `qb(k=2)`."""


def spelled(spec: str, settings: Mapping[str, Setting]) -> str:
    """A name and its settings in the notation of the command line."""
    if not isinstance(spec, str):
        raise TypeError(f"a game or a player is a text such as `uct:iterations=1000`, not {type(spec).__name__}")
    if not settings:
        return spec
    words = ",".join(f"{name.replace('_', '-')}={_value(name, value)}" for name, value in settings.items())
    return f"{spec},{words}" if ":" in spec else f"{spec}:{words}"


def _value(name: str, value: Setting) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)):
        return str(value)
    raise TypeError(f"the setting `{name}` is a number, a truth value or a text, not {type(value).__name__}")
