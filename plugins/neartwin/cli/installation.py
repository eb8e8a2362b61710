"""The installation a command works on: its settings, with the versions that are active in its warehouse."""

from neartwin.errors import DocumentError
from neartwin.methods import resolve
from neartwin.settings import Settings
from neartwin.warehouse import reader


def installation() -> Settings:
    """Return the settings of an installation in which something was run; raises DocumentError where nothing was."""
    settings = Settings.load()
    if not settings.warehouse.is_file():
        raise DocumentError(f"nothing has been run yet in {settings.data}: start with `neartwin run --sample`")
    return active_settings()


def active_settings() -> Settings:
    """Return the settings with the active versions of the warehouse, or the newest ones where there is none."""
    settings = Settings.load()
    if not settings.warehouse.is_file():
        return resolve(None, settings)
    with reader(settings) as con:
        return resolve(con, settings)
